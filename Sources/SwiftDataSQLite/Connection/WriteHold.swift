import Foundation
import GRDB
import SwiftDataCore

/// The write lock of a store over several steps of one thread: a transaction that stays open on the connection that
/// writes.
///
/// Reads go through other connections. They see the newest rows, since no other connection can commit. The owner writes
/// and commits in one step, so that no read ever sees rows that may still be rolled back.
///
/// `@unchecked Sendable`: `isActive` and `heldVersion` change on the thread that took the lock alone, which each use
/// makes sure of by ``isMine``; the rest is immutable.
final class WriteHold: WriteLock, @unchecked Sendable {
    let owner: EditingState.ID
    private let connection: StoreConnection
    private let thread = Thread.current
    private var heldVersion: StoreVersion
    private var isActive = true

    fileprivate init(_ connection: StoreConnection, owner: EditingState.ID, _ version: StoreVersion) {
        self.connection = connection
        self.owner = owner
        heldVersion = version
    }

    var version: StoreVersion? { heldVersion }

    /// True if the calling thread has taken the lock.
    var isMine: Bool { Thread.current === thread }

    func release() {
        guard isMine, isActive else { return }
        connection.endHold(self)
    }

    /// The lock has ended, with or without a commit.
    fileprivate func end(_ version: StoreVersion?) {
        isActive = false
        if let version { heldVersion = version }
    }
}

/// The lock of a transaction that is under way anyway, which does not have to be taken or ended.
final class LentLock: WriteLock {
    var version: StoreVersion? { nil }
    func release() {}
}

extension StoreConnection {
    /// Takes the write lock for a context, until its next write commits or the lock is released.
    /// - Throws: ``StoreError`` with code `locked` where another process keeps the lock for longer than the time allowed,
    ///   or where this thread holds it already; with code `readOnly` where nothing may be written.
    func takeHold(_ owner: EditingState.ID) throws -> WriteHold {
        try checkWritable()
        guard !isHeldHere else { throw heldError }
        try composedColumns.beginWriting()
        do {
            let hold: WriteHold = try mappingErrors {
                try source.current().writeWithoutTransaction { database -> WriteHold in
                    _ = try runner(on: database)
                    try openedFiles?.check()
                    // No other thread holds the lock now.
                    try rollBackOpenTransaction(database)
                    let begin = try database.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION")
                    // Prepared now, since SQLite may have no memory for them at the end.
                    _ = try database.cachedStatement(sql: "COMMIT TRANSACTION")
                    _ = try database.cachedStatement(sql: "ROLLBACK TRANSACTION")
                    try database.takingLock(begin)
                    known.transactionDidBegin(database)
                    let hold = WriteHold(self, owner: owner, currentVersion(database))
                    // Before another thread finds the connection in a transaction.
                    holding.withLock { $0 = hold }
                    return hold
                }
            }
            return hold
        } catch {
            composedColumns.endWriting(mayHaveWritten: false)
            throw error
        }
    }

    /// True if the calling thread holds the write lock over several steps.
    var isHeldHere: Bool { holding.withLock { $0 }?.isMine ?? false }

    /// - Throws: ``StoreError`` with code `locked` where the calling thread holds the lock: the step would wait for itself.
    func checkNotHeldHere() throws {
        try checkProcess()
        if isHeldHere { throw heldError }
    }

    private var heldError: StoreError {
        StoreError(
            .locked,
            "An isolated transaction holds the write lock of the store on this thread: only the save of its own context "
                + "can write meanwhile."
        )
    }

    /// The lock that the calling thread holds for a context.
    /// - Throws: ``StoreError`` with code `locked` where it holds the lock for another one.
    func hold(of owner: EditingState.ID?) throws -> WriteHold? {
        guard let hold = holding.withLock({ $0 }), hold.isMine else { return nil }
        guard hold.owner == owner else { throw heldError }
        return hold
    }

    /// Runs the statements of a save in the transaction that holds the lock, commits it, and ends the lock. Where the
    /// statements fail, they are rolled back and the lock stays, unless the transaction has ended with them.
    func commit<Result>(_ hold: WriteHold, _ body: (SQLRunner) throws -> Result) throws -> Result {
        let (result, version): (Result, StoreVersion) = try mappingErrors {
            try source.current().writeWithoutTransaction { database -> (Result, StoreVersion) in
                defer { DerivedRows.take(database) }
                var runner = try runner(on: database)
                try openedFiles?.check()
                runner.known = known
                let result: Result
                do {
                    result = try database.inPreparedSavepoint {
                        let result = try database.stoppable { try body(runner) }
                        try runner.checkFile(path)
                        try openedFiles?.checkLength(database)
                        // From here to the end of the commit nothing stops the call.
                        try ContextCall.current?.finish()
                        return result
                    }
                } catch let lost as LostTransaction {
                    // The next write has to take the lock again.
                    end(hold, nil)
                    throw lost.cause
                }
                do {
                    try database.cachedStatement(sql: "COMMIT TRANSACTION").execute()
                } catch {
                    // The lock ends, and the transaction with it, now or before the connection is used again.
                    end(hold, nil)
                    do { try rollBackOpenTransaction(database) } catch { logOpenTransaction(error) }
                    throw error
                }
                known.transactionDidCommit(database)
                let version = currentVersion(database, later: 1)
                logLimit?.transactionDidCommit(database)
                return (result, version)
            }
        }
        end(hold, version)
        return result
    }

    fileprivate func endHold(_ hold: WriteHold) {
        guard isOfThisProcess else { return }
        // A connection that has been closed has no transaction.
        do {
            try source.current().writeWithoutTransaction { database in
                guard database.isInsideTransaction else { return }
                try database.cachedStatement(sql: "ROLLBACK TRANSACTION").execute()
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_MISUSE {
            // The connection has been closed.
        } catch {
            logOpenTransaction(error)
        }
        end(hold, nil)
    }

    private func logOpenTransaction(_ error: any Error) {
        log.error("A transaction could not be rolled back, and nothing is read or written before it is: \(error)")
    }

    private func end(_ hold: WriteHold, _ version: StoreVersion?) {
        hold.end(version)
        holding.withLock { $0 = nil }
        composedColumns.endWriting(mayHaveWritten: version != nil)
    }

    private func currentVersion(_ database: Database, later writes: Int = 0) -> StoreVersion {
        StoreVersion(
            // An unknown one is equal to no other, so that everything is read again.
            others: DataVersion.current(database) ?? .random(in: .min..<0),
            own: composedColumns.writeCount + writes,
            connection: ObjectIdentifier(database)
        )
    }
}
