import GRDB
import GRDBSQLite
import SwiftDataCore

extension Database {
    /// Runs statements that end with `SQLITE_INTERRUPT` once the call of `read` or `write` that they are for has to stop.
    ///
    /// SQLite asks from within the statement, on the thread of the call, and only as long as this runs. An interruption
    /// by another thread would have to find the connection at the right moment: it could hit the next user of the
    /// connection, and SQLite forgets it between two statements.
    /// - Throws: The errors of the closure; the error of a call that has to stop already.
    func stoppable<Result>(_ body: () throws -> Result) throws -> Result {
        guard let call = ContextCall.current else { return try body() }
        try call.check()
        sqlite3_progress_handler(
            sqliteConnection,
            Self.stepsBetweenQuestions,
            { call in
                guard let call else { return 0 }
                return Unmanaged<ContextCall>.fromOpaque(call).takeUnretainedValue().mustStop ? 1 : 0
            },
            Unmanaged.passUnretained(call).toOpaque()
        )
        defer { withExtendedLifetime(call) { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) } }
        return try body()
    }

    /// The number of steps of SQLite's machine between two questions: less than a tenth of a millisecond.
    private static let stepsBetweenQuestions: CInt = 1_000

    /// Takes the write lock, for a call of `write` in small steps between which the call may end.
    /// - Parameter begin: The statement that takes it.
    func takingLock(_ begin: Statement) throws {
        guard let call = ContextCall.current else { return try begin.execute() }
        while true {
            try call.check()
            do {
                return try waitingForLocks(milliseconds: Self.lockStep) { try begin.execute() }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // SQLite does not ask while it waits for a lock.
                if ContinuousClock.now >= call.waitEnd { throw error }
            }
        }
    }

    /// The time after which a call that waits for a lock checks if it has to stop, in milliseconds.
    private static let lockStep = 20
}
