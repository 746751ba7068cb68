import Foundation
import GRDB
import SwiftDataCore

/// The database with the search index of a store: a file beside it, or one in memory.
///
/// Nothing in it is worth keeping: it is made of the rows of the store, and made again where it is missing, damaged or of
/// another store. So it is no part of the store's file, which migrations, backups, the tool and Apple's frameworks see.
///
/// `lock` guards the connection, which one thread uses at a time.
final class SearchFile: Sendable {
    private let store: String?
    private let files: any FileCalls
    private let lock = NSLock()
    private let connection = Locked<DatabaseQueue?>(nil)
    /// True once an index could not be made: the version of SQLite may lack FTS5.
    private let hasFailed = Locked(false)

    /// The version of the tables. Another one is made again.
    static let version = 1

    /// - Parameter path: The file of the store; nil for one in memory, and for one that is only read.
    init(store: String?, files: any FileCalls) {
        self.store = store
        self.files = files
    }

    private var path: String? { store.map { $0 + Self.suffix } }

    /// The end of the name of the file.
    static let suffix = "-search"

    /// Removes the index, which the next search makes again.
    func clear() {
        lock.lock()
        defer { lock.unlock() }
        remove()
    }

    /// Runs code with the connection; nil where there is no index to be had.
    ///
    /// An index that is damaged is removed, and made again at once.
    ///
    /// The closure reads the store by a connection that the caller has already: a closure that waited for one could wait
    /// for threads that have one and wait for the index.
    /// - Parameter body: Throws ``SearchIndexFailure`` for errors of the index. Other errors are thrown on.
    func use<Result>(_ body: (Database) throws -> Result) throws -> Result? {
        lock.lock()
        defer { lock.unlock() }
        if hasFailed.withLock({ $0 }) { return nil }
        do {
            return try run(body)
        } catch let failure as SearchIndexFailure {
            guard Self.isDamage(failure.error) else {
                log.notice(
                    "A search reads all rows, because the search index cannot be used: \(failure.error.resultCode)"
                )
                return nil
            }
            log.notice("The search index is rebuilt: \(failure.error.resultCode)")
            remove()
        }
        do {
            return try run(body)
        } catch let failure as SearchIndexFailure {
            log.warning("Searches read all rows, because the search index cannot be made: \(failure.error.resultCode)")
            hasFailed.withLock { $0 = true }
            return nil
        }
    }

    /// True for an error of the index itself, and not of the disk or of another program that uses it.
    private static func isDamage(_ error: DatabaseError) -> Bool {
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_SCHEMA: true
        default: false
        }
    }

    private func run<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do {
            let queue = try connection.withLock { known in
                if let known { return known }
                let opened = try open()
                known = opened
                return opened
            }
            // The program may hold the write lock of the store on this thread: the index has a lock of its own.
            return try queue.write { try body($0) }
        } catch let error as DatabaseError {
            throw SearchIndexFailure(error: error)
        }
    }

    private func open() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            // An index that a failure of the system damages is made again.
            try database.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL")
        }
        guard let path, let store else { return try DatabaseQueue(configuration: configuration) }
        // The words are for the users who may read the store. SQLite gives its other files the mode of this one. Where the
        // file exists, it keeps its mode; where it cannot be made, opening it fails too.
        try? files.write(Data(), to: path, FilePermissions(of: store))
        do {
            return try DatabaseQueue(path: path, configuration: configuration)
        } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CANTOPEN || error.resultCode == .SQLITE_READONLY
        {
            // The folder may not be written. The index lives as long as the store is open.
            return try DatabaseQueue()
        }
    }

    private func remove() {
        connection.withLock { $0 = nil }
        guard let path else { return }
        for suffix in Self.databaseSuffixes {
            do {
                _ = try files.remove(path + suffix)
            } catch {
                log.notice("The search index at \(path + suffix) could not be removed: \(error)")
            }
        }
    }

    static let databaseSuffixes = ["", "-wal", "-shm", "-journal"]

    /// Removes the files of the index of a store that no process has open.
    static func remove(of store: String, _ files: any FileCalls) throws {
        for suffix in databaseSuffixes { _ = try files.remove(store + Self.suffix + suffix) }
    }
}
