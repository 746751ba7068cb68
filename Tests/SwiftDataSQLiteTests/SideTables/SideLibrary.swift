import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// A library whose rows a client changes without a context.
struct SideLibrary {
    let library: Library
    let editing = EditingState(author: "sync")

    init(folder: TemporaryFolder? = nil) throws { library = try Library(folder: folder) }

    var store: DefaultStore { library.store }
    var path: String { store.connection.path ?? "" }

    /// Makes the table of a client.
    func makeTable() throws {
        _ = try store.save(StoreChanges(), editing) { tables, _ in
            try tables.run(
                "CREATE TABLE IF NOT EXISTS OSD_RECORD (K INTEGER PRIMARY KEY, NAME TEXT UNIQUE, BYTES BLOB)"
            )
        }
    }

    static func slot(_ name: String, _ layout: ModelLayout) throws -> Int {
        try #require(layout.properties.firstIndex { $0.name == name })
    }

    /// A new row; values that are not named are null, and relationships to many empty.
    static func new<T: PersistentModel>(_ type: T.Type, _ values: [String: StoredValue]) throws -> DefaultSnapshot {
        let layout = ModelLayout.of(type)
        let row = layout.properties.map { property -> StoredValue in
            if let value = values[property.name] { return value }
            if case .toMany = property.shape { return .identifiers([]) }
            return .null
        }
        return DefaultSnapshot(persistentIdentifier: .temporary(layout), layout: layout, values: row)
    }

    /// The update of a stored row.
    func edit<T: PersistentModel>(
        _ type: T.Type,
        _ identifier: PersistentIdentifier,
        _ values: [String: StoredValue],
        members: [String: ToManyChange] = [:]
    ) throws -> DefaultSnapshot {
        let layout = ModelLayout.of(type)
        var row = try #require(try store.rows(for: [identifier], salvaging: false).snapshots.first)
        for (name, value) in values { row.values[try Self.slot(name, layout)] = value }
        var changed = try values.keys.map { try Self.slot($0, layout) }
        for (name, change) in members {
            let slot = try Self.slot(name, layout)
            row.toManyChanges[slot] = change
            if !changed.contains(slot) { changed.append(slot) }
        }
        row.changedSlots = changed.sorted()
        return row
    }

    func save(
        inserted: [DefaultSnapshot] = [],
        updated: [DefaultSnapshot] = [],
        deleted: [DefaultSnapshot] = [],
        _ body: (any SideTables, StoreSaveResult) throws -> Void = { _, _ in }
    ) throws -> StoreSaveResult {
        var changes = StoreChanges()
        (changes.inserted, changes.updated, changes.deleted) = (inserted, updated, deleted)
        return try store.save(changes, editing, sideTables: body)
    }

    /// What the sqlite3 program reads.
    func witness(_ sql: String) throws -> String {
        let program = try #require(Program.sqlite3, "needs sqlite3")
        return try program.run(["-cmd", ".timeout 10000", path, sql]).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

struct Stop: Error {}
