import SwiftDataCore

/// The rows that are to be written, each once, with the slots that differ from the store.
///
/// Not shared: it serves one call on the thread of the engine.
final class RowEdits {
    private let rows: StoreRows
    /// New rows by temporary identifier, in the order in which they were added.
    private(set) var inserted: [DefaultSnapshot] = []
    private var places: [PersistentIdentifier: Int] = [:]
    private var updated: [PersistentIdentifier: DefaultSnapshot] = [:]
    private(set) var deleted: [PersistentIdentifier: DefaultSnapshot] = [:]

    /// - Parameter rows: The rows as the store has them.
    init(_ rows: StoreRows) { self.rows = rows }

    /// Adds a new row.
    func insert(_ snapshot: DefaultSnapshot) {
        places[snapshot.persistentIdentifier] = inserted.count
        inserted.append(snapshot)
    }

    func delete(_ snapshot: DefaultSnapshot) {
        updated[snapshot.persistentIdentifier] = nil
        deleted[snapshot.persistentIdentifier] = snapshot
    }

    /// Sets a value of a row that is new, or that has been read.
    func set(_ value: StoredValue, _ slot: Int, of identifier: PersistentIdentifier) {
        if let place = places[identifier] {
            inserted[place].values[slot] = value
            return
        }
        change(identifier) { snapshot in
            snapshot.values[slot] = value
            Self.note(slot, &snapshot)
        }
    }

    /// Adds members to a to-many relationship and takes members out of it.
    func change(
        _ slot: Int,
        of identifier: PersistentIdentifier,
        adding added: [PersistentIdentifier],
        removing removed: [PersistentIdentifier] = []
    ) {
        guard !added.isEmpty || !removed.isEmpty else { return }
        if let place = places[identifier] {
            for member in added { inserted[place].values[slot].append(member) }
            return
        }
        change(identifier) { snapshot in
            var change = snapshot.toManyChanges[slot] ?? ToManyChange()
            change.added += added
            change.removed += removed
            snapshot.toManyChanges[slot] = change
            Self.note(slot, &snapshot)
        }
    }

    /// Sets the order of a to-many relationship, whose members are its members in the store after this save.
    func order(
        _ members: [PersistentIdentifier],
        _ slot: Int,
        of identifier: PersistentIdentifier
    ) {
        if let place = places[identifier] {
            inserted[place].values[slot] = .identifiers(members)
            return
        }
        change(identifier) { snapshot in
            snapshot.values[slot] = .identifiers(members)
            // The order alone: the members themselves are written with their own edits.
            snapshot.toManyChanges[slot] = snapshot.toManyChanges[slot] ?? ToManyChange()
            Self.note(slot, &snapshot)
        }
    }

    private func change(_ identifier: PersistentIdentifier, _ body: (inout DefaultSnapshot) -> Void) {
        guard deleted[identifier] == nil, var snapshot = updated.removeValue(forKey: identifier) ?? rows[identifier]
        else { return }
        if snapshot.changedSlots == nil { snapshot.changedSlots = [] }
        body(&snapshot)
        updated[identifier] = snapshot
    }

    private static func note(_ slot: Int, _ snapshot: inout DefaultSnapshot) {
        if snapshot.changedSlots?.contains(slot) != true { snapshot.changedSlots?.append(slot) }
    }

    /// The changes as a store takes them.
    var changes: StoreChanges {
        var changes = StoreChanges()
        changes.inserted = inserted
        changes.updated = updated.values.sorted { $0.persistentIdentifier < $1.persistentIdentifier }
        changes.deleted = deleted.values.sorted { $0.persistentIdentifier < $1.persistentIdentifier }
        changes.refusesDuplicates = true
        return changes
    }
}
