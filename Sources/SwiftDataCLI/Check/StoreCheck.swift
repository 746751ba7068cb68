import SwiftDataCore
import SwiftDataSQL
package import SwiftDataSQLite

/// Looks for everything that can be wrong with a store.
package struct StoreCheck {
    /// In the order of the checks.
    package let findings: [Finding]

    /// Whether anything is wrong.
    package var hasProblems: Bool { findings.contains { $0.severity == .problem } }

    /// - Parameter report: Is told how far it has come, from 0 to 1, and what it looks at.
    /// - Throws: ``StoreError`` where the file cannot be read at all.
    package init(
        _ connection: StoreConnection,
        path: String,
        report: (Double, String) -> Void = { _, _ in }
    ) throws {
        findings = try connection.read { runner in try Self.findings(runner, path: path, report: report) }
    }

    private static func findings(
        _ runner: SQLRunner,
        path: String,
        report: (Double, String) -> Void
    ) throws -> [Finding] {
        report(0, "integrity")
        var findings = ending("integrity", path) { try IntegrityCheck.findings(runner) }
        let description = try StoreDescription(runner, path: path)
        findings += try MetadataCheck.findings(runner, description)
        guard let layout = description.layout else { return findings }
        let file = CheckedFile(
            runner: runner,
            description: description,
            layout: layout,
            external: ExternalStorage(storePath: path)
        )
        let checks: [(name: String, run: (CheckedFile) throws -> [Finding])] = [
            ("structure", StructureCheck.findings), ("entities", EntityCheck.findings),
            ("counters", CounterCheck.findings), ("references", ReferenceCheck.findings),
            ("join rows", JoinCheck.findings), ("values", ValueCheck.findings),
            ("unique values", UniquenessCheck.findings), ("external files", ExternalCheck.findings),
            ("history", HistoryCheck.findings),
        ]
        for (position, check) in checks.enumerated() {
            report(Double(position + 1) / Double(checks.count + 1), check.name)
            findings += ending(check.name, path) { try check.run(file) }
        }
        return findings
    }

    /// One damaged page must not hide what the other checks have to say.
    private static func ending(_ name: String, _ path: String, _ check: () throws -> [Finding]) -> [Finding] {
        do {
            return try check()
        } catch {
            let failure = ToolFailure(StoreConnection.described(error, path: path))
            return [Finding(.integrity, "The check of \(name) could not be ended: \(failure)")]
        }
    }
}
