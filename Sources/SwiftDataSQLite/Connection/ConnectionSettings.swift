package import Foundation
package import GRDB
package import SwiftDataCore

/// The settings of a store's connections.
package struct ConnectionSettings: Sendable {
    /// The time to wait for another connection's lock.
    package var busyTimeout: TimeInterval

    /// The time for which a save retries to write rows that are changed again before each attempt.
    package var conflictTimeout: TimeInterval = 10

    /// The ways in which a store learns of commits of other processes.
    package var watching: Watching

    /// The maximum size of the `-wal` after a save, in bytes; nil for no limit.
    package var logLimit: Int?

    /// The functions, orders and settings that the program gives each connection.
    package var setup = StoreConnectionSetup()

    /// A function that is called with the text of each statement from the first on.
    package var statementObserver: (@Sendable (String) -> Void)?

    /// Makes reads fail from the first on, for tests.
    package var readFaults: ReadFaults?

    /// The calls that make and remove files beside the store's own.
    package var files: any FileCalls = SystemFiles()

    package enum Watching: Sendable {
        /// The system reports changes; where it does not, as with `timer`.
        case system
        /// The store looks ten times in a second.
        case timer
        /// No watch.
        case off
    }

    /// The size of the page cache of the connection that writes, in kilobytes.
    ///
    /// With SQLite's 2,000, a transaction that writes more puts pages of indices into the log and reads them again,
    /// many of them more than once, so that a row takes longer the more rows there are. Memory is taken as pages are
    /// used. Read-only connections, of which a store has several, keep SQLite's default.
    package static let writingCache = 32_000

    /// The settings of stores that are opened without any. A test gives the stores of a task its own.
    @TaskLocal package static var ordinary = ConnectionSettings()

    package init(busyTimeout: TimeInterval = 10, watching: Watching = .system) {
        self.busyTimeout = busyTimeout
        self.watching = watching
    }

    package func configuration(isReadOnly: Bool, path: String? = nil) -> Configuration {
        let (logLimit, setup) = (logLimit, setup)
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        // Core Data's layout declares no foreign keys; integrity is the framework's business.
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(busyTimeout)
        configuration.persistentReadOnlyConnections = true
        // An isolated transaction stays open between the accesses of its thread: see ``WriteHold``.
        configuration.allowsUnsafeTransactions = true
        configuration.label = "OpenSwiftData"
        configuration.prepareDatabase { database in
            SQLExtensions.register(on: database)
            guard !database.configuration.readonly else { return try ProgramFunctions.register(setup, on: database) }
            try database.execute(sql: "PRAGMA cache_size = -\(Self.writingCache)")
            if let logLimit { try database.execute(sql: "PRAGMA journal_size_limit = \(logLimit)") }
            // Takes effect before the first table only, and GRDB's pool makes one as it opens. In a file that has it,
            // the pragma would be a commit, which other connections take for a change.
            if try Int.fetchOne(database, sql: "PRAGMA auto_vacuum") != 2 {
                try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            }
            if let path { try QuietCommits.fillEmptyLog(of: path, database) }
            try ProgramFunctions.register(setup, on: database)
        }
        return configuration
    }
}
