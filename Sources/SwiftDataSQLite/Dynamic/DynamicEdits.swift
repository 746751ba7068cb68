import SwiftDataCore
import SwiftDataSQL

/// The rows that a save of a ``DynamicStore`` writes: those that it names, and those at the other ends of relationships.
struct DynamicEdits {
    let store: DynamicStore
    let runner: SQLRunner
    fileprivate var rows: [PersistentIdentifier: Row] = [:]
    private var order: [PersistentIdentifier] = []

    fileprivate struct Row {
        let entity: StoreEntity
        let isNew: Bool
        var values: [StoredValue]
        var slots: Set<Int> = []
        var toMany: [Int: ToManyChange] = [:]
        var lock = DefaultSnapshot.unknownLock
    }

    init(store: DynamicStore, runner: SQLRunner) {
        self.store = store
        self.runner = runner
    }

    mutating func add(_ changes: DynamicChanges) throws {
        // All rows first: they may lead to each other in any order.
        for edit in changes.edits { try register(edit) }
        for edit in changes.edits { try apply(edit) }
        for identifier in order { try checkRequired(identifier) }
    }

    /// What is inserted, and what is updated.
    var snapshots: (inserted: [DefaultSnapshot], updated: [DefaultSnapshot]) {
        var inserted: [DefaultSnapshot] = []
        var updated: [DefaultSnapshot] = []
        for identifier in order {
            guard let row = rows[identifier] else { continue }
            var snapshot = DefaultSnapshot(
                persistentIdentifier: identifier,
                layout: row.entity.layout,
                values: row.values
            )
            if row.isNew {
                inserted.append(snapshot)
            } else {
                snapshot.changedSlots = row.slots.sorted()
                snapshot.toManyChanges = row.toMany
                snapshot.lock = row.lock
                updated.append(snapshot)
            }
        }
        return (inserted, updated)
    }

    /// The rows to delete, as far as their counters are to be compared.
    func deleted(_ changes: DynamicChanges) -> [DefaultSnapshot] {
        changes.deletionLocks.compactMap { identifier, lock in
            guard let entity = try? store.store.model.entity(of: identifier) else { return nil }
            var snapshot = DefaultSnapshot(persistentIdentifier: identifier, layout: entity.layout, values: [])
            snapshot.lock = lock
            return snapshot
        }
    }

    private mutating func register(_ edit: DynamicChanges.Edit) throws {
        if edit.isNew {
            let entity = try store.entity(edit.entityName)
            guard let outline = store.outlines[edit.entityName], !outline.isAbstract else {
                throw entity.error(.validation, "is abstract, and has no rows of its own")
            }
            rows[edit.identifier] = Row(entity: entity, isNew: true, values: Self.defaults(outline, entity))
            order.append(edit.identifier)
        } else {
            let identifier = edit.identifier.resolved
            try load(identifier)
            if let lock = edit.lock { rows[identifier]?.lock = lock }
        }
    }

    private static func defaults(_ outline: EntityOutline, _ entity: StoreEntity) -> [StoredValue] {
        outline.properties.enumerated().map { slot, property in
            switch property {
            case .attribute(let attribute): attribute.defaultValue ?? .null
            case .relationship: entity.layout.properties[slot].emptyValue
            }
        }
    }

    /// Makes a stored row one of those to write.
    fileprivate mutating func load(_ identifier: PersistentIdentifier) throws {
        guard rows[identifier] == nil else { return }
        let entity = try store.store.model.entity(of: identifier)
        guard let key = identifier.row else {
            throw entity.error(.missingRow, "has never been saved", model: identifier)
        }
        var found: DefaultSnapshot?
        let sql = store.store.selection(of: entity, where: KeyList.condition("t.Z_PK"))
        try store.store.read(entity, sql, keys: [key], salvaging: true, runner) { snapshot, _ in found = snapshot }
        guard let found, found.persistentIdentifier == identifier else {
            throw entity.error(.missingRow, "there is no such row", model: identifier)
        }
        rows[identifier] = Row(entity: entity, isNew: false, values: found.values)
        order.append(identifier)
    }

    private mutating func apply(_ edit: DynamicChanges.Edit) throws {
        let identifier = edit.isNew ? edit.identifier : edit.identifier.resolved
        guard let row = rows[identifier], let outline = store.outlines[row.entity.name] else { return }
        for (name, value) in edit.values.sorted(by: { $0.key < $1.key }) {
            guard let slot = outline.properties.firstIndex(where: { $0.name == name }) else {
                throw StoreError(
                    .validation,
                    "the entity has no such property",
                    entity: row.entity.name,
                    property: name,
                    model: identifier
                )
            }
            switch outline.properties[slot] {
            case .attribute(let attribute): try set(attribute, slot, of: identifier, to: value)
            case .relationship(let relationship): try relate(relationship, slot, of: identifier, to: value)
            }
        }
    }

    private mutating func set(
        _ attribute: AttributeOutline,
        _ slot: Int,
        of identifier: PersistentIdentifier,
        to value: DynamicValue
    ) throws {
        guard let entity = rows[identifier]?.entity else { return }
        if attribute.isDerived {
            throw entity.error(.validation, "Core Data works its value out", slot: slot, model: identifier)
        }
        do {
            rows[identifier]?.values[slot] = try value.stored(for: attribute)
        } catch {
            throw entity.error(.validation, error.reason, slot: slot, model: identifier)
        }
        rows[identifier]?.slots.insert(slot)
    }

    private func checkRequired(_ identifier: PersistentIdentifier) throws {
        guard let row = rows[identifier] else { return }
        for (slot, property) in row.entity.layout.properties.enumerated() {
            guard !property.isOptional, !property.isEphemeral, row.isNew || row.slots.contains(slot),
                case .null = row.values[slot]
            else { continue }
            if case .toMany = property.shape { continue }
            if case .attribute(let attribute) = property.shape, attribute.kind == .enumeration { continue }
            throw row.entity.error(.validation, "it has no value and is not optional", slot: slot, model: identifier)
        }
    }
}

// MARK: - Relationships

extension DynamicEdits {
    private mutating func relate(
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
                "leads to a \(destination.entityName), and should to a \(relationship.destination)",
                slot: slot,
                model: identifier
            )
        }
    }

    /// What a relationship leads to so far.
    private mutating func partners(_ slot: Int, of identifier: PersistentIdentifier) throws -> [PersistentIdentifier] {
        guard let row = rows[identifier] else { return [] }
        switch row.values[slot] {
        case .identifier(let partner): return [partner]
        case .identifiers(let members): return members
        case .unloaded where !row.isNew:
            let found = try store.store.members(slot, of: row.entity.layout, for: [identifier], runner)
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
        guard let inverse = rows[identifier]?.entity.layout.inverse(of: slot) else { return }
        if !partner.isTemporary { try load(partner) }
        let former = try partners(inverse.slot, of: partner)
        if case .toOne = inverse.layout.properties[inverse.slot].shape {
            // It leaves who had it.
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
        guard let inverse = rows[identifier]?.entity.layout.inverse(of: slot) else { return }
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

    /// Notes what a to-many relationship of a stored row gains or loses.
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
