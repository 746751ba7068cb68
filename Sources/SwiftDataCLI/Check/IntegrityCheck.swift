import SwiftDataSQLite

/// SQLite's own check of the pages and indices.
enum IntegrityCheck {
    static func findings(_ runner: SQLRunner) throws -> [Finding] {
        let lines = try runner.strings("PRAGMA integrity_check(100)")
        return lines.filter { $0 != "ok" }.map { line in
            var finding = Finding(.integrity, line.replacing("\n", with: " "))
            if isOfAnIndex(line) {
                finding.repair = Repair("Built the indices anew.", [Repair.Statement("REINDEX")])
            }
            return finding
        }
    }

    /// An index can be made again from its table; the missing rows of a damaged table are not known.
    private static func isOfAnIndex(_ line: String) -> Bool {
        line.contains("missing from index") || line.contains("entries in index") || line.contains("entry in index")
            || line.contains("out of order") && line.contains("index")
    }
}
