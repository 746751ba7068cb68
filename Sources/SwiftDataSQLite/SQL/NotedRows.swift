import GRDB
import GRDBSQLite

/// The rows that one statement inserts, updates and deletes, as SQLite reports them while it runs.
///
/// SQLite reports every row of a table with keys, but not rows that `OR REPLACE` removes
/// (https://sqlite.org/c3ref/update_hook.html). Not shared: it serves one statement on one connection.
final class NotedRows {
    private(set) var inserted: [String: Set<Int64>] = [:]
    private(set) var updated: [String: Set<Int64>] = [:]
    private(set) var deleted: [String: Set<Int64>] = [:]

    /// Notes the rows that are changed while some code runs.
    func noting<Result>(_ handle: OpaquePointer, _ body: () throws -> Result) rethrows -> Result {
        _ = sqlite3_update_hook(
            handle,
            { context, operation, _, table, key in
                guard let context, let table else { return }
                Unmanaged<NotedRows>.fromOpaque(context).takeUnretainedValue()
                    .note(operation, String(cString: table), key)
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        defer { _ = sqlite3_update_hook(handle, nil, nil) }
        return try withExtendedLifetime(self) { try body() }
    }

    private func note(_ operation: CInt, _ table: String, _ key: Int64) {
        switch operation {
        case SQLITE_INSERT: inserted[table, default: []].insert(key)
        case SQLITE_DELETE:
            updated[table]?.remove(key)
            // A row that the same statement has inserted was never there.
            if inserted[table]?.remove(key) == nil { deleted[table, default: []].insert(key) }
        default:
            if inserted[table]?.contains(key) != true { updated[table, default: []].insert(key) }
        }
    }

    /// The tables with changed rows.
    var tables: Set<String> { Set(inserted.keys).union(updated.keys).union(deleted.keys) }

    /// The number of rows that a table has more than before.
    func growth(of table: String) -> Int { (inserted[table]?.count ?? 0) - (deleted[table]?.count ?? 0) }
}
