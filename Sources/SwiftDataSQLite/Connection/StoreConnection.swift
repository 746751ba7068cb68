package import Foundation
package import GRDB
import GRDBSQLite
import SwiftDataCore

/// The database connections of one store.
///
/// A file is served by a pool, so that contexts read while another one saves; a store in memory by one connection.
package final class StoreConnection: Sendable {
    package let database: any DatabaseWriter
    /// The file as the caller named it, or nil in memory.
    package let path: String?
    package let isReadOnly: Bool
    /// Where a copy of a read-only store lies that cannot be read in place.
    private let temporaryFolder: URL?
    private let observer = Locked<(@Sendable (String) -> Void)?>(nil)

    package init(database: any DatabaseWriter, path: String?, isReadOnly: Bool, temporaryFolder: URL? = nil) {
        self.database = database
        self.path = path
        self.isReadOnly = isReadOnly
        self.temporaryFolder = temporaryFolder
    }

    deinit {
        writeLogIntoFile()
        guard let temporaryFolder else { return }
        try? database.close()
        try? FileManager.default.removeItem(at: temporaryFolder)
    }

    /// Is told the text of each statement that is run, apart from the ones that begin and end a transaction.
    package var statementObserver: (@Sendable (String) -> Void)? {
        get { observer.withLock { $0 } }
        set { observer.withLock { $0 = newValue } }
    }

    /// Runs one statement, or several that need not see the same state of the file.
    package func readOnce<Result>(_ body: (SQLRunner) throws -> Result) throws -> Result {
        try mappingErrors { try database.unsafeRead { try body(runner(on: $0)) } }
    }

    /// Runs several statements that see the same state of the file.
    package func read<Result>(_ body: (SQLRunner) throws -> Result) throws -> Result {
        try mappingErrors { try database.read { try body(runner(on: $0)) } }
    }

    /// Runs a transaction that takes the write lock at once, so that it never fails half-way for want of it.
    /// - Throws: ``StoreError`` with code `readOnly`, `locked`, `diskFull`, `constraint`, …; nothing was written then.
    package func write<Result>(_ body: (SQLRunner) throws -> Result) throws -> Result {
        try checkWritable()
        return try mappingErrors {
            try database.writeWithoutTransaction { database in
                let runner = try runner(on: database)
                var result: Result?
                try database.inTransaction(.immediate) {
                    result = try body(runner)
                    try runner.checkFile(path)
                    return .commit
                }
                guard let result else { throw StoreError(.sql, "The transaction ended without a result.") }
                return result
            }
        }
    }

    /// - Throws: ``StoreError`` with code `readOnly` where nothing may be written.
    package func checkWritable() throws {
        guard isReadOnly else { return }
        throw StoreError(.readOnly, "The store\(place) was opened with allowsSave: false.")
    }

    /// Runs statements outside of a transaction, such as `VACUUM`.
    package func writeWithoutTransaction<Result>(_ body: (SQLRunner) throws -> Result) throws -> Result {
        try mappingErrors { try database.writeWithoutTransaction { try body(runner(on: $0)) } }
    }

    /// Closes every connection; later calls throw `closed`.
    package func close() throws {
        writeLogIntoFile()
        try mappingErrors { try database.close() }
    }

    /// Leaves one file where there were three, unless somebody else has it open. Not done, nothing is lost: whoever
    /// opens the file next reads the log.
    private func writeLogIntoFile() {
        guard path != nil, !isReadOnly else { return }
        // SQLite removes the log when the last connection that may write is the last one to close.
        (database as? DatabasePool)?.invalidateReadOnlyConnections()
        database.writeWithoutTransaction { database in
            guard let connection = database.sqliteConnection else { return }
            sqlite3_busy_timeout(connection, 0)
            sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        }
    }

    private var place: String { path.map { " at \($0)" } ?? " in memory" }

    private func runner(on database: Database) throws -> SQLRunner {
        guard database.sqliteConnection != nil else { throw StoreError(.closed, "The store\(place) has been closed.") }
        return SQLRunner(database: database, observer: statementObserver)
    }

    private func mappingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw SQLiteFailure(error).storeError(path: path)
        }
    }
}
