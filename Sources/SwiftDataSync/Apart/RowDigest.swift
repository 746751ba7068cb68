import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// The hash of the values of a new row, by which the row is found again after its save was interrupted.
enum RowDigest {
    /// All values are part of the hash: rows that differ in a single value must not be taken for each other.
    ///
    /// - Parameter isNew: True for a row of the same save, whose identifier the save decides on.
    /// - Throws: ``SyncError`` with code `value` where a value cannot be encoded, as one that is damaged in the store.
    static func of(_ row: DefaultSnapshot, isNew: (PersistentIdentifier) -> Bool) throws -> Data {
        var members: [SyncName: SyncValue] = [:]
        for (slot, property) in row.layout.properties.enumerated() {
            // The names of properties may be longer than a name may be here.
            let name = try SyncName(String(slot))
            switch (property.shape, row.values[slot]) {
            case (.attribute(let attribute), let value) where !property.isEphemeral:
                let coding = ValueCoding(attribute: attribute, entity: row.layout.entityName)
                members[name] = try coding.wire(value) { _ in nil }
            case (.toOne, .identifier(let destination)):
                members[name] = .string(isNew(destination) ? destination.entityName : destination.description)
            default: continue
            }
        }
        guard case .composite(let bytes) = SyncValue.composite(members: members) else { throw SyncTables.damaged }
        return SecureHash.sha256(ofContent: Data(bytes))
    }
}
