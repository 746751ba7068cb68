import Foundation
import SwiftDataCore
import SwiftDataSyncCore

// The keys of the tables of sync. Rows of the store have numbers, or the texts of the keys of custom stores as bytes.

extension PersistentIdentifier {
    /// The key of a row; nil for one that has not been saved.
    var tableKey: StoredValue? {
        switch id.key.plain {
        case .row(let number): .integer(number)
        case .custom(let key): .data(Data(key.text.utf8))
        case .temporary, .foreign: nil
        }
    }

    /// The identifier with a key of the tables; nil for a value that is no key.
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

extension RecordID {
    /// The columns `uuid` and `entity`, by which the tables name a record.
    var keyColumns: [StoredValue] { [.bytes(uuid.bytes), .string(entity.text)] }

    /// The record that the first two columns of a row name.
    /// - Throws: ``SyncError`` with code `tables`.
    init(columns row: [StoredValue]) throws {
        guard let bytes = row[0].bytes, let uuid = UUIDBits(bytes: bytes), let entity = row[1].text else {
            throw SyncTables.damaged
        }
        self.init(entity: try SyncName(entity), uuid: uuid)
    }
}

extension SideTableStore {
    /// Returns the result of `read` for the first row that a statement finds; nil where there is no row.
    func firstRow<Result>(
        _ sql: String,
        _ values: [StoredValue],
        _ read: ([StoredValue]) throws -> Result?
    ) throws -> Result? {
        try readSideTables { tables in
            var result: Result?
            try tables.forEachRow(sql, values) { row in
                result = try read(row)
                return false
            }
            return result
        }
    }

    /// The records that the rows of a statement begin with.
    func records(_ sql: String, _ values: [StoredValue]) throws -> [RecordID] {
        try readSideTables { tables in try tables.rows(sql, values) }.map { try RecordID(columns: $0) }
    }
}
