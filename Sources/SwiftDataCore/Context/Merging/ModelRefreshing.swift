/// Gives one model the newest values of its row at once, with or without its edits.
///
/// Changes: the conflicts and the model that is refreshed, of ``ConcurrentEdits``; the state, as if its row had been
/// received; its pending changes. Asks: the store of the model.
struct ModelRefreshing {
    let unit: UnitOfWork

    /// - Throws: ``StoreError``; see ``ModelContext/refresh(_:mergeChanges:)``.
    func refresh(_ model: any PersistentModel, mergeChanges: Bool) throws {
        try unit.saveRequests.refuseInMiddleOfSave("refresh")
        unit.receiving.receive()
        let state = model._$modelState
        switch state.phase {
        case .detached, .inserted: return
        case .gone: throw missingRow(state)
        case .registered, .deleted: break
        }
        guard state.unit === unit else {
            throw StoreError(
                .foreignContext,
                "a model is refreshed by the context that it belongs to.",
                entity: state.layout.entityName,
                model: state.identifier
            )
        }
        let row = try newestRow(of: state)
        if !mergeChanges, state.phase == .registered { dropEdits(of: state, for: row) }
        unit.merging.beginRefreshing(state)
        defer { unit.merging.endRefreshing() }
        var delivery = ContextMailbox.Delivery(updated: [state.identifier], joined: [state.identifier])
        delivery.rows = [state.identifier: row]
        unit.receiving.take(delivery)
        // The row is known as it is now: the edits are edits of that.
        unit.merging.didRefresh(state)
        state.changes?.forgetContested()
    }

    private func newestRow(of state: ModelState) throws -> DefaultSnapshot {
        guard let store = unit.core.store(of: state.identifier) else { throw missingRow(state) }
        guard var row = try store.rows(for: [state.identifier], salvaging: false, unit.editing).snapshots.first else {
            let error = missingRow(state)
            unit.vanishing.vanish(state)
            unit.references.forgetReferences(to: [state.identifier])
            unit.merging.forgetLost([state.identifier])
            throw error
        }
        try FetchedValues.check(&row, known: state)
        return row
    }

    private func missingRow(_ state: ModelState) -> StoreError {
        StoreError(
            .missingRow,
            "the row was deleted since it was read, so that it cannot be refreshed.",
            entity: state.layout.entityName,
            model: state.identifier
        )
    }

    /// Reverts the edits of a model. Relationships are written through their accessors' way, so that both sides agree.
    private func dropEdits(of state: ModelState, for row: DefaultSnapshot) {
        state.standIns.forgetFailedEdits()
        guard let changes = state.changes else { return }
        unit.clock.noteEdit()
        unit.recording.undoManager?.disableUndoRegistration()
        defer { unit.recording.undoManager?.enableUndoRegistration() }
        for slot in changes.slots.sorted() where row.layout === state.layout {
            switch state.layout.properties[slot].shape {
            case .attribute:
                guard changes.original.indices.contains(slot) else { continue }
                state.undo.noteForUndo(slot)
                state.observing.mutateObserved(slot) { state.put(changes.original[slot], at: slot) }
            case .toOne:
                var destination: (any PersistentModel)?
                if case .identifier(let identifier) = row.values[slot] {
                    destination = unit.lookup.model(for: identifier)
                }
                state.observing.mutateObserved(slot) { state.toOne.write(slot, destination) }
                state.put(row.values[slot], at: slot)
            case .toMany:
                guard dropMembers(of: state, slot, changes) else { continue }
            }
            changes.dropEdit(slot)
        }
        if changes.slots.isEmpty {
            state.forgetChanges()
            unit.removal.forgetPending(state)
        }
    }

    /// Reverts the additions to a to-many relationship and the removals from it. False where the members decide it.
    private func dropMembers(of state: ModelState, _ slot: Int, _ changes: ModelChanges) -> Bool {
        if let inverse = state.inverse(of: slot), inverse.layout.properties[inverse.slot].isToOne { return false }
        let change = changes.toMany[slot] ?? ToManyChange()
        let added = Set(change.added)
        var members = state.partners.destinations(at: slot).filter { !added.contains($0._$modelState.identifier) }
        members += change.removed.compactMap { unit.lookup.model(for: $0) }
        state.observing.mutateObserved(slot) { state.toMany.write(slot, members) }
        return true
    }
}
