import Testing

/// Calls that fail, spread over each script. `Scripts/torture` makes each call fail with each error.
@Suite struct FaultTests {
    @Test(arguments: [
        "create", "open", "insert", "update", "order", "upsert", "links", "delete", "batch", "fetch", "several",
        "deleteHistory", "erase", "migrateInferred", "migrateLight", "migrateCustom",
    ])
    func aCallThatFailsHarmsNothing(script: String) throws {
        let report = try Torture.run("faults", "--budget", "40", script)
        #expect(report.findings.isEmpty)
        let row = try #require(report.rows.first)
        #expect(row.count >= 40 && row.findings == 0 && row.lost == 0)
    }
}
