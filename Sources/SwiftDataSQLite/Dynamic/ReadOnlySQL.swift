import GRDB
import GRDBSQLite
package import SwiftDataCore

/// One statement of SQL that only reads, over the tables of a store and its ``NamedViews``.
package struct ReadOnlySQL {
    package let columns: [String]
    package let rows: [[StoredValue]]

    /// The reason why a statement is refused, in SQLite's words.
    package struct Refusal: Error {
        package let message: String
    }

    /// Runs the statement.
    /// - Throws: ``Refusal`` for a statement that is not understood, that is more than one, or that would write, attach
    ///   a file or change the connection; ``StoreError`` where it fails as it runs.
    package init(_ sql: String, _ views: NamedViews, _ connection: StoreConnection) throws {
        (columns, rows) = try connection.readOnce { runner in
            for view in views.views { try runner.run(view.statement) }
            // SQLite declares these with a statement of its own, which the authorizer would refuse.
            try runner.run("SELECT 1 FROM json_each('[]'), json_tree('[]')")
            guard let handle = runner.database.sqliteConnection else { return ([], []) }
            sqlite3_set_authorizer(
                handle,
                { _, action, first, second, _, _ in
                    ReadOnlySQL.allows(action, first, second) ? SQLITE_OK : SQLITE_DENY
                },
                nil
            )
            defer { sqlite3_set_authorizer(handle, nil, nil) }
            return try Self.run(sql, handle, runner)
        }
    }

    private static func run(
        _ sql: String,
        _ handle: OpaquePointer,
        _ runner: SQLRunner
    ) throws -> ([String], [[StoredValue]]) {
        var statement: OpaquePointer?
        let (code, rest) = sql.withCString { start in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(handle, start, -1, &statement, &tail)
            return (code, tail.map { String(cString: $0) } ?? "")
        }
        defer { sqlite3_finalize(statement) }
        if code == SQLITE_AUTH { throw Refusal(message: "only reading is allowed: one SELECT, with no other files") }
        guard code == SQLITE_OK else { throw Refusal(message: String(cString: sqlite3_errmsg(handle))) }
        guard let statement else { throw Refusal(message: "there is no statement") }
        guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
            throw Refusal(message: "there is more than one")
        }
        guard sqlite3_stmt_readonly(statement) != 0 else { throw Refusal(message: "only reading is allowed") }
        let columns = (0..<sqlite3_column_count(statement)).map { index in
            sqlite3_column_name(statement, index).map { String(cString: $0) } ?? ""
        }
        var rows: [[StoredValue]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                let row = ResultRow(handle: statement)
                rows.append(columns.indices.map { row.stored($0) })
            case SQLITE_DONE: return (columns, rows)
            case let code: throw runner.failure(code, sql: sql)
            }
        }
    }

    /// True if a statement may do this: read, call a function, or list the tables.
    private static func allows(_ action: CInt, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?) -> Bool
    {
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return true
        case SQLITE_FUNCTION: return second.map { String(cString: $0).lowercased() } != "load_extension"
        case SQLITE_PRAGMA:
            let reading = ["table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo"]
            return first.map { reading.contains(String(cString: $0).lowercased()) } ?? false
        default: return false
        }
    }
}
