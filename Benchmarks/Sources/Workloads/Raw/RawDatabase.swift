import Foundation
import GRDBSQLite

/// A connection by SQLite's C functions.
final class RawDatabase {
    private var handle: OpaquePointer?

    /// Opens a file, and makes it where it is missing, with the settings that all contestants have.
    init(_ file: URL) throws {
        guard sqlite3_open_v2(file.path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK else {
            throw failure("open")
        }
        // In a file that has it, the pragma would be a commit, which other connections take for a change.
        if try integer("PRAGMA auto_vacuum") != 2 { try execute("PRAGMA auto_vacuum = INCREMENTAL") }
        try execute("PRAGMA journal_mode = WAL")
        try execute("PRAGMA synchronous = FULL")
        try execute("PRAGMA foreign_keys = ON")
    }

    deinit { sqlite3_close_v2(handle) }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    func prepare(_ sql: String) throws -> RawStatement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
            let statement
        else { throw failure(sql) }
        return RawStatement(statement)
    }

    /// Runs a transaction that takes the lock at once, with the cache that all contestants have where they write.
    func transaction(_ body: () throws -> Void) throws {
        try execute("PRAGMA cache_size = -32000")
        try execute("BEGIN IMMEDIATE")
        try body()
        try execute("COMMIT")
    }

    /// The integer that a query gives.
    func integer(_ sql: String) throws -> Int {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : 0
    }

    private func failure(_ sql: String) -> Disagreement {
        let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
        return Disagreement("SQLite: \(reason) (\(sql))")
    }

    /// Opens a file to ask one thing.
    static func integer(_ file: URL, _ sql: String) throws -> Int {
        try RawDatabase(file).integer(sql)
    }
}
