import OrderedCollections

// From rows to models: one model for each identifier.

extension UnitOfWork {
    /// The model of a row: the registered one, refreshed where it has no changes, or a new one.
    package func materialize(_ snapshot: DefaultSnapshot, batch: FaultBatch?, index: Int) -> any PersistentModel {
        materialize(snapshot.persistentIdentifier, LoadedRow(snapshot), batch: batch, index: index)
    }

    /// The same for a row that came in a batch.
    func materialize(
        _ identifier: PersistentIdentifier,
        _ row: LoadedRow,
        batch: FaultBatch?,
        index: Int
    ) -> any PersistentModel {
        guard let state = identityMap[identifier] else {
            return remake(made(identifier, row, batch: batch, index: index))
        }
        guard let model = state.model else { return revived(state, identifier, row, batch: batch, index: index).model }
        state.refreshing.refresh(with: row)
        if state.batch == nil { state.join(batch, index) }
        return model
    }

    /// A model for a registered state that has none, with the row that was just read; nil for a fault.
    func revived(
        _ state: ModelState,
        _ identifier: PersistentIdentifier,
        _ row: LoadedRow?,
        batch: FaultBatch?,
        index: Int
    ) -> (model: any PersistentModel, state: ModelState) {
        // The deinitialiser of its model may be reading the state: it is left to it, and the row gets another one.
        if state.ending.isBeingLeft {
            identityMap.forget(identifier, state)
            let unread = state.layout.unloadedValues
            let row = row ?? LoadedRow(layout: state.layout, values: unread, lock: DefaultSnapshot.unknownLock)
            let other = made(identifier, row, batch: batch, index: index)
            return (remake(other), other)
        }
        if let row { state.refreshing.refresh(with: row) }
        if state.batch == nil { state.join(batch, index) }
        // One that observers of the refreshed values have made, or a new one.
        return (state.model ?? remake(state), state)
    }

    /// The state of a row that has none.
    func made(_ identifier: PersistentIdentifier, _ row: LoadedRow, batch: FaultBatch?, index: Int) -> ModelState {
        let state = ModelState(
            layout: row.layout,
            identifier: identifier,
            values: row.values,
            lock: row.lock,
            unit: self
        )
        state.join(batch, index)
        return state
    }

    /// A model over a state that has none.
    func remake(_ state: ModelState) -> any PersistentModel {
        identityMap.register(state)
        saveRun.noteMade(state.identifier)
        return newModel(over: state)
    }

    /// A model over a state that is registered.
    func newModel(over state: ModelState) -> any PersistentModel {
        state.model = nil
        let model = state.layout.make(state)
        state.isBound = true
        state.model = model
        return model
    }

    /// The registered model of an identifier, if it is in memory.
    package func registered(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
        if !pending.unfollowed.isEmpty, pending.unfollowed.entityNames.contains(identifier.entityName) {
            followCascades()
        }
        guard let state = identityMap[identifier.resolved] ?? identityMap[identifier] else { return nil }
        return state.model
    }

    /// The model of an identifier: the registered one, or a fault that loads when it is read.
    package func model(for identifier: PersistentIdentifier, batch: FaultBatch? = nil, index: Int = 0)
        -> (any PersistentModel)?
    {
        found(identifier, batch: batch, index: index)?.model
    }

    /// The same with the model's state.
    func found(
        _ identifier: PersistentIdentifier,
        batch: FaultBatch?,
        index: Int
    ) -> (model: any PersistentModel, state: ModelState)? {
        let identifier = identifier.resolved
        if let state = identityMap[identifier] {
            guard let model = state.model else { return revived(state, identifier, nil, batch: batch, index: index) }
            if state.batch == nil { state.join(batch, index) }
            return (model, state)
        }
        // No row has it, and no model any more.
        guard !identifier.isTemporary else { return nil }
        if !pending.unfollowed.isEmpty, pending.unfollowed.entityNames.contains(identifier.entityName) {
            followCascades()
            if let state = identityMap[identifier], let model = state.model { return (model, state) }
        }
        if let row = batch?.row(identifier, at: index, generation: generation) {
            let state = made(identifier, row, batch: batch, index: index)
            return (remake(state), state)
        }
        guard let type = core.schema.entitiesByName[identifier.entityName]?.modelType else { return nil }
        let layout = type._$modelLayout
        let state = ModelState(layout: layout, identifier: identifier, values: layout.unloadedValues, unit: self)
        state.join(batch, index)
        return (remake(state), state)
    }
}
