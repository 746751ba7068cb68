/// Makes models of rows, one for each identifier.
///
/// Changes: the identity map; the states and models that it makes. It notes models that are made during a save in the
/// save's run.
struct ModelMaking {
    let unit: UnitOfWork

    /// The models of rows of a class.
    /// - Parameters:
    ///   - refreshes: True if models that are in memory take the values of their rows.
    ///   - body: Is called with the state of each model and the place of its row.
    func models<T: PersistentModel>(
        _ rows: consuming RowBatch,
        batch: FaultBatch,
        refreshes: Bool = true,
        _ body: ((ModelState, Int) -> Void)? = nil
    ) throws -> [T] {
        let layout = T._$modelLayout
        let making = BatchMaking(
            // A class without `@Model` has the layout of its superclass.
            exact: layout.modelType == T.self ? layout : nil,
            batch: batch,
            refreshes: refreshes,
            isWanted: { $0 is T },
            body: body
        )
        let count = rows.count
        do {
            return try [T](capacity: count) { try making.run(&rows, in: unit, &$0) }
        } catch let unwanted as UnwantedRow {
            throw StoreError(
                .misbehavingStore,
                "the store answered a fetch with a row of \(unwanted.entityName).",
                entity: layout.entityName,
                model: unwanted.identifier
            )
        }
    }

    /// The model of a row that was read by itself: the registered one, refreshed where it has no changes, or a new one.
    func materialize(_ snapshot: DefaultSnapshot) -> any PersistentModel {
        let (identifier, row) = (snapshot.persistentIdentifier, LoadedRow(snapshot))
        guard let state = unit.identityMap[identifier] else { return make(identifier, row, batch: nil, index: 0).model }
        guard let model = state.model else { return revived(state, identifier, row, batch: nil, index: 0).model }
        state.refreshing.refresh(with: row)
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
        if state.ending.isDeinitializing {
            unit.identityMap.forget(identifier, state)
            return make(identifier, row ?? .unread(state.layout), batch: batch, index: index)
        }
        if let row { state.refreshing.refresh(with: row) }
        if state.batch == nil { state.join(batch, index) }
        // One that observers of the refreshed values have made, or a new one.
        return (state.model ?? remake(state), state)
    }

    /// A new model of a row that has no state.
    func make(
        _ identifier: PersistentIdentifier,
        _ row: LoadedRow,
        batch: FaultBatch?,
        index: Int
    ) -> (model: any PersistentModel, state: ModelState) {
        let state = ModelState(
            layout: row.layout,
            identifier: identifier,
            values: row.values,
            lock: row.lock,
            unit: unit
        )
        state.join(batch, index)
        return (remake(state), state)
    }

    /// A model over a state that has none.
    private func remake(_ state: ModelState) -> any PersistentModel {
        unit.identityMap.register(state)
        unit.saveRun.noteMade(state.identifier)
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
}
