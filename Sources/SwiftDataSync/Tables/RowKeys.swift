import Foundation
import SwiftDataCore
import SwiftDataSyncCore

// The keys of rows in the tables of sync: numbers, or the texts of the keys of custom stores as bytes.

extension PersistentIdentifier {
    /// The key of a row; nil for one that has not been saved.
    var tableKey: StoredValue? {
        switch id.key.plain {
        case .row(let number): .integer(number)
        case .custom(let key): .data(Data(key.text.utf8))
        case .temporary, .foreign: nil
        }
    }

    /// The identifier with a key of the tables; nil for what is no key.
    init?(store: String, entity: String, tableKey: StoredValue) {
        switch tableKey {
        case .integer(let number): self.init(store: store, entity: entity, row: number)
        case .data(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            self.init(space: .named(store: store, entity: entity), key: .custom(CustomKey(text)))
        default: return nil
        }
    }
}

extension SyncRecords {
    /// Gives the record of a new row the identifier that a store has given the row. Without one, the record has no row.
    static func replacePlace(
        _ provisional: PersistentIdentifier,
        by identifier: PersistentIdentifier?,
        _ tables: any SideTables
    ) throws {
        let former: [StoredValue] = [provisional.tableKey ?? .null, .string(provisional.entityName)]
        guard let identifier, let key = identifier.tableKey else {
            return try tables.run(
                "UPDATE OSD_SyncRecord SET row = NULL, rowEntity = NULL WHERE row = ? AND rowEntity = ?",
                former
            )
        }
        let place: [StoredValue] = [key, .string(identifier.entityName)]
        // A store that has answered with the row of another record has made the two one row.
        try tables.run("UPDATE OSD_SyncRecord SET row = NULL, rowEntity = NULL WHERE row = ? AND rowEntity = ?", place)
        try tables.run(
            "UPDATE OSD_SyncRecord SET row = ?, rowEntity = ? WHERE row = ? AND rowEntity = ?",
            place + former
        )
    }
}
