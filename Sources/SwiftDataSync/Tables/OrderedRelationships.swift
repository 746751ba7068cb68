import SwiftDataCore
import SwiftDataSyncCore

/// The to-many relationships of rows in which a member has a place in the order, or had one: the states of members are read
/// in these alone.
///
/// Not shared: it serves one call on the thread of the engine.
final class OrderedRelationships {
    private struct Key: Hashable {
        let owner: RecordID
        let name: SyncName

        var columns: [StoredValue] { owner.keyColumns + [.string(name.text)] }
    }

    private let store: any SideTableStore
    /// The answers that are known.
    private var known: [Key: Bool] = [:]
    private var added: Set<Key> = []

    init(_ store: any SideTableStore) { self.store = store }

    func contains(_ name: SyncName, of owner: RecordID) throws -> Bool {
        let key = Key(owner: owner, name: name)
        if let known = known[key] { return known }
        let found =
            try store.firstRow(
                "SELECT 1 FROM OSD_SyncOrdered WHERE uuid = ? AND entity = ? AND name = ?",
                key.columns
            ) { _ in true } ?? false
        known[key] = found
        return found
    }

    func add(_ name: SyncName, of owner: RecordID) throws {
        guard try !contains(name, of: owner) else { return }
        let key = Key(owner: owner, name: name)
        known[key] = true
        added.insert(key)
    }

    /// Writes the added entries. To be called in the transaction of the store.
    func write(to tables: any SideTables) throws {
        try tables.run(
            "INSERT INTO OSD_SyncOrdered (uuid, entity, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            each: added.map(\.columns)
        )
    }
}
