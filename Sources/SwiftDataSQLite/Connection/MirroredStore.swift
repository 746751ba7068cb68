import Foundation
import GRDB
import SwiftDataCore

/// Tells whether Apple's frameworks mirror a store to CloudKit. Its tables `ANSCK…` refer to rows by number and key, and
/// what is to be sent is worked out from the history.
enum MirroredStore {
    private static let count = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name GLOB 'ANSCK*'"

    /// Looks through a connection that may write, before it does.
    static func isOne(_ connection: StoreConnection) throws -> Bool {
        try connection.readOnce { try $0.integer(count) ?? 0 } > 0
    }

    /// Looks without writing to the file. Nil where it cannot be read in this way, as when somebody holds a lock: then
    /// it is to be asked again once it is open.
    static func isOne(_ path: String, settings: ConnectionSettings) -> Bool? {
        guard FileFingerprint.size(path) != 0 else { return false }
        func hasTables(_ name: String) -> Bool? {
            let queue = try? DatabaseQueue(path: name, configuration: settings.configuration(isReadOnly: true))
            defer { try? queue?.close() }
            return (try? queue?.read { try Int.fetchOne($0, sql: count) }).map { $0 > 0 }
        }
        let alone = ReadOnlyConnection.uri(path, "immutable=1")
        switch ReadOnlyAccess.choose(for: path) {
        case .immutable: return hasTables(alone)
        case .live: return hasTables(path)
        // Most often the tables are in the file itself, which is read without making a `-shm`.
        case .copy: return hasTables(alone) == true ? true : hasTables(path)
        }
    }

    static func reason(_ path: String) -> String {
        "The store at \(path) is mirrored to CloudKit by Apple's frameworks. It was opened to be read only; set "
            + "allowsSavingMirroredStores in its ModelConfiguration to write to it all the same."
    }
}
