import Testing

/// Power cuts, spread over the events of each script. `Scripts/torture` cuts at each of them.
@Suite struct PowerCutTests {
    @Test(arguments: [
        "create", "insert", "update", "order", "upsert", "links", "delete", "batch", "several", "deleteHistory",
        "erase", "migrateInferred", "migrateLight", "migrateCustom", "backup", "restore", "restoreMissing",
        "restoreDamaged",
    ])
    func aPowerCutLosesNoSave(script: String) async throws {
        // Each opening of an old store is a migration.
        let budget = script == "migrateCustom" ? "15" : "30"
        let report = try await Torture.run("cuts", "--budget", budget, script)
        #expect(report.findings.isEmpty)
        let row = try #require(report.rows.first)
        #expect(row.count >= 10 && row.findings == 0 && row.lost == 0)
    }

    /// The machine finds bugs of the kinds that it is made for.
    @Test(arguments: [
        ("folders", "insert"), ("normal", "insert"), ("late", "insert"), ("early", "update"),
    ])
    func aPlantedBugIsFound(plant: String, script: String) async throws {
        let report = try await Torture.run("cuts", "--plant", plant, "--budget", "120", script)
        let row = try #require(report.rows.first)
        #expect(row.lost > 0)
    }
}
