/// The rows that a save is to write, decided before anything is written.
///
/// Making a plan checks every model against its schema and changes nothing.
package struct SavePlan {
    /// The part of a plan for one store.
    package final class Part {
        package let store: any StoreAccess
        package fileprivate(set) var changes = StoreChanges()
        /// The models whose rows these are, in the same order.
        package fileprivate(set) var inserted: [ModelState] = []
        package fileprivate(set) var updated: [ModelState] = []
        package fileprivate(set) var deleted: [ModelState] = []
        /// The values of the inserted and updated models at the moment at which each snapshot was taken. A value that
        /// differs from them later was edited later.
        fileprivate(set) var insertedValues: [[StoredValue]] = []
        fileprivate(set) var updatedValues: [[StoredValue]] = []

        fileprivate init(store: any StoreAccess) {
            self.store = store
        }

        package var states: [ModelState] { inserted + updated + deleted }

        /// Puts another state in the place of a new model that is not the row's any more.
        func replaceInserted(at place: Int, by state: ModelState) { inserted[place] = state }

        /// Lets go of the rows, which share their values with the models: these are about to change.
        func letRowsGo() {
            changes = StoreChanges()
            (insertedValues, updatedValues) = ([], [])
        }
    }

    /// The parts of the plan, one for each store, in the container's order.
    package let parts: [Part]

    package var isEmpty: Bool { parts.allSatisfy { $0.changes.isEmpty } }

    /// Plans the save of a unit of work.
    /// - Throws: ``StoreError`` naming the entity and property that is not valid.
    package init(_ unit: UnitOfWork) throws {
        try unit.readFailedAgain()
        try unit.checkDenyRules()
        let mayLeadToDoomed =
            !unit.pending.deleted.isEmpty && !(unit.pending.inserted.isEmpty && unit.pending.changed.isEmpty)
        let doomed = mayLeadToDoomed ? Set(unit.pending.deleted.values.map(\.identifier)) : []
        parts = unit.core.stores.map { Part(store: $0) }
        for part in parts {
            part.changes.seenUntold = unit.inbox.seenUntold(of: part.store)
            part.changes.comparesDeleted = unit.merging.policy == .error
        }
        // Many models of one class mostly follow each other.
        var last: (layout: ModelLayout, part: Part)?
        func partOfNew(_ state: ModelState) throws -> Part {
            if let last, last.layout === state.layout { return last.part }
            let found = try part(unit.core.store(forEntity: state.layout.entityName), state)
            last = (state.layout, found)
            return found
        }
        if parts.count == 1 {
            parts[0].changes.inserted.reserveCapacity(unit.pending.inserted.count)
            parts[0].inserted.reserveCapacity(unit.pending.inserted.count)
            parts[0].insertedValues.reserveCapacity(unit.pending.inserted.count)
        }
        for state in unit.pending.inserted.values {
            let part = try partOfNew(state)
            let values = state.values
            var snapshot = try state.snapshot(changedOnly: false)
            if !doomed.isEmpty { snapshot = snapshot.without(doomed, unit.core) }
            part.changes.inserted.append(snapshot)
            part.inserted.append(state)
            part.insertedValues.append(values)
        }
        for state in unit.pending.changed.values where state.changes != nil {
            let values = state.values
            let snapshot = try state.snapshot(changedOnly: true).without(doomed, unit.core)
            guard snapshot.changedSlots?.isEmpty == false else { continue }
            let part = try part(unit.core.store(of: state.identifier), state)
            part.changes.updated.append(snapshot)
            part.updated.append(state)
            part.updatedValues.append(values)
        }
        for state in unit.pending.deleted.values {
            var snapshot = DefaultSnapshot(
                persistentIdentifier: state.identifier,
                layout: state.layout,
                values: state.values
            )
            snapshot.lock = state.lock
            let part = try part(unit.core.store(of: state.identifier), state)
            part.changes.deleted.append(snapshot)
            part.deleted.append(state)
        }
        guard !unit.pending.unfollowed.isEmpty else { return }
        for part in parts { part.changes.cascades = unit.pending.unfollowed.cascades(in: part.store, unit.core) }
    }

    private func part(_ store: (any StoreAccess)?, _ state: ModelState) throws -> Part {
        guard let store, let part = parts.first(where: { $0.store === store }) else {
            throw StoreError(
                .validation,
                "no store of the container holds this entity. List it in ModelContainer(for:).",
                entity: state.layout.entityName
            )
        }
        return part
    }
}

extension DefaultSnapshot {
    /// The values without what leads to rows that the same save deletes: a relationship without inverse does until then.
    fileprivate func without(_ doomed: Set<PersistentIdentifier>, _ core: ContainerCore) -> DefaultSnapshot {
        guard !doomed.isEmpty else { return self }
        var result = self
        for property in layout.properties where property.relationship != nil {
            let slot = property.slot
            guard core.inverse(of: slot, in: layout) == nil, property.isOptional || isToMany(property),
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
        guard changedOnly, let changes else {
            for slot in values.indices { try prepare(slot, &snapshot) }
            return snapshot
        }
        // Of the same moment as the values: comparing encodes, and what encodes may edit.
        var toMany = changes.toMany
        let slots = changes.slots.filter { slot in
            !layout.properties[slot].isEphemeral && differs(at: slot, from: changes)
        }.sorted()
        snapshot.changedSlots = slots
        if !toMany.isEmpty || slots.contains(where: isToMany) {
            // A change of the order alone adds and removes nothing.
            for slot in slots where isToMany(slot) && toMany[slot] == nil { toMany[slot] = ToManyChange() }
            snapshot.toManyChanges = toMany
        }
        for slot in slots { try prepare(slot, &snapshot) }
        return snapshot
    }

    /// Checks a value, and encodes it where only its Swift type can describe it.
    private func prepare(_ slot: Int, _ snapshot: inout DefaultSnapshot) throws {
        if !layout.countedSlots.isEmpty, layout.countedSlots.contains(slot),
            case .toMany(let relationship, _) = layout.properties[slot].shape
        {
            try validate(relationship, slot)
        }
        switch snapshot.values[slot] {
        case .null: try validateAbsence(slot)
        case .unloaded where !isToMany(slot) && !layout.properties[slot].isEphemeral:
            throw unreadable(
                slot,
                "the value could not be read, and nothing else is to be saved in its place.",
                failedReads?.cause(of: slot, isToMany: false)
            )
        case .object:
            do {
                snapshot.values[slot] = try encoded(snapshot.values[slot], slot: slot)
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
        default: break
        }
    }

    private func validateAbsence(_ slot: Int) throws {
        let property = layout.properties[slot]
        guard !property.isOptional else { return }
        switch property.shape {
        case .attribute where !property.isEphemeral:
            throw invalid(slot, "it has no value and is not optional. Give it one, or a default.")
        case .toOne:
            throw invalid(slot, "it leads nowhere and is not optional. Set it, or make it optional.")
        default:
            break
        }
    }

    /// An optional relationship may have no models whatever the least number is.
    private func validate(_ relationship: Schema.Relationship, _ slot: Int) throws {
        // It may have been written to from the other side only, and not been read yet.
        let value = trueValue(at: slot)
        if case .unloaded = value {
            throw unreadable(
                slot,
                "the relationship could not be read, so that its models could not be counted. Save again.",
                failedReads?.members[slot]
            )
        }
        guard case .identifiers(let members) = value else { return }
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
