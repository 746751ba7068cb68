import OrderedCollections

/// What a save will write, decided before anything is written.
///
/// Making a plan checks every model against its schema and changes nothing.
package struct SavePlan {
    /// What goes to each store, in the container's order.
    package private(set) var changes: [(store: any StoreAccess, changes: StoreChanges)] = []
    package private(set) var inserted: [ModelState] = []
    package private(set) var updated: [ModelState] = []
    package private(set) var deleted: [ModelState] = []
    /// Whether it is what some of the stores were to write.
    package private(set) var isPart = false
    /// The store that each state goes to, as an index of ``changes``.
    private var destinations: [ObjectIdentifier: Int] = [:]

    package var isEmpty: Bool { changes.allSatisfy { $0.changes.isEmpty } }

    /// Plans the save of a unit of work.
    /// - Throws: ``StoreError`` naming the entity and property that is not valid.
    package init(_ unit: UnitOfWork) throws {
        if let foreign = unit.foreignRelation { throw foreign }
        try unit.checkDenyRules()
        changes = unit.core.stores.map { ($0, StoreChanges()) }
        for state in unit.inserted.values {
            try add(
                \.inserted,
                state.snapshot(changedOnly: false),
                of: state,
                to: unit.core.store(forEntity: state.layout.entityName)
            )
            inserted.append(state)
        }
        for state in unit.changed.values where unit.isReallyChanged(state) {
            let snapshot = try state.snapshot(changedOnly: true)
            guard snapshot.changedSlots?.isEmpty == false else { continue }
            try add(\.updated, snapshot, of: state, to: unit.core.store(of: state.identifier))
            updated.append(state)
        }
        for state in unit.deleted.values {
            let snapshot = DefaultSnapshot(
                persistentIdentifier: state.identifier,
                layout: state.layout,
                values: state.values
            )
            try add(\.deleted, snapshot, of: state, to: unit.core.store(of: state.identifier))
            deleted.append(state)
        }
    }

    private mutating func add(
        _ kind: WritableKeyPath<StoreChanges, [DefaultSnapshot]>,
        _ snapshot: DefaultSnapshot,
        of state: ModelState,
        to store: (any StoreAccess)?
    ) throws {
        guard let store, let index = changes.firstIndex(where: { $0.store === store }) else {
            throw StoreError(
                .validation,
                "no store of the container holds this entity. List it in ModelContainer(for:).",
                entity: snapshot.layout.entityName
            )
        }
        changes[index].changes[keyPath: kind].append(snapshot)
        if changes.count > 1 { destinations[ObjectIdentifier(state)] = index }
    }

    /// What some of the stores were to write.
    func part(_ isIncluded: (any StoreAccess) -> Bool) -> SavePlan {
        var part = self
        part.isPart = true
        part.changes = changes.map { isIncluded($0.store) ? $0 : ($0.store, StoreChanges()) }
        func isWritten(_ state: ModelState) -> Bool {
            isIncluded(changes[destinations[ObjectIdentifier(state)] ?? 0].store)
        }
        part.inserted.removeAll { !isWritten($0) }
        part.updated.removeAll { !isWritten($0) }
        part.deleted.removeAll { !isWritten($0) }
        return part
    }
}

extension ModelState {
    /// The values as stores keep them.
    /// - Throws: ``StoreError`` naming the property that cannot be stored or is not valid.
    package func snapshot(changedOnly: Bool) throws -> DefaultSnapshot {
        if custom != nil { readCustomBacking() }
        var snapshot = DefaultSnapshot(persistentIdentifier: identifier, layout: layout, values: values)
        let slots: [Int]
        if changedOnly, let changes {
            slots = changes.slots.filter { slot in
                !layout.properties[slot].isEphemeral && differs(at: slot, from: changes)
            }.sorted()
            snapshot.changedSlots = slots
            snapshot.toManyChanges = changes.toMany
        } else {
            slots = Array(values.indices)
        }
        for slot in slots {
            try validate(slot)
            do {
                snapshot.values[slot] = try encoded(values[slot], slot: slot)
            } catch {
                throw StoreError(
                    .validation,
                    "the value could not be encoded.",
                    entity: layout.entityName,
                    property: layout.properties[slot].name,
                    model: identifier,
                    underlying: error
                )
            }
        }
        return snapshot
    }

    private func validate(_ slot: Int) throws {
        let property = layout.properties[slot]
        switch (property.shape, values[slot]) {
        case (.attribute, .null) where !property.isOptional && !property.isEphemeral:
            throw invalid(slot, "it has no value and is not optional. Give it one, or a default.")
        case (.toOne, .null) where !property.isOptional:
            throw invalid(slot, "it leads nowhere and is not optional. Set it, or make it optional.")
        case (.toMany(let relationship, _), .identifiers(let members)):
            if let least = relationship.minimumModelCount, least > 0, members.count < least {
                throw invalid(slot, "it has \(members.count) models; minimumModelCount is \(least).")
            }
            if let most = relationship.maximumModelCount, most > 0, members.count > most {
                throw invalid(slot, "it has \(members.count) models; maximumModelCount is \(most).")
            }
        default:
            break
        }
    }

    private func invalid(_ slot: Int, _ message: String) -> StoreError {
        StoreError(
            .validation,
            message,
            entity: layout.entityName,
            property: layout.properties[slot].name,
            model: identifier
        )
    }

    /// Takes over what a backing data of the user's own holds.
    private func readCustomBacking() {
        guard let model else { return }
        func read<Model: PersistentModel>(_ model: Model) {
            for property in layout.properties {
                guard case .attribute(let attribute) = property.shape,
                    let key = property.keyPath as? PartialKeyPath<Model>
                else { continue }
                values[property.slot] = attribute.stored(model[keyPath: key])
            }
        }
        read(model)
    }
}
