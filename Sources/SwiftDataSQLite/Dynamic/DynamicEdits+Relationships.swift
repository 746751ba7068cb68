import SwiftDataCore
import SwiftDataSQL

// Both sides of a relationship are written, whichever side is set.

extension DynamicEdits {
    mutating func relate(
        _ relationship: RelationshipOutline,
        _ slot: Int,
        of identifier: PersistentIdentifier,
        to value: DynamicValue
    ) throws {
        guard let entity = rows[identifier]?.entity else { return }
        let wanted: [PersistentIdentifier]
        switch value {
        case .null: wanted = []
        case .identifier(let destination) where relationship.isToOne: wanted = [destination]
        case .identifiers(let members) where !relationship.isToOne:
            var seen: Set<PersistentIdentifier> = []
            wanted = members.filter { seen.insert($0).inserted }
        default:
            throw entity.error(
                .validation,
                relationship.isToOne ? "leads to one row" : "leads to many rows",
                slot: slot,
                model: identifier
            )
        }
        let destinations = wanted.map { rows[$0] == nil ? $0.resolved : $0 }
        for destination in destinations { try check(destination, is: relationship, slot, of: identifier, entity) }
        let before = try partners(slot, of: identifier)
        for partner in before where !destinations.contains(partner) { try unlink(partner, slot, of: identifier) }
        for partner in destinations where !before.contains(partner) { try link(partner, slot, of: identifier) }
        rows[identifier]?.values[slot] =
            relationship.isToOne ? destinations.first.map { .identifier($0) } ?? .null : .identifiers(destinations)
        rows[identifier]?.slots.insert(slot)
        if !relationship.isToOne, rows[identifier]?.toMany[slot] == nil {
            rows[identifier]?.toMany[slot] = ToManyChange()
        }
    }

    private func check(
        _ destination: PersistentIdentifier,
        is relationship: RelationshipOutline,
        _ slot: Int,
        of identifier: PersistentIdentifier,
        _ entity: StoreEntity
    ) throws {
        let model = store.store.model
        let number = try rows[destination]?.entity.number ?? model.entity(of: destination).number
        guard model[relationship.destination]?.table.familyNumbers.contains(number) == true else {
            throw entity.error(
                .validation,
                "leads to a \(destination.entityName), but its destination is \(relationship.destination)",
                slot: slot,
                model: identifier
            )
        }
    }

    /// Returns the partners of a relationship so far.
    private mutating func partners(_ slot: Int, of identifier: PersistentIdentifier) throws -> [PersistentIdentifier] {
        guard let row = rows[identifier] else { return [] }
        switch row.values[slot] {
        case .identifier(let partner): return [partner]
        case .identifiers(let members): return members
        case .unloaded where !row.isNew:
            let found = try store.store.memberIdentifiers(slot, of: row.entity.layout, owners: [identifier], runner)
            let change = row.toMany[slot] ?? ToManyChange()
            let members = (found[identifier] ?? []).filter { !change.removed.contains($0) }
            let all = members + change.added.filter { !members.contains($0) }
            rows[identifier]?.values[slot] = .identifiers(all)
            return all
        default: return []
        }
    }

    private mutating func link(
        _ partner: PersistentIdentifier,
        _ slot: Int,
        of identifier: PersistentIdentifier
    ) throws {
        note(partner, isAdded: true, slot, of: identifier)
        guard let inverse = rows[identifier]?.entity.inverse(of: slot) else { return }
        if !partner.isTemporary { try load(partner) }
        let former = try partners(inverse.slot, of: partner)
        if case .toOne = inverse.layout.properties[inverse.slot].shape {
            // The row leaves its former owners.
            for other in former where other != identifier {
                if !other.isTemporary { try load(other) }
                note(partner, isAdded: false, slot, of: other)
                remove(partner, slot, of: other)
            }
            rows[partner]?.values[inverse.slot] = .identifier(identifier)
        } else {
            note(identifier, isAdded: true, inverse.slot, of: partner)
            rows[partner]?.values[inverse.slot].append(identifier)
        }
        rows[partner]?.slots.insert(inverse.slot)
    }

    private mutating func unlink(
        _ partner: PersistentIdentifier,
        _ slot: Int,
        of identifier: PersistentIdentifier
    ) throws {
        note(partner, isAdded: false, slot, of: identifier)
        guard let inverse = rows[identifier]?.entity.inverse(of: slot) else { return }
        if !partner.isTemporary {
            // A row that is gone leads nowhere.
            do { try load(partner) } catch let error as StoreError where error.code == .missingRow { return }
        }
        _ = try partners(inverse.slot, of: partner)
        note(identifier, isAdded: false, inverse.slot, of: partner)
        remove(identifier, inverse.slot, of: partner)
    }

    /// Takes a partner out of a row's own side.
    private mutating func remove(_ partner: PersistentIdentifier, _ slot: Int, of identifier: PersistentIdentifier) {
        guard let row = rows[identifier] else { return }
        switch row.values[slot] {
        case .identifier(let current) where current == partner: rows[identifier]?.values[slot] = .null
        case .identifiers: rows[identifier]?.values[slot].remove(partner)
        default: break
        }
        rows[identifier]?.slots.insert(slot)
    }

    /// Notes the members that a to-many relationship of a stored row gains or loses.
    private mutating func note(
        _ partner: PersistentIdentifier,
        isAdded: Bool,
        _ slot: Int,
        of identifier: PersistentIdentifier
    ) {
        guard let row = rows[identifier], !row.isNew, row.entity.slots[slot].isToMany else { return }
        var change = row.toMany[slot] ?? ToManyChange()
        if isAdded {
            if change.removed.contains(partner) {
                change.removed.removeAll { $0 == partner }
            } else if !change.added.contains(partner) {
                change.added.append(partner)
            }
        } else if change.added.contains(partner) {
            change.added.removeAll { $0 == partner }
        } else if !change.removed.contains(partner) {
            change.removed.append(partner)
        }
        rows[identifier]?.toMany[slot] = change
    }
}
