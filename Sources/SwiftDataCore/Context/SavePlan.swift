import OrderedCollections

/// What a save will write, decided before anything is written.
///
/// Making a plan checks every model against its schema and changes nothing.
package struct SavePlan {
    /// What goes to one store.
    package struct Part {
        package let store: any StoreAccess
        package fileprivate(set) var changes = StoreChanges()
        /// The models whose rows these are, in the same order.
        package fileprivate(set) var inserted: [ModelState] = []
        package fileprivate(set) var updated: [ModelState] = []
        package fileprivate(set) var deleted: [ModelState] = []

        package var states: [ModelState] { inserted + updated + deleted }
    }

    /// What goes to each store, in the container's order.
    package private(set) var parts: [Part] = []

    package var isEmpty: Bool { parts.allSatisfy { $0.changes.isEmpty } }

    /// Plans the save of a unit of work.
    /// - Throws: ``StoreError`` naming the entity and property that is not valid.
    package init(_ unit: UnitOfWork) throws {
        try unit.checkDenyRules()
        let doomed = Set(unit.deleted.values.map(\.identifier))
        parts = unit.core.stores.map { Part(store: $0) }
        for index in parts.indices {
            parts[index].changes.seenUntold = unit.seenUntold[ObjectIdentifier(parts[index].store)]
        }
        for state in unit.inserted.values {
            let index = try part(unit.core.store(forEntity: state.layout.entityName), state)
            parts[index].changes.inserted.append(try state.snapshot(changedOnly: false).without(doomed))
            parts[index].inserted.append(state)
        }
        for state in unit.changed.values where unit.isReallyChanged(state) {
            let snapshot = try state.snapshot(changedOnly: true).without(doomed)
            guard snapshot.changedSlots?.isEmpty == false else { continue }
            let index = try part(unit.core.store(of: state.identifier), state)
            parts[index].changes.updated.append(snapshot)
            parts[index].updated.append(state)
        }
        for state in unit.deleted.values {
            var snapshot = DefaultSnapshot(
                persistentIdentifier: state.identifier,
                layout: state.layout,
                values: state.values
            )
            snapshot.lock = state.lock
            let index = try part(unit.core.store(of: state.identifier), state)
            parts[index].changes.deleted.append(snapshot)
            parts[index].deleted.append(state)
        }
    }

    private func part(_ store: (any StoreAccess)?, _ state: ModelState) throws -> Int {
        guard let store, let index = parts.firstIndex(where: { $0.store === store }) else {
            throw StoreError(
                .validation,
                "no store of the container holds this entity. List it in ModelContainer(for:).",
                entity: state.layout.entityName
            )
        }
        return index
    }
}

extension DefaultSnapshot {
    /// The values without what leads to rows that the same save deletes: a relationship without inverse does until then.
    fileprivate func without(_ doomed: Set<PersistentIdentifier>) -> DefaultSnapshot {
        guard !doomed.isEmpty else { return self }
        var result = self
        for property in layout.properties where property.relationship != nil {
            let slot = property.slot
            guard layout.inverse(of: slot) == nil, property.isOptional || isToMany(property),
                let remaining = values[slot].removing(doomed)
            else { continue }
            result.values[slot] = remaining
            result.toManyChanges[slot]?.added.removeAll(where: doomed.contains)
        }
        return result
    }

    private func isToMany(_ property: PropertyLayout) -> Bool {
        if case .toMany = property.shape { true } else { false }
    }
}

extension ModelState {
    /// The values as stores keep them.
    /// - Throws: ``StoreError`` naming the property that cannot be stored or is not valid.
    package func snapshot(changedOnly: Bool) throws -> DefaultSnapshot {
        if custom != nil { readCustomBacking() }
        var snapshot = DefaultSnapshot(persistentIdentifier: identifier, layout: layout, values: values)
        snapshot.lock = lock
        let slots: [Int]
        if changedOnly, let changes {
            slots = changes.slots.filter { slot in
                !layout.properties[slot].isEphemeral && differs(at: slot, from: changes)
            }.sorted()
            snapshot.changedSlots = slots
            snapshot.toManyChanges = changes.toMany
            // A change of the order alone adds and removes nothing.
            for slot in slots where isToMany(slot) && snapshot.toManyChanges[slot] == nil {
                snapshot.toManyChanges[slot] = ToManyChange()
            }
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
        if let relationship = property.relationshipWithCounts { try validate(relationship, slot) }
        switch (property.shape, values[slot]) {
        case (.attribute, .null) where !property.isOptional && !property.isEphemeral:
            throw invalid(slot, "it has no value and is not optional. Give it one, or a default.")
        case (.toOne, .null) where !property.isOptional:
            throw invalid(slot, "it leads nowhere and is not optional. Set it, or make it optional.")
        default:
            break
        }
    }

    /// An optional relationship may have no models whatever the least number is.
    private func validate(_ relationship: Schema.Relationship, _ slot: Int) throws {
        // It may have been written to from the other side only, and not been read yet.
        guard case .identifiers(let members) = value(at: slot) else { return }
        let isFree = members.isEmpty && relationship.isOptional
        if let least = relationship.minimumModelCount, members.count < least, !isFree {
            throw invalid(slot, "it has \(members.count) models; minimumModelCount is \(least).")
        }
        if let most = relationship.maximumModelCount, most > 0, members.count > most {
            throw invalid(slot, "it has \(members.count) models; maximumModelCount is \(most).")
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

extension PropertyLayout {
    /// The to-many relationship with a least or a greatest number of models.
    fileprivate var relationshipWithCounts: Schema.Relationship? {
        guard case .toMany(let relationship, _) = shape else { return nil }
        let hasCounts = (relationship.minimumModelCount ?? 0) > 0 || (relationship.maximumModelCount ?? 0) > 0
        return hasCounts ? relationship : nil
    }
}
