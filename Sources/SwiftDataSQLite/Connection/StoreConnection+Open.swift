import Foundation
import GRDB
import SwiftDataCore

extension StoreConnection {
    /// A store with nothing on disk.
    package static func inMemory(settings: ConnectionSettings = .ordinary) throws -> StoreConnection {
        let database = try opening(path: nil) {
            try DatabaseQueue(configuration: settings.configuration(isReadOnly: false))
        }
        return StoreConnection(FixedConnection(database, nil), path: nil, isReadOnly: false, settings: settings)
    }

    /// A file that may be written, created when missing.
    /// - Throws: ``StoreError`` with the cause: `missingFolder`, `noPermission`, `notADatabase`, `locked`, …
    package static func file(
        _ path: String,
        settings: ConnectionSettings = .ordinary
    ) throws -> StoreConnection {
        let path = StorePath.resolved(path)
        try OpenFiles.checkProcess(path)
        try RunningMigrations.checkIsNotMigrating(path)
        try checkFile(path)
        let mark = OpenFiles.Mark(path)
        let pool = try retryingWhileLocked(for: settings.busyTimeout, path: path) {
            try DatabasePool(path: path, configuration: settings.configuration(isReadOnly: false, path: path))
        }
        // GRDB's pool lowers it to NORMAL as it opens, with which a power cut may undo saves that have returned.
        try opening(path: path) {
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        }
        let connection = StoreConnection(
            FixedConnection(pool, mark),
            path: path,
            isReadOnly: false,
            openedFiles: OpenedFiles(path),
            settings: settings
        )
        connection.statementObserver = settings.statementObserver
        connection.readFaults = settings.readFaults
        return connection
    }

    static func opening<Result>(path: String?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw SQLiteFailure(error).storeError(path: path)
        }
    }

    /// SQLite reports a lock at once, without waiting, where waiting could be a deadlock: two processes that switch a
    /// fresh file to WAL are an example.
    private static func retryingWhileLocked<Result>(
        for timeout: TimeInterval,
        path: String,
        _ body: () throws -> Result
    ) throws -> Result {
        let end = Date(timeIntervalSinceNow: timeout)
        while true {
            do {
                return try opening(path: path, body)
            } catch let error as StoreError where error.code == .locked && Date() < end {
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }

    /// SQLite would open a file it may not write as a read-only one, and fail at the first save.
    private static func checkFile(_ path: String) throws {
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        guard !isFolder.boolValue else { throw StoreError(.cannotOpen, "\(path) is a folder, not a store.") }
        guard files.isReadableFile(atPath: path), files.isWritableFile(atPath: path) else {
            throw StoreError(
                .noPermission,
                "This process may not write the store at \(path); open it with allowsSave: false to read it."
            )
        }
    }
}
