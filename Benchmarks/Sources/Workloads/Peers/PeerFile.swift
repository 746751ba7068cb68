import Foundation
import GRDB

/// Files of GRDB's contestants.
enum PeerFile {
    /// Opens a file with the settings that all contestants have.
    static func open(_ file: URL) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        // As ours: a pool that has just been closed may still be moving its log into the file.
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            if !database.configuration.readonly { try database.execute(sql: "PRAGMA cache_size = -32000") }
        }
        let pool = try DatabasePool(path: file.path, configuration: configuration)
        // The pool lowers it to NORMAL as it opens.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return pool
    }
}
