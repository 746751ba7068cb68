import Foundation
import GRDB
import GRDBSQLite
import SwiftDataCore

/// A connection that reads a file with its `-wal` and makes no `-shm`, for a file that no process has open.
///
/// SQLite keeps the index of the `-wal` in memory where it may keep everybody else out of the file, which is then locked
/// for as long as the connection is open. Nothing is copied, however long the file is.
struct LookConnection {
    let database: any DatabaseWriter
    let mark: OpenFiles.Mark

    /// - Returns: Nil where this process may not write the file, or where a `-journal` has to be rolled back first.
    /// - Throws: An error of GRDB's with code `SQLITE_BUSY` where another connection has opened the file.
    init?(_ path: String) throws {
        guard OpenFiles.peek(path, { !RollbackJournal(store: path).isHot }) == true,
            FileManager.default.isWritableFile(atPath: path)
        else { return nil }
        mark = OpenFiles.Mark(path)
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        // Another process may be looking at the file too.
        configuration.busyMode = .timeout(1)
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            // Before anything is read: from then on SQLite shares the index of the `-wal`.
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            try database.execute(sql: "PRAGMA query_only = 1")
            // A `-wal` without a valid frame counts as moved to the file, and would be removed on closing.
            var keeps: CInt = 1
            let code = sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
            SQLExtensions.register(on: database)
        }
        database = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Closes it without the checkpoint that the last connection to a file makes: an interrupted connection begins none.
    static func close(_ database: any DatabaseWriter) throws {
        database.interrupt()
        try database.close()
    }
}
