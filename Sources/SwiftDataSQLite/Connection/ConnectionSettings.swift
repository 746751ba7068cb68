package import Foundation
package import GRDB

/// How the connections of a store are set up.
package struct ConnectionSettings: Sendable {
    /// How long to wait for another connection's lock.
    package var busyTimeout: TimeInterval

    package init(busyTimeout: TimeInterval = 10) {
        self.busyTimeout = busyTimeout
    }

    package func configuration(isReadOnly: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        // Core Data's layout declares no foreign keys; integrity is the framework's business.
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(busyTimeout)
        configuration.persistentReadOnlyConnections = true
        configuration.label = "OpenSwiftData"
        configuration.prepareDatabase { database in
            SQLExtensions.register(on: database)
            guard !database.configuration.readonly else { return }
            // Takes effect before the first table only, and GRDB's pool makes one as it opens.
            try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
        }
        return configuration
    }
}
