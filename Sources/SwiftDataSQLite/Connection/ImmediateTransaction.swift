import GRDB

extension Database {
    /// Runs a transaction that takes the write lock at once, by statements that are prepared once: a save of one row
    /// takes little more than those that begin and end it.
    func inImmediateTransaction(_ body: () throws -> Void) throws {
        try cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
        do {
            try body()
            // SQLite may have rolled back by itself.
            guard isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
            try cachedStatement(sql: "COMMIT TRANSACTION").execute()
        } catch {
            // The first error is the one to know.
            try? rollback()
            throw error
        }
    }
}
