import SwiftDataCore

/// Makes whole rows of the edits of a save, with both sides of each relationship, as stores of other types keep them.
///
/// Edits name one side of a relationship, from which the default store reads the other one.
struct RowCompletion {
    private struct Place: Hashable {
        let row: PersistentIdentifier
        let slot: Int
    }

    private struct MemberEdit {
        var added: [PersistentIdentifier] = []
        var removed: Set<PersistentIdentifier> = []
    }

    private let read: ([PersistentIdentifier]) throws -> [PersistentIdentifier: DefaultSnapshot]
    private let deleted: Set<PersistentIdentifier>
    /// The rows as they are in the store, and as they are to be. New rows are in the second alone.
    private var former: [PersistentIdentifier: DefaultSnapshot] = [:]
    private var rows: [PersistentIdentifier: DefaultSnapshot] = [:]
    private var changed: [PersistentIdentifier: Set<Int>] = [:]
    private var members: [Place: MemberEdit] = [:]
    private var orders: [(place: Place, members: [PersistentIdentifier])] = []

    /// - Parameter read: Reads whole rows of the store.
    static func complete(
        _ changes: StoreChanges,
        read: @escaping ([PersistentIdentifier]) throws -> [PersistentIdentifier: DefaultSnapshot]
    ) throws -> StoreChanges {
        var completion = RowCompletion(changes, read)
        try completion.load(changes.updated.map(\.persistentIdentifier) + Array(completion.deleted))
        for row in changes.inserted { completion.rows[row.persistentIdentifier] = row }
        for row in changes.updated { try completion.update(row) }
        let living = (changes.inserted + changes.updated).map(\.persistentIdentifier)
        for row in living { completion.noteOwners(of: row) }
        for row in changes.inserted { completion.noteMembers(of: row) }
        for row in changes.updated { completion.noteMemberEdits(of: row) }
        for row in changes.deleted { completion.noteDeletion(of: row.persistentIdentifier) }
        try completion.load(completion.members.keys.map(\.row))
        completion.writeMembers()
        return completion.result(changes)
    }

    private init(
        _ changes: StoreChanges,
        _ read: @escaping ([PersistentIdentifier]) throws -> [PersistentIdentifier: DefaultSnapshot]
    ) {
        self.read = read
        deleted = Set(changes.deleted.map(\.persistentIdentifier))
    }

    private mutating func load(_ identifiers: [PersistentIdentifier]) throws {
        let missing = Set(identifiers.filter { rows[$0] == nil && !$0.isTemporary })
        guard !missing.isEmpty else { return }
        for (identifier, row) in try read(missing.sorted()) {
            former[identifier] = row
            rows[identifier] = row
        }
    }

    private mutating func update(_ row: DefaultSnapshot) throws {
        let identifier = row.persistentIdentifier
        guard rows[identifier] != nil else {
            throw StoreError(
                .missingRow,
                "the row was deleted while sync was about to write it.",
                entity: identifier.entityName,
                model: identifier
            )
        }
        for slot in row.changedSlots ?? Array(row.values.indices) where !row.layout.properties[slot].isToMany {
            rows[identifier]?.values[slot] = row.values[slot]
            changed[identifier, default: []].insert(slot)
        }
    }

    // MARK: Relationships

    private static func inverse(_ layout: ModelLayout, _ slot: Int) -> (slot: Int, isToMany: Bool)? {
        layout.declaring(slot).inverse(of: slot).map { inverse in
            (inverse.slot, inverse.layout.properties[inverse.slot].isToMany)
        }
    }

    private mutating func add(_ member: PersistentIdentifier, _ slot: Int, of owner: PersistentIdentifier) {
        members[Place(row: owner, slot: slot), default: MemberEdit()].added.append(member)
    }

    private mutating func remove(_ member: PersistentIdentifier, _ slot: Int, of owner: PersistentIdentifier) {
        members[Place(row: owner, slot: slot), default: MemberEdit()].removed.insert(member)
    }

    /// The rows that have a row among their members by a reference of the row.
    private mutating func noteOwners(of identifier: PersistentIdentifier) {
        guard let row = rows[identifier] else { return }
        for slot in row.layout.relationshipSlots where row.layout.properties[slot].isToOne {
            guard let inverse = Self.inverse(row.layout, slot), inverse.isToMany else { continue }
            let (old, new) = (former[identifier]?.destination(slot), row.destination(slot))
            guard old != new else { continue }
            if let old { remove(identifier, inverse.slot, of: old) }
            if let new { add(identifier, inverse.slot, of: new) }
        }
    }

    /// The other sides of the members of a new row.
    private mutating func noteMembers(of row: DefaultSnapshot) {
        for slot in row.layout.relationshipSlots {
            guard case .identifiers(let list) = row.values[slot], !list.isEmpty else { continue }
            orders.append((Place(row: row.persistentIdentifier, slot: slot), list))
            guard let inverse = Self.inverse(row.layout, slot), inverse.isToMany else { continue }
            for member in list { add(row.persistentIdentifier, inverse.slot, of: member) }
        }
    }

    private mutating func noteMemberEdits(of row: DefaultSnapshot) {
        let identifier = row.persistentIdentifier
        for slot in row.changedSlots ?? row.layout.relationshipSlots where row.layout.properties[slot].isToMany {
            if case .identifiers(let list) = row.values[slot] {
                orders.append((Place(row: identifier, slot: slot), list))
            }
            guard let change = row.toManyChanges[slot] else { continue }
            let inverse = Self.inverse(row.layout, slot)
            for member in change.removed {
                remove(member, slot, of: identifier)
                if let inverse, inverse.isToMany { remove(identifier, inverse.slot, of: member) }
            }
            for member in change.added {
                add(member, slot, of: identifier)
                if let inverse, inverse.isToMany { add(identifier, inverse.slot, of: member) }
            }
        }
    }

    private mutating func noteDeletion(of identifier: PersistentIdentifier) {
        guard let row = former[identifier] else { return }
        for slot in row.layout.relationshipSlots {
            guard let inverse = Self.inverse(row.layout, slot), inverse.isToMany else { continue }
            switch row.values[slot] {
            case .identifier(let owner): remove(identifier, inverse.slot, of: owner)
            case .identifiers(let list): for member in list { remove(identifier, inverse.slot, of: member) }
            default: continue
            }
        }
    }

    private mutating func writeMembers() {
        for (place, edit) in members where !deleted.contains(place.row) {
            // A row whose members the store does not report has no list of them.
            guard case .identifiers(let list)? = rows[place.row]?.values[place.slot] else { continue }
            let added = edit.added.filter { !deleted.contains($0) }
            let present = Set(list)
            var new = list.filter { !edit.removed.contains($0) || added.contains($0) }
            var seen = present
            for member in added where seen.insert(member).inserted { new.append(member) }
            set(new, list, place)
        }
        for (place, order) in orders {
            guard case .identifiers(let list)? = rows[place.row]?.values[place.slot] else { continue }
            let (present, ordered) = (Set(list), Set(order))
            set(order.filter(present.contains) + list.filter { !ordered.contains($0) }, list, place)
        }
    }

    private mutating func set(_ new: [PersistentIdentifier], _ old: [PersistentIdentifier], _ place: Place) {
        guard new != old else { return }
        rows[place.row]?.values[place.slot] = .identifiers(new)
        changed[place.row, default: []].insert(place.slot)
    }

    // MARK: Result

    private func result(_ changes: StoreChanges) -> StoreChanges {
        var result = StoreChanges()
        result.refusesDuplicates = changes.refusesDuplicates
        result.inserted = changes.inserted.map { rows[$0.persistentIdentifier] ?? $0 }
        result.updated = changed.keys.sorted().compactMap { identifier in
            guard former[identifier] != nil, !deleted.contains(identifier), var row = rows[identifier] else {
                return nil
            }
            row.changedSlots = changed[identifier]?.sorted()
            return row
        }
        result.deleted = changes.deleted.map { former[$0.persistentIdentifier] ?? $0 }
        return result
    }
}

extension DefaultSnapshot {
    fileprivate func destination(_ slot: Int) -> PersistentIdentifier? {
        if case .identifier(let destination) = values[slot] { destination } else { nil }
    }
}
