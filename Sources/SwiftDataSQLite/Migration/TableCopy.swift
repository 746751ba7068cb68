import GRDB
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// Copies the tables that a transaction sees into a file of their own.
///
/// SQLite's own ways to copy a database see committed rows alone.
struct TableCopy {
    private let runner: SQLRunner
    /// Upper-case.
    private let wanted: Set<String>

    /// - Parameter layout: The layout by which the copy is read. Tables that it does not have may be large, and stay
    ///   behind.
    init(_ runner: SQLRunner, _ layout: StoreLayout) {
        self.runner = runner
        wanted = Set(
            (layout.tables.map(\.tableName) + layout.joinTables.map(\.name)).map { $0.uppercased() }
                + ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"] + Self.withoutRows
        )
    }

    /// Writes a new file. The history's rows stay behind, which would be as much again.
    func write(to path: String) throws {
        runner.observer?("copy the tables")
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let copy = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? copy.close() }
        try copy.writeWithoutTransaction { database in
            // The file is of no use once the process has gone.
            try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            try database.inTransaction(.immediate) {
                try copyAll(to: database)
                return .commit
            }
        }
    }

    private static let withoutRows: Set<String> = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]

    private func copyAll(to copy: Database) throws {
        var tables: [(name: String, sql: String)] = []
        var indices: [String] = []
        try runner.query(
            """
            SELECT name, sql, type, tbl_name FROM sqlite_master \
            WHERE type IN ('table', 'index') AND sql IS NOT NULL AND sql NOT LIKE 'CREATE VIRTUAL%'
            """
        ) { row in
            guard wanted.contains(row.text(3).uppercased()) else { return }
            if row.text(2) == "index" { indices.append(row.text(1)) } else { tables.append((row.text(0), row.text(1))) }
        }
        for table in tables {
            try copy.execute(sql: table.sql)
            guard !Self.withoutRows.contains(table.name) else { continue }
            try copyRows(of: table.name, to: copy)
        }
        // An index only makes reading faster; one over missing columns cannot be made.
        for index in indices { try? copy.execute(sql: index) }
    }

    private func copyRows(of table: String, to copy: Database) throws {
        let name = SQLIdentifier.quoted(table)
        // Without those that SQLite works out.
        let columns = try runner.columnNames(of: table)
        let list = columns.map(SQLIdentifier.quoted).joined(separator: ", ")
        let source = try runner.database.makeStatement(sql: "SELECT \(list) FROM \(name)")
        let count = sqlite3_column_count(source.sqliteStatement)
        let marks = Array(repeating: "?", count: Int(count)).joined(separator: ", ")
        let target = try copy.makeStatement(sql: "INSERT INTO \(name) (\(list)) VALUES (\(marks))")
        let (reading, writing) = (source.sqliteStatement, target.sqliteStatement)
        defer { sqlite3_reset(reading) }
        while true {
            let code = sqlite3_step(reading)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw runner.failure(code, sql: source.sql) }
            for column in 0..<count {
                sqlite3_bind_value(writing, column + 1, sqlite3_column_value(reading, column))
            }
            let written = sqlite3_step(writing)
            sqlite3_reset(writing)
            guard written == SQLITE_DONE else {
                throw DatabaseError(resultCode: ResultCode(rawValue: written), sql: target.sql)
            }
        }
    }
}
