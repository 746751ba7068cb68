package import Foundation
import GRDB
package import SwiftDataCore

/// The database connections of one store.
///
/// A file is served by a pool, so that contexts read while another one saves; a store in memory by one connection.
package final class StoreConnection: Sendable {
    /// The file as the caller named it, or nil in memory.
    package let path: String?
    package let isReadOnly: Bool
    /// The reason for read-only access, unless the caller asked for it.
    private let readOnlyReason: String?
    let source: any ConnectionSource
    /// The files as they were when a file was opened for writing.
    let openedFiles: OpenedFiles?
    /// The time for which a save retries to write rows that are changed again before each attempt.
    let conflictTimeout: TimeInterval
    private let generation = ProcessGeneration.current
    /// Set where everything happens inside of a transaction of another owner.
    let transaction: OpenTransaction?
    /// The calls that make and remove files beside the store's own.
    let files: any FileCalls
    let composedColumns: ComposedColumns
    /// The time that a write waits for another one, in seconds.
    let busyTimeout: TimeInterval
    let known: KnownCommits
    /// The write lock, while a context holds it over several steps.
    let holding = Locked<WriteHold?>(nil)
    /// Nil where there is no `-wal`, or where it may be as long as it takes.
    let logLimit: LogLimit?
    private let hooks = Locked(Hooks())

    /// The hooks by which tests watch statements and make reads fail.
    private struct Hooks {
        var observer: (@Sendable (String) -> Void)?
        var readFaults: ReadFaults?
    }

    /// - Parameter settings: The time that a write waits for another one.
    init(
        _ source: any ConnectionSource,
        path: String?,
        isReadOnly: Bool,
        readOnlyReason: String? = nil,
        openedFiles: OpenedFiles? = nil,
        settings: ConnectionSettings
    ) {
        self.openedFiles = openedFiles
        conflictTimeout = settings.conflictTimeout
        composedColumns = ComposedColumns(patience: settings.busyTimeout)
        busyTimeout = settings.busyTimeout
        self.readOnlyReason = readOnlyReason
        self.source = source
        self.path = path
        known = KnownCommits(isShared: path != nil)
        self.isReadOnly = isReadOnly
        files = settings.files
        logLimit = isReadOnly ? nil : LogLimit(path, bytes: settings.logLimit)
        transaction = nil
    }

    /// The connection of a store that works inside of a transaction; its own transactions are savepoints there.
    init(inside transaction: OpenTransaction, path: String?) {
        busyTimeout = ConnectionSettings.ordinary.busyTimeout
        composedColumns = ComposedColumns(patience: busyTimeout)
        openedFiles = nil
        conflictTimeout = ConnectionSettings.ordinary.conflictTimeout
        files = ConnectionSettings.ordinary.files
        source = LentConnection()
        self.path = path
        known = KnownCommits(isShared: path != nil)
        isReadOnly = false
        readOnlyReason = nil
        logLimit = nil
        self.transaction = transaction
    }

    /// A function that is called with the text of each statement that is run, apart from the ones that begin and end a
    /// transaction.
    package var statementObserver: (@Sendable (String) -> Void)? {
        get { hooks.withLock { $0.observer } }
        set { hooks.withLock { $0.observer = newValue } }
    }

    /// Makes reads fail, for tests; nil, as it is unless a test sets it, for none.
    package var readFaults: ReadFaults? {
        get { hooks.withLock { $0.readFaults } }
        set { hooks.withLock { $0.readFaults = newValue } }
    }

    /// The faults of statements that write.
    private var writeFaults: ReadFaults? { readFaults.flatMap { $0.includesWrites ? $0 : nil } }

    /// Runs one statement, or several that need not see the same state of the file.
    package func readOnce<Result>(_ body: (SQLRunner) throws -> Result) throws -> Result {
        try mappingErrors {
            let faults = try beginRead()
            if let transaction { return try transaction.use { try body(runner(on: $0, faults: faults)) } }
            return try whole { writer in
                try writer.unsafeRead { database in
                    try rollBackOpenTransaction(database)
                    return try database.stoppable { try body(runner(on: database, faults: faults)) }
                }
            }
        }
    }

    /// Runs several statements that see the same state of the file.
    package func read<Result>(_ body: (SQLRunner) throws -> Result) throws -> Result {
        try mappingErrors {
            let faults = try beginRead()
            if let transaction { return try transaction.use { try body(runner(on: $0, faults: faults)) } }
            return try whole { writer in
                try writer.unsafeRead { database in
                    try rollBackOpenTransaction(database)
                    let runner = try runner(on: database, faults: faults)
                    return try database.inReadTransaction { try database.stoppable { try body(runner) } }
                }
            }
        }
    }

    /// The faults to use for a read, which may fail at once for lack of a connection.
    func beginRead() throws -> ReadFaults? {
        try checkProcess()
        let faults = readFaults
        try faults?.connection()
        return faults
    }

    /// Runs a transaction that takes the write lock at once, so that it never fails half-way because the lock is taken.
    /// - Parameters:
    ///   - owner: The context that writes, which may hold the lock already.
    ///   - patience: The time to wait for another process, in seconds; nil for the time of every write.
    /// - Throws: ``StoreError`` with code `readOnly`, `locked`, `diskFull`, `constraint`, …; nothing was written then.
    package func write<Result>(
        by owner: EditingState.ID? = nil,
        patience: TimeInterval? = nil,
        _ body: (SQLRunner) throws -> Result
    ) throws -> Result {
        try checkWritable()
        if let transaction {
            return try mappingErrors {
                try transaction.usePart { database in
                    try database.inPreparedSavepoint { try body(runner(on: database)) }
                }
            }
        }
        if let hold = try hold(of: owner) { return try commit(hold, body) }
        return try mappingErrors {
            try composedColumns.write {
                try source.current().writeWithoutTransaction { database in
                    // The code that needs them has taken them.
                    defer { DerivedRows.take(database) }
                    try rollBackOpenTransaction(database)
                    var runner = try runner(on: database, faults: writeFaults)
                    runner.known = known
                    // Before the lock: SQLite waits for long on files that were cut off.
                    try openedFiles?.check()
                    var result: Result?
                    try waiting(patience, database) {
                        try database.inImmediateTransaction {
                            known.transactionDidBegin(database)
                            result = try database.stoppable { try body(runner) }
                            try runner.checkFile(path)
                            try openedFiles?.checkLength(database)
                        }
                    }
                    known.transactionDidCommit(database)
                    logLimit?.transactionDidCommit(database)
                    guard let result else { throw StoreError(.sql, "The transaction ended without a result.") }
                    return result
                }
            }
        }
    }

    /// Runs a transaction that removes the files that were left beside the store, if no other connection is writing.
    /// Otherwise, or where it fails, nothing happens, and the log has the reason.
    /// - Returns: False where another connection is writing.
    @discardableResult
    func writeIfFree(_ body: (SQLRunner) throws -> Void) -> Bool {
        guard transaction == nil, !isReadOnly, isOfThisProcess, !isHeldHere else { return false }
        var hasBegun = false
        do {
            try mappingErrors {
                try composedColumns.write {
                    try source.current().writeWithoutTransaction { database in
                        defer { DerivedRows.take(database) }
                        try rollBackOpenTransaction(database)
                        try waiting(0, database) {
                            try database.inImmediateTransaction {
                                hasBegun = true
                                try body(runner(on: database))
                            }
                        }
                    }
                }
            }
        } catch let error as StoreError where error.code == .locked && !hasBegun {
            log.notice("The store\(place) is in use, so leftover files were not removed: \(error)")
            return false
        } catch {
            let cause = (error as? StoreError)?.underlyingError.map { " (\($0))" } ?? ""
            log.notice("Leftover files beside the store\(place) could not be removed: \(error)\(cause)")
        }
        return true
    }

    /// Runs a closure in which statements wait for locks for another time than they do otherwise, in seconds.
    private func waiting<Result>(
        _ patience: TimeInterval?,
        _ database: Database,
        _ body: () throws -> Result
    ) throws -> Result {
        guard let patience else { return try body() }
        return try database.waitingForLocks(milliseconds: Int(patience * 1000), body)
    }

    /// Rolls back a transaction that could not be rolled back when it failed.
    ///
    /// To be called before a connection is used, outside of the store's own transactions. A transaction that a context
    /// holds over several steps continues.
    /// - Throws: The error of SQLite's where it still cannot: nothing is to be read or written in that transaction.
    func rollBackOpenTransaction(_ database: Database) throws {
        guard database.isInsideTransaction, holding.withLock({ $0 }) == nil else { return }
        try database.rollback()
    }

    /// The same for the connection that writes. To be called where the write lock is free.
    func rollBackOpenTransaction() throws {
        try withDatabase { try $0.writeWithoutTransaction { try rollBackOpenTransaction($0) } }
    }

    /// Notes where the file is. To be called before anything is read that other processes may change.
    func beginToKnow() throws {
        try withDatabase { writer in
            try writer.writeWithoutTransaction { database in
                _ = try runner(on: database)
                known.begin(database, writer)
            }
        }
    }

    /// - Throws: ``StoreError`` with code `readOnly` where nothing may be written.
    package func checkWritable() throws {
        try checkProcess()
        guard isReadOnly else { return }
        throw StoreError(.readOnly, readOnlyReason ?? "The store\(place) was opened with allowsSave: false.")
    }

    /// Runs statements outside of a transaction, such as `VACUUM`.
    /// - Parameter mayCommit: True if they may be commits, of whatever number.
    package func writeWithoutTransaction<Result>(
        mayCommit: Bool = true,
        _ body: (SQLRunner) throws -> Result
    ) throws -> Result {
        try checkNotHeldHere()
        return try mappingErrors {
            try composedColumns.write {
                try source.current().writeWithoutTransaction { database in
                    defer {
                        if mayCommit { known.didWriteWithoutTransaction() }
                        DerivedRows.take(database)
                    }
                    try rollBackOpenTransaction(database)
                    return try body(runner(on: database))
                }
            }
        }
    }

    /// Closes every connection; later calls throw `closed`.
    package func close() throws {
        try checkNotHeldHere()
        try mappingErrors { try source.close() }
    }

    private var place: String { path.map { " at \($0)" } ?? " in memory" }

    func runner(on database: Database) throws -> SQLRunner { try runner(on: database, faults: nil) }

    func runner(on database: Database, faults: ReadFaults?) throws -> SQLRunner {
        guard database.sqliteConnection != nil else { throw StoreError(.closed, "The store\(place) has been closed.") }
        var observer = statementObserver
        if let trace = StatementTrace.current { observer = TracedStatements(trace, observer).add }
        return SQLRunner(database: database, observer: observer, faults: faults)
    }

    /// Lends the connections to use now.
    func withDatabase<Result>(_ body: (any DatabaseWriter) throws -> Result) throws -> Result {
        try checkProcess()
        return try mappingErrors { try whole(body) }
    }

    /// Runs a closure that reads, and runs it again where a writer has changed the file under a connection that takes
    /// no locks.
    private func whole<Result>(_ body: (any DatabaseWriter) throws -> Result) throws -> Result {
        for _ in 0..<Self.mostReads {
            let database = try source.current()
            do {
                let result = try body(database)
                if source.isWhole(database, nil) { return result }
            } catch {
                // The failure may come from a read of a file that changed.
                if source.isWhole(database, error) { throw error }
            }
        }
        throw StoreError(
            .locked,
            "The store\(place) was written to during each of \(Self.mostReads) reads, and is read without locks. Try again "
                + "later."
        )
    }

    /// The maximum number of attempts to read a file that is written during each of them.
    private static let mostReads = 10

    /// True if no `fork` lies between the process that opened the store and this one.
    var isOfThisProcess: Bool { generation == ProcessGeneration.current }

    /// - Throws: ``StoreError`` with code `forked` in a child of the process that opened the store, and with code `busy` in a
    ///   function that a statement calls, and in code that side tables are lent to, which have a connection already.
    func checkProcess() throws {
        if !isOfThisProcess { throw ProcessGeneration.error(place) }
        if ProgramFunctions.areRunning {
            throw StoreError(
                .busy,
                "A function or a collation of the configuration uses the store\(place) while it runs."
            )
        }
        if LentSideTables.connection == ObjectIdentifier(self) {
            throw StoreError(
                .busy,
                "A closure that has the side tables of the store\(place) uses the store. Use the side tables alone."
            )
        }
    }

    /// Closes the descriptors that are not in use now.
    func releaseReaders() { source.releaseReaders() }

    func mappingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            if error.resultCode == .SQLITE_INTERRUPT, let stop = ContextCall.current?.stop { throw stop }
            throw SQLiteFailure(error).storeError(path: path)
        } catch let error as FileFailure {
            throw error.storeError
        }
    }
}
