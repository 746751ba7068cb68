import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// The hash of the values of a new row, by which the row is found again after its save was interrupted.
enum RowDigest {
    /// - Parameter isNew: True for a row of the same save, whose identifier the save decides on.
    static func of(_ row: DefaultSnapshot, isNew: (PersistentIdentifier) -> Bool) -> Data {
        var members: [SyncName: SyncValue] = [:]
        for (slot, property) in row.layout.properties.enumerated() {
            guard let name = try? SyncName(property.name) else { continue }
            switch (property.shape, row.values[slot]) {
            case (.attribute(let attribute), let value) where !property.isEphemeral:
                let coding = ValueCoding(attribute: attribute, entity: row.layout.entityName)
                members[name] = try? coding.wire(value) { _ in nil }
            case (.toOne, .identifier(let destination)):
                members[name] = .string(isNew(destination) ? destination.entityName : destination.description)
            default: continue
            }
        }
        guard case .composite(let bytes) = SyncValue.composite(members: members) else { return Data() }
        return SecureHash.sha256(ofContent: Data(bytes))
    }
}
