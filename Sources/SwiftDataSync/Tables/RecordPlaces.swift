import SwiftDataCore
import SwiftDataSyncCore

/// The rows of the store that records have, as they are after a transaction of the engine.
///
/// Not shared: it serves one call on the thread of the engine.
final class RecordPlaces {
    private let store: any SideTableStore
    private let storeIdentifier: String
    /// The known pairs in both directions; the inner value is nil for a row without a record and for a record without a
    /// row.
    private var records: [PersistentIdentifier: RecordID?] = [:]
    private var places: [RecordID: PersistentIdentifier?] = [:]
    private var moved: Set<RecordID> = []
    /// The records that had no row before this transaction.
    private var placeless: Set<RecordID> = []

    init(_ store: any SideTableStore, storeIdentifier: String) {
        self.store = store
        self.storeIdentifier = storeIdentifier
    }

    // MARK: Reading

    /// The record of a row of the store; nil where it has none.
    func row(of identifier: PersistentIdentifier) throws -> RecordID? {
        if let known = records[identifier] { return known }
        guard let key = identifier.tableKey else { return nil }
        let found = try store.firstRow(
            "SELECT uuid, entity FROM OSD_SyncRecord WHERE row = ? AND rowEntity = ?",
            [key, .string(identifier.entityName)]
        ) { try RecordID(columns: $0) }
        records[identifier] = .some(found)
        if let found { places[found] = .some(identifier) }
        return found
    }

    /// The row of the store that a record has; nil where it has none.
    func place(of id: RecordID) throws -> PersistentIdentifier? {
        if let known = places[id] { return known }
        let found = try store.firstRow(
            "SELECT rowEntity, row FROM OSD_SyncRecord WHERE uuid = ? AND entity = ? AND row IS NOT NULL",
            id.keyColumns
        ) { identifier($0) }
        places[id] = .some(found)
        if let found { records[found] = .some(id) }
        return found
    }

    /// Reads the records of rows, so that they are known. Rows without a record are known to have none.
    func load(_ identifiers: [PersistentIdentifier]) throws {
        let unknown = identifiers.filter { records[$0] == nil && $0.row != nil }
        for (entity, rows) in Dictionary(grouping: unknown, by: \.entityName) {
            for start in stride(from: 0, to: rows.count, by: 500) {
                let part = rows[start..<min(start + 500, rows.count)]
                let found = try read(part.compactMap(\.row), entity)
                for identifier in part {
                    let id = identifier.row.flatMap { found[$0] }
                    records[identifier] = .some(id)
                    if let id { places[id] = .some(identifier) }
                }
            }
        }
    }

    private func read(_ keys: [Int64], _ entity: String) throws -> [Int64: RecordID] {
        var found: [Int64: RecordID] = [:]
        try store.readSideTables { tables in
            try tables.forEachRow(
                """
                SELECT uuid, entity, row FROM OSD_SyncRecord
                WHERE rowEntity = ? AND row IN (SELECT value FROM json_each(?))
                """,
                [.string(entity), .string("[\(keys.map(String.init).joined(separator: ","))]")]
            ) { row in
                if let key = row[2].integer { found[key] = try RecordID(columns: row) }
                return true
            }
        }
        return found
    }

    /// The records of all rows of the store that have one.
    func all() throws -> [RecordID] { try all(after: 0, limit: .max).map(\.row) }

    /// The records of rows of the store, with the keys by which they are read in parts.
    func all(after key: Int64, limit: Int) throws -> [(row: RecordID, key: Int64)] {
        let rows = try store.readSideTables { tables in
            try tables.rows(
                """
                SELECT uuid, entity, key FROM OSD_SyncRecord WHERE key > ? AND row IS NOT NULL AND state IS NOT NULL
                ORDER BY key LIMIT ?
                """,
                [.integer(key), .integer(Int64(limit))]
            )
        }
        return try rows.compactMap { row in try row[2].integer.map { (try RecordID(columns: row), $0) } }
    }

    /// Reads the columns `rowEntity` and `row` of a record; nil for a record that the tables do not have.
    func note(_ columns: [StoredValue]?, of id: RecordID) {
        guard places[id] == nil else { return }
        let place = columns.flatMap(identifier)
        places[id] = .some(place)
        if let place { records[place] = .some(id) }
    }

    private func identifier(_ columns: [StoredValue]) -> PersistentIdentifier? {
        columns[0].text.flatMap { PersistentIdentifier(store: storeIdentifier, entity: $0, tableKey: columns[1]) }
    }

    // MARK: Changing

    /// Gives a row to a record that the tables do not have.
    func giveFirst(_ identifier: PersistentIdentifier, to id: RecordID) {
        placeless.insert(id)
        give(identifier, to: id)
    }

    /// Gives a row to a record. A former record of the row has none then: two records are one row now.
    func give(_ identifier: PersistentIdentifier, to id: RecordID) {
        if case .some(.some(let former)) = records[identifier], former != id {
            places[former] = .some(nil)
            moved.insert(former)
        }
        if !moved.contains(id), places[id] == .some(nil) { placeless.insert(id) }
        records[identifier] = .some(id)
        places[id] = .some(identifier)
        moved.insert(id)
    }

    /// Notes that a row of the store is deleted.
    func noteDeletion(of identifier: PersistentIdentifier) throws {
        guard let id = try row(of: identifier) else { return }
        records[identifier] = .some(nil)
        places[id] = .some(nil)
        moved.insert(id)
    }

    // MARK: Writing

    /// Writes the changes. To be called in the transaction of the store.
    func write(to tables: any SideTables) throws {
        // Places are taken from all before any is given, since a row has one record.
        for id in moved where !placeless.contains(id) {
            try tables.run(
                "UPDATE OSD_SyncRecord SET row = NULL, rowEntity = NULL WHERE uuid = ? AND entity = ?",
                id.keyColumns
            )
        }
        for id in moved {
            guard case .some(.some(let place)) = places[id], let key = place.tableKey else { continue }
            try tables.run(
                """
                INSERT INTO OSD_SyncRecord (uuid, entity, hasJoins, row, rowEntity) VALUES (?, ?, 0, ?, ?)
                ON CONFLICT (uuid, entity) DO UPDATE SET row = excluded.row, rowEntity = excluded.rowEntity
                """,
                id.keyColumns + [key, .string(place.entityName)]
            )
        }
    }

    /// Gives the record of a new row the identifier that a store has given the row. Without one, the record has no row.
    static func replace(
        _ provisional: PersistentIdentifier,
        by identifier: PersistentIdentifier?,
        _ tables: any SideTables
    ) throws {
        let former: [StoredValue] = [provisional.tableKey ?? .null, .string(provisional.entityName)]
        let removal = "UPDATE OSD_SyncRecord SET row = NULL, rowEntity = NULL WHERE row = ? AND rowEntity = ?"
        guard let identifier, let key = identifier.tableKey else { return try tables.run(removal, former) }
        let place: [StoredValue] = [key, .string(identifier.entityName)]
        // A store that has answered with the row of another record has made the two one row.
        try tables.run(removal, place)
        try tables.run(
            "UPDATE OSD_SyncRecord SET row = ?, rowEntity = ? WHERE row = ? AND rowEntity = ?",
            place + former
        )
    }
}
