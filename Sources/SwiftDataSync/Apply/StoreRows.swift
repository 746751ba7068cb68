import SwiftDataCore

/// The rows of a store as they are while the write lock is held, read once each.
///
/// Not shared: it serves one call on the thread of the engine.
final class StoreRows {
    private let store: any StoreAccess
    private let editing: EditingState
    private var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
    /// The members and owners that were read.
    private var members: [Relationship: [PersistentIdentifier]] = [:]
    private var owners: [OwnerKey: PersistentIdentifier?] = [:]
    /// The store, where its rows have the lists of their members.
    private let complete: (any CompleteRowStore)?
    /// The identifiers that such lists have and that are of no row.
    private var absent: Set<PersistentIdentifier> = []
    /// The owners of members that keep no reference, by relationship.
    private var listedOwners: [OwnerSlot: [PersistentIdentifier: PersistentIdentifier]] = [:]

    private struct Relationship: Hashable {
        let owner: PersistentIdentifier
        let slot: Int
    }

    private struct OwnerKey: Hashable {
        let member: PersistentIdentifier
        let slot: Int
        let entity: String
    }

    private struct OwnerSlot: Hashable {
        let entity: String
        let slot: Int
    }

    init(_ store: any StoreAccess, _ editing: EditingState) {
        self.store = store
        self.editing = editing
        complete = store as? any CompleteRowStore
    }

    /// Reads rows that have not been read. Deleted rows are left out. A value that is damaged is `.unloaded`.
    func load(_ identifiers: [PersistentIdentifier]) throws {
        let unread = identifiers.filter { snapshots[$0] == nil }
        guard !unread.isEmpty else { return }
        if let complete { return try take(Array(complete.completeRows(for: unread, editing).values), of: complete) }
        for snapshot in try store.rows(for: unread, salvaging: true, editing).snapshots {
            snapshots[snapshot.persistentIdentifier] = snapshot
        }
    }

    /// The identifiers of some rows that the store has.
    func present(_ identifiers: [PersistentIdentifier]) throws -> Set<PersistentIdentifier> {
        if let complete { return Set(try complete.completeRows(for: identifiers, editing).keys) }
        return Set(try store.rows(for: identifiers, salvaging: true, editing).identifiers)
    }

    /// A row that has been read; nil where there is none.
    subscript(identifier: PersistentIdentifier) -> DefaultSnapshot? { snapshots[identifier] }

    /// Adds rows that were read otherwise.
    func note(_ snapshot: DefaultSnapshot) { snapshots[snapshot.persistentIdentifier] = snapshot }

    /// The members of a to-many relationship, in their order.
    func members(_ slot: Int, of row: DefaultSnapshot) throws -> [PersistentIdentifier] {
        if case .identifiers(let members) = row.values[slot] {
            return complete == nil ? members : try living(members, slot, of: row)
        }
        let key = Relationship(owner: row.persistentIdentifier, slot: slot)
        if let known = members[key] { return known }
        let found = try readMembers(slot, of: row)
        members[key] = found
        return found
    }

    private func readMembers(_ slot: Int, of row: DefaultSnapshot) throws -> [PersistentIdentifier] {
        let owner = row.persistentIdentifier
        // The values of the members may be large, and are not needed.
        if let store = store.object as? any MemberListing {
            return try store.memberIdentifiers(slot, of: row.layout, owners: [owner])[owner] ?? []
        }
        let batch = try store.members(
            slot,
            of: row.layout,
            owners: [owner],
            salvaging: true,
            limit: .max,
            editing
        )
        guard let range = batch.ranges.first ?? nil else {
            throw SyncError(
                .unsupportedStore,
                "The store does not return the members of a relationship. Implement that in the store.",
                entity: row.layout.entityName,
                property: row.layout.properties[slot].name
            )
        }
        return range.map { batch.rows.identifiers[$0] }
    }

    /// The owner of a member of a relationship without an inverse.
    func owner(of member: PersistentIdentifier, slot: Int, of layout: ModelLayout) throws -> PersistentIdentifier? {
        guard let complete else {
            let key = OwnerKey(member: member, slot: slot, entity: layout.entityName)
            if let known = owners[key] { return known }
            let found = try store.owners(of: [member], slot: slot, of: layout, editing)[member]
            owners[key] = .some(found)
            return found
        }
        let place = OwnerSlot(entity: layout.entityName, slot: slot)
        if let known = listedOwners[place] { return known[member] }
        var found: [PersistentIdentifier: PersistentIdentifier] = [:]
        for row in try complete.completeRows(of: layout, editing) {
            guard case .identifiers(let members) = row.values[slot] else { continue }
            for member in members { found[member] = row.persistentIdentifier }
        }
        listedOwners[place] = found
        return found[member]
    }

    // MARK: Stores whose rows have lists of members

    /// Reads all rows of a class, and of its subclasses, of a store that cannot be walked.
    func loadAll(of layout: ModelLayout) throws -> [DefaultSnapshot] {
        guard let complete else { return [] }
        let found = try complete.completeRows(of: layout, editing)
        try take(found, of: complete)
        return found
    }

    /// Takes rows in, and reads the members that they list: many lists cost one question to the store.
    private func take(_ rows: [DefaultSnapshot], of store: any CompleteRowStore) throws {
        for row in rows { snapshots[row.persistentIdentifier] = row }
        try loadMembers(rows.flatMap { row in row.values.flatMap(\.members) }, of: store)
    }

    private func loadMembers(_ members: [PersistentIdentifier], of store: any CompleteRowStore) throws {
        let missing = Set(members).subtracting(absent).filter { snapshots[$0] == nil }
        guard !missing.isEmpty else { return }
        let found = try store.completeRows(for: missing.sorted(), editing)
        snapshots.merge(found) { first, _ in first }
        absent.formUnion(missing.filter { found[$0] == nil })
    }

    /// The members that there are. Where they have a reference to their owner, it decides.
    private func living(
        _ members: [PersistentIdentifier],
        _ slot: Int,
        of row: DefaultSnapshot
    ) throws -> [PersistentIdentifier] {
        if let complete { try loadMembers(members, of: complete) }
        let inverse = row.layout.declaring(slot).inverse(of: slot)
        let back = inverse.flatMap { $0.layout.properties[$0.slot].isToOne ? $0.slot : nil }
        return members.filter { member in
            guard let other = snapshots[member] else { return false }
            guard let back, case .identifier(let owner) = other.values[back] else { return true }
            return owner == row.persistentIdentifier
        }
    }
}

extension StoredValue {
    fileprivate var members: [PersistentIdentifier] {
        if case .identifiers(let members) = self { members } else { [] }
    }
}
