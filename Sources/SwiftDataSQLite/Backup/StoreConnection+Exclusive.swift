import Foundation
import GRDB
import SwiftDataCore

extension StoreConnection {
    /// An existing store on one connection that keeps all other connections out, also readers, until it is closed.
    /// - Returns: Nil for a file that SQLite cannot make anything of.
    /// - Throws: ``StoreError`` with code `locked` where another connection has the file open.
    static func exclusiveFile(_ path: String, settings: ConnectionSettings) throws -> StoreConnection? {
        // Nothing may look at the file before the mode is set: in WAL mode, SQLite then takes a lock that it gets only where
        // no other connection has the file open, and that keeps all other connections out.
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(settings.busyTimeout)
        configuration.label = "OpenSwiftData restore"
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        do {
            try OpenFiles.checkProcess(path)
            let mark = OpenFiles.Mark(path)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            do {
                try queue.writeWithoutTransaction { database in
                    try database.execute(sql: "PRAGMA synchronous = FULL")
                    try database.execute(sql: "BEGIN EXCLUSIVE; COMMIT")
                }
            } catch {
                try? queue.close()
                throw error
            }
            let source = FixedConnection(queue, mark)
            return StoreConnection(source, path: path, isReadOnly: false, settings: settings)
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: throw inUse(path, error)
            case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR: return nil
            default: throw SQLiteFailure(error).storeError(path: path)
            }
        }
    }

    static func inUse(_ path: String, _ error: DatabaseError? = nil) -> StoreError {
        StoreError(
            .locked,
            "The store at \(path) is open in this process or in another one. Close it first: a store can be restored only "
                + "while no process uses it.",
            underlying: error.map(SQLiteErrorSummary.init)
        )
    }
}
