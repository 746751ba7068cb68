import GRDB
import SwiftDataCore

/// The end of statements that are rolled back.
private struct TriedOut: Error {}

extension StoreConnection {
    /// Runs statements that write, and rolls them back. Only the statements themselves see their writes.
    /// - Parameter owner: The context that asks, which may hold the write lock.
    /// - Throws: The errors of ``write(by:patience:_:)``.
    func trying<Result>(by owner: EditingState.ID, _ body: (SQLRunner) throws -> Result) throws -> Result {
        try checkWritable()
        func run(_ database: Database) throws -> Result {
            var result: Result?
            do {
                try database.inPreparedSavepoint {
                    result = try database.stoppable { try body(runner(on: database)) }
                    throw TriedOut()
                }
            } catch is TriedOut {
            } catch let lost as LostTransaction {
                // The save of a context that holds the lock finds the transaction ended.
                throw lost.cause
            }
            guard let result else { throw StoreError(.sql, "The statement ended without a result.") }
            return result
        }
        if let transaction { return try mappingErrors { try transaction.usePart(run) } }
        if try hold(of: owner) != nil {
            return try mappingErrors { try source.current().writeWithoutTransaction(run) }
        }
        return try mappingErrors {
            try composedColumns.betweenWrites {
                try source.current().writeWithoutTransaction { database in
                    try rollBackOpenTransaction(database)
                    try database.execute(sql: "BEGIN IMMEDIATE TRANSACTION")
                    defer {
                        do { try rollBackOpenTransaction(database) } catch {
                            log.error("The trial run of a statement could not be rolled back yet: \(error)")
                        }
                        DerivedRows.take(database)
                    }
                    return try run(database)
                }
            }
        }
    }
}
