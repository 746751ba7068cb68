import Testing

/// Calls that fail, spread over each script. `Scripts/torture` makes each call fail with each error.
@Suite struct FaultTests {
    @Test(arguments: [
        "create", "open", "insert", "update", "order", "upsert", "links", "delete", "batch", "fetch", "several",
        "deleteHistory", "erase", "backup", "restore", "restoreMissing", "restoreDamaged", "json",
    ])
    func aCallThatFailsHarmsNothing(script: String) async throws {
        try await expectNothing("faults", script, count: 20)
    }

    @Test(arguments: ["migrateInferred", "migrateLight", "migrateCustom"])
    func aCallThatFailsHarmsNoMigration(script: String) async throws {
        try await expectNothing("faults", script, count: 12)
    }

    /// The commands that write.
    @Test(arguments: [
        "toolImport", "toolImportLike", "toolMigrate", "toolMigrateCopy", "toolRepair", "toolSalvage", "toolBackup",
        "toolRestore", "toolCompact",
    ])
    func aCallThatFailsEndsACommandOfTheTool(script: String) async throws {
        try await expectNothing("faults", script, count: 10)
    }

    /// SQLite gets no memory.
    @Test(arguments: ["create", "insert", "update", "fetch"])
    func anAllocationThatFailsHarmsNothing(script: String) async throws {
        try await expectNothing("allocations", script, count: 15)
    }

    /// The system reads and writes a part of what it is asked for, each time.
    @Test(arguments: ["create", "update", "fetch", "bulk", "migrateCustom", "backup", "restoreDamaged"])
    func aCallThatDoesAPartIsMadeAgain(script: String) async throws {
        let report = try await Torture.run("less", script)
        #expect(report.findings.isEmpty)
        let row = try #require(report.rows.first)
        #if os(Linux)
            #expect(row.count > 0)
        #endif
    }

    private func expectNothing(_ kind: String, _ script: String, count: Int) async throws {
        let report = try await Torture.run(kind, "--budget", "\(count)", script)
        #expect(report.findings.isEmpty)
        let row = try #require(report.rows.first)
        #expect(row.count >= count && row.findings == 0 && row.lost == 0)
    }
}
