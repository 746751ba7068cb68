import GRDB
import GRDBSQLite

/// The number of commits to a database in WAL mode, which SQLite keeps in the memory that its connections share.
///
/// The `data_version` of a connection also changes when a process restarts the `-wal`, which is no commit, and does not
/// count commits.
enum CommitCounter {
    /// Nil where there is no such memory.
    static func current(_ database: Database) -> UInt32? { SharedIndex(database)?.commitCount }

    /// The number of pages that the connection has written since it was opened.
    static func writtenPages(_ database: Database) -> CInt {
        var (current, highest) = (CInt(0), CInt(0))
        sqlite3_db_status(database.sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 0)
        return current
    }
}
