import Foundation
import GRDB
import SwiftDataCore

/// Tells whether Apple's frameworks mirror a store to CloudKit. Its tables `ANSCK…` refer to rows by number and key, and
/// what is to be sent is worked out from the history.
enum MirroredStore {
    /// Looks without writing to the file. A file that cannot be read is for who opens it to report.
    static func isOne(_ path: String, settings: ConnectionSettings) -> Bool {
        guard FileFingerprint.size(path) > 0 else { return false }
        let queue = try? DatabaseQueue(path: path, configuration: settings.configuration(isReadOnly: true))
        defer { try? queue?.close() }
        let found = try? queue?.read { database in
            try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name GLOB 'ANSCK*'"
            )
        }
        return (found ?? 0) > 0
    }

    static func reason(_ path: String) -> String {
        "The store at \(path) is mirrored to CloudKit by Apple's frameworks. It was opened to be read only; set "
            + "allowsSavingMirroredStores in its ModelConfiguration to write to it all the same."
    }
}
