import SwiftDataCore
import SwiftDataSQL

/// The views and triggers of a file, which are taken away while its tables change: a trigger must not take moved rows
/// for new ones, and SQLite renames nothing while a view cannot be read.
struct SavedObjects {
    private let runner: SQLRunner
    private var statements: [(sql: String, name: String)] = []

    /// Core Data's triggers of derived attributes. The model that is written says of no attribute that it is one.
    private static let derivedPrefix = "Z_DA_"

    init(_ runner: SQLRunner, _ plan: MigrationPlan) throws {
        self.runner = runner
        var drops: [String] = []
        try runner.query(
            "SELECT type, name, sql FROM sqlite_master WHERE type IN ('view', 'trigger') AND sql IS NOT NULL ORDER BY type DESC"
        ) { row in
            drops.append("DROP \(row.text(0).uppercased()) IF EXISTS \(SQLIdentifier.quoted(row.text(1)))")
            if !row.text(1).hasPrefix(Self.derivedPrefix) { statements.append((row.text(2), row.text(1))) }
        }
        // A trigger may be one of a view.
        statements.reverse()
        for drop in drops.reversed() { try runner.run(drop) }
    }

    /// Makes them again, word by word. One whose table has gone goes with it.
    func restore() throws {
        for (sql, name) in statements {
            do {
                try runner.run(sql)
            } catch {
                log.notice("\(name) is not in the store any more, since what it was about has gone: \(error)")
            }
        }
    }
}
