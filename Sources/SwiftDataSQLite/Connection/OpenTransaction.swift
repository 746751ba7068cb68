import Foundation
import GRDB
import SwiftDataCore

/// The connection of a transaction that is under way, lent to stores that work inside it: their saves become durable
/// with the transaction, or not at all.
///
/// `@unchecked Sendable`: the connection is used on the thread that lent it alone, which each use makes sure of, and a lock
/// guards the rest.
final class OpenTransaction: @unchecked Sendable {
    private let database: Database
    private let thread = Thread.current
    private let isOver = Locked(false)
    /// The error for which the transaction must not continue.
    private let failure = Locked<(any Error)?>(nil)

    init(_ database: Database) {
        self.database = database
    }

    /// Ends the loan.
    func end() { isOver.withLock { $0 = true } }

    /// - Throws: ``StoreError`` with code `closed` after the end, and with code `migration` on another thread, where the
    ///   connection must not be used.
    func use<Result>(_ body: (Database) throws -> Result) throws -> Result {
        guard !isOver.withLock({ $0 }) else {
            throw StoreError(.closed, "The context belongs to a stage of a migration, which is over.")
        }
        guard Thread.current === thread else {
            throw StoreError(.migration, "A stage of a migration uses its contexts on the thread that it is called on.")
        }
        try checkIsWhole()
        return try body(database)
    }

    /// Uses the connection for statements that are rolled back as a whole if one fails.
    func usePart<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do {
            return try use(body)
        } catch let lost as LostTransaction {
            failure.withLock { $0 = lost.cause }
            throw lost.cause
        }
    }

    /// - Throws: The error after which the transaction must not continue, even if the code that met it continues.
    func checkIsWhole() throws {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}

/// The connections of a store that works inside of an ``OpenTransaction``: there are none besides the lent one.
struct LentConnection: ConnectionSource {
    func current() throws -> any DatabaseWriter {
        throw StoreError(.migration, "The store is being migrated.")
    }

    func close() {}
}
