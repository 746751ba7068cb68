import SwiftDataCore
import SwiftDataSQL
package import SwiftDataSQLite

/// Looks for everything that can be wrong with a store.
package struct StoreCheck {
    /// The findings in the order of the checks.
    package let findings: [Finding]

    /// True if anything is wrong.
    package var hasProblems: Bool { findings.contains { $0.severity == .problem } }

    /// True if the file has damage that new indices do not repair.
    package var isDamaged: Bool { Self.isDamaged(findings) }

    static func isDamaged(_ findings: [Finding]) -> Bool {
        findings.contains { $0.check == .integrity && $0.repair == nil }
    }

    /// - Parameter report: Is called with the progress, from 0 to 1, and the object of the check.
    /// - Throws: ``StoreError`` where the file cannot be read at all.
    package init(
        _ connection: StoreConnection,
        path: String,
        report: (Double, String) -> Void = { _, _ in }
    ) throws {
        report(0, "integrity")
        var findings = Self.ending("integrity", connection) { try IntegrityCheck.findings($0) }
        if let damage = WriteAheadLog(store: path)?.damage { findings.append(Finding(.log, damage)) }
        let description = try connection.read { try StoreDescription($0, path: path) }
        findings += Self.ending("metadata", connection) { try MetadataCheck.findings($0, description) }
        guard let layout = description.layout else {
            self.findings = findings
            return
        }
        let checks: [(name: String, run: (CheckedFile) throws -> [Finding])] = [
            ("structure", StructureCheck.findings), ("entities", EntityCheck.findings),
            ("counters", CounterCheck.findings), ("references", ReferenceCheck.findings),
            ("join rows", JoinCheck.findings), ("values", ValueCheck.findings),
            ("unique values", UniquenessCheck.findings), ("external files", ExternalCheck.findings),
            ("history", HistoryCheck.findings),
        ]
        let external = ExternalStorage(storePath: path)
        for (position, check) in checks.enumerated() {
            report(Double(position + 1) / Double(checks.count + 1), check.name)
            findings += Self.ending(check.name, connection) { runner in
                let file = CheckedFile(runner: runner, description: description, layout: layout, external: external)
                return try check.run(file)
            }
        }
        self.findings = findings
    }

    /// One damaged page must not hide the results of the other checks.
    private static func ending(
        _ name: String,
        _ connection: StoreConnection,
        _ check: (SQLRunner) throws -> [Finding]
    ) -> [Finding] {
        do {
            return try connection.read(check)
        } catch {
            return [Finding(.integrity, "The check of \(name) could not be completed: \(ToolFailure(error))")]
        }
    }
}
