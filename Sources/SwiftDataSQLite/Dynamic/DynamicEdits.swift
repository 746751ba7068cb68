import SwiftDataCore
import SwiftDataSQL

/// The rows that a save of a ``DynamicStore`` writes: the rows that it names, and the rows at the other ends of
/// relationships.
struct DynamicEdits {
    let store: DynamicStore
    let runner: SQLRunner
    var rows: [PersistentIdentifier: Row] = [:]
    private var order: [PersistentIdentifier] = []

    struct Row {
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

    /// The snapshots of the rows to insert, and of the rows to update.
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

    /// Adds a stored row to the rows to write.
    mutating func load(_ identifier: PersistentIdentifier) throws {
        guard rows[identifier] == nil else { return }
        let entity = try store.store.model.entity(of: identifier)
        guard let key = identifier.row else {
            throw entity.error(.missingRow, "has never been saved", model: identifier)
        }
        var damage = SkippedDamage()
        let found = try store.store.rows([key], of: entity, &damage, runner)
        guard found.identifiers.first == identifier, let values = found.values.first ?? nil else {
            throw entity.error(.missingRow, "the row does not exist", model: identifier)
        }
        rows[identifier] = Row(entity: entity, isNew: false, values: values)
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
            throw entity.error(
                .validation,
                "it is a derived attribute: Core Data computes its value",
                slot: slot,
                model: identifier
            )
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
