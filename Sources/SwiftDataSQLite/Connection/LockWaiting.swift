import GRDB
import GRDBSQLite

extension Database {
    /// Runs a closure in which statements wait for locks for another time than they do otherwise.
    ///
    /// The time is set by a call of SQLite's that cannot fail, and not by a pragma, for which SQLite may have no memory: the
    /// connection would keep the other time.
    func waitingForLocks<Result>(milliseconds: Int, _ body: () throws -> Result) throws -> Result {
        guard let ordinary = try Int32.fetchOne(self, sql: "PRAGMA busy_timeout") else {
            throw DatabaseError(message: "PRAGMA busy_timeout has no value.")
        }
        defer { sqlite3_busy_timeout(sqliteConnection, ordinary) }
        sqlite3_busy_timeout(sqliteConnection, Int32(clamping: milliseconds))
        return try body()
    }
}
