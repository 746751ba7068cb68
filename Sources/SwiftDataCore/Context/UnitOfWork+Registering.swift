import OrderedCollections

// From rows to models: one model for each identifier.

extension UnitOfWork {
    /// The model of a row: the registered one, refreshed where it has no changes, or a new one.
    package func materialize(_ snapshot: DefaultSnapshot, batch: FaultBatch?, index: Int) -> any PersistentModel {
        if let state = identityMap[snapshot.persistentIdentifier] {
            state.refresh(with: snapshot)
            if state.batch == nil { state.join(batch, index) }
            if let model = state.model { return model }
            return remake(state)
        }
        let state = ModelState(
            layout: snapshot.layout,
            identifier: snapshot.persistentIdentifier,
            values: snapshot.values,
            unit: self
        )
        state.lock = snapshot.lock
        state.join(batch, index)
        return remake(state)
    }

    /// A model over a state that has none.
    private func remake(_ state: ModelState) -> any PersistentModel {
        identityMap.register(state)
        let model = state.layout.make(state)
        state.isBound = true
        state.model = model
        return model
    }

    /// The registered model of an identifier, if it is in memory.
    package func registered(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
        guard let state = identityMap[identifier.resolved] ?? identityMap[identifier] else { return nil }
        return state.model
    }

    /// The model of an identifier: the registered one, or a fault that loads when it is read.
    package func model(for identifier: PersistentIdentifier, batch: FaultBatch? = nil, index: Int = 0)
        -> (any PersistentModel)?
    {
        let identifier = identifier.resolved
        if let state = identityMap[identifier] {
            if state.batch == nil { state.join(batch, index) }
            return state.model ?? remake(state)
        }
        // No row has it, and no model any more.
        guard !identifier.isTemporary else { return nil }
        if !unfollowed.isEmpty, unfollowed.entityNames.contains(identifier.entityName) {
            followCascades()
            if let model = identityMap[identifier]?.model { return model }
        }
        if let row = batch?.row(identifier, generation: generation) {
            return materialize(row, batch: batch, index: index)
        }
        guard let type = core.schema.entitiesByName[identifier.entityName]?.modelType else { return nil }
        let layout = type._$modelLayout
        let state = ModelState(layout: layout, identifier: identifier, values: layout.unloadedValues, unit: self)
        state.join(batch, index)
        return remake(state)
    }
}

extension ModelState {
    package func join(_ batch: FaultBatch?, _ index: Int) {
        self.batch = batch
        batchIndex = index
    }

    /// Takes the values of a newly read row. Slots with unsaved edits keep them.
    package func refresh(with snapshot: DefaultSnapshot) {
        guard phase == .registered || phase == .deleted, snapshot.layout === layout else { return }
        var isWhole = true
        defer { if isWhole { lock = snapshot.lock } }
        for slot in values.indices {
            let new = snapshot.values[slot]
            if case .unloaded = new {
                // What stays is as old as it was.
                if isWhole, !isToMany(slot) { isWhole = false }
                continue
            }
            if layout.properties[slot].isEphemeral { continue }
            if let changes {
                let isEdited = changes.slots.contains(slot) && differs(at: slot, from: changes)
                if isEdited {
                    unit?.noteConflict(self, slot, saved: new)
                    noteDisplacement(slot, saved: new, instead: changes.original[slot])
                }
                changes.original[slot] = new
                if isEdited { continue }
                changes.slots.remove(slot)
            }
            if case .unloaded = values[slot] {
                values[slot] = new
                continue
            }
            guard !values[slot].isSame(as: new, encode: { try encoded($0, slot: slot) }) else { continue }
            // Rows that were loaded ahead may be of the same age as what is being replaced.
            unit?.generation += 1
            mutateObserved(slot) { values[slot] = new }
        }
    }

    /// The row is gone: what was read stays readable, the rest falls back.
    package func vanish() {
        phase = .gone
        changes = nil
        standIn(evenToMany: true)
    }

    /// Puts the last known value, or none, where a row has nothing to read. Accessors make a default or a zero of none.
    package func standIn(evenToMany: Bool = false) {
        for slot in values.indices where evenToMany || !isToMany(slot) {
            guard case .unloaded = values[slot] else { continue }
            values[slot] = lastKnown.indices.contains(slot) ? lastKnown[slot] : layout.emptyValues[slot]
            if case .unloaded = values[slot] { values[slot] = layout.emptyValues[slot] }
        }
    }
}
