import GRDB
import SwiftDataCore

// GRDB prepares the statement that ends a transaction when the transaction is over. Where SQLite has no memory for that
// statement, the connection stays in the transaction, and GRDB ends the process if the connection is one that reads. Here
// all statements are prepared before a transaction begins, and once for each connection: a save of one row takes little more
// than the statements that begin and end it.

extension Database {
    /// Runs a transaction that takes the write lock at once.
    func inImmediateTransaction(_ body: () throws -> Void) throws {
        try inPreparedTransaction("BEGIN IMMEDIATE TRANSACTION", body)
    }

    /// Runs statements that see the same state of the file.
    func inReadTransaction<Result>(_ body: () throws -> Result) throws -> Result {
        // The one connection of a store in memory, on which a context holds the write lock over several steps.
        if isInsideTransaction { return try body() }
        return try inPreparedTransaction("BEGIN DEFERRED TRANSACTION", body)
    }

    private func inPreparedTransaction<Result>(_ start: String, _ body: () throws -> Result) throws -> Result {
        let begin = try cachedStatement(sql: start)
        let commit = try cachedStatement(sql: "COMMIT TRANSACTION")
        let rollbackStatement = try cachedStatement(sql: "ROLLBACK TRANSACTION")
        try begin.execute()
        do {
            let result = try body()
            try checkIsInsideTransaction()
            try commit.execute()
            return result
        } catch {
            end(by: rollbackStatement)
            throw error
        }
    }

    /// Rolls back the transaction under way after an error, which is the one to throw.
    ///
    /// If that fails too, the transaction stays open: ``StoreConnection`` rolls it back before it uses the connection
    /// again, and throws if it cannot. GRDB ends the process if a reading connection of a pool is left in a
    /// transaction.
    private func end(by rollbackStatement: Statement) {
        // SQLite may have rolled back by itself.
        guard isInsideTransaction else { return }
        do {
            do { try rollbackStatement.execute() } catch {
                // An interruption, which GRDB's own call lets pass.
                try rollback()
            }
        } catch {
            log.error("A transaction could not be rolled back, and nothing is read or written before it is: \(error)")
        }
    }

    /// Runs a part of the transaction under way, which is rolled back as a whole if it fails.
    /// - Throws: The error of the part. ``LostTransaction`` where the transaction itself has ended, or where it has more or less
    ///   in it than before the part.
    func inPreparedSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
        do { try checkIsInsideTransaction() } catch { throw LostTransaction(cause: error) }
        let begin = try cachedStatement(sql: "SAVEPOINT part")
        let release = try cachedStatement(sql: "RELEASE SAVEPOINT part")
        let rollbackStatement = try cachedStatement(sql: "ROLLBACK TO SAVEPOINT part")
        let fullRollbackStatement = try cachedStatement(sql: "ROLLBACK TRANSACTION")
        try begin.execute()
        do {
            let result = try body()
            try checkIsInsideTransaction()
            try release.execute()
            return result
        } catch {
            guard isInsideTransaction else { throw LostTransaction(cause: error) }
            do {
                try rollbackStatement.execute()
                try release.execute()
            } catch let second {
                log.error("A savepoint could not be rolled back, so the whole transaction is: \(second)")
                // The remains of the part must not be committed with the rest.
                end(by: fullRollbackStatement)
                throw LostTransaction(cause: error)
            }
            throw error
        }
    }

    private func checkIsInsideTransaction() throws {
        if isInsideTransaction { return }
        throw DatabaseError(resultCode: .SQLITE_ABORT, message: "SQLite has rolled the transaction back.")
    }
}

/// The error of a part of a transaction, after which the transaction must not go on.
struct LostTransaction: Error {
    let cause: any Error
}
