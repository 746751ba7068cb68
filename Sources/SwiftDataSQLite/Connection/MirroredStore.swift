import Foundation
import GRDB
import SwiftDataCore

/// A check for stores that Apple's frameworks mirror to CloudKit. Their tables `ANSCK…` refer to rows by number and
/// key, and the data to send is determined from the history.
enum MirroredStore {
    private static let count = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name GLOB 'ANSCK*'"

    /// Looks through a connection.
    static func isOne(_ connection: StoreConnection) throws -> Bool {
        try connection.readOnce { try $0.integer(count) ?? 0 } > 0
    }

    /// Looks without writing to the file. Nil where it cannot be read in this way, as when another process holds a
    /// lock: then it is to be asked again once it is open.
    static func isOne(_ path: String, settings: ConnectionSettings) -> Bool? {
        do {
            guard let connection = try StoreConnection.lookedAt(path, settings: settings) else { return false }
            defer { try? connection.close() }
            return try isOne(connection)
        } catch {
            return nil
        }
    }

    static func reason(_ path: String) -> String {
        "The store at \(path) is mirrored to CloudKit by Apple's frameworks. It was opened to be read only; set "
            + "allowsSavingMirroredStores in its ModelConfiguration to write to it all the same."
    }
}
