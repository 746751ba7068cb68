// One model takes the newest values of its row at once, with or without its edits.

extension UnitOfWork {
    /// - Throws: ``StoreError``; see ``ModelContext/refresh(_:mergeChanges:)``.
    package func refresh(_ model: any PersistentModel, mergeChanges: Bool) throws {
        try refuseInMiddleOfSave("refresh")
        receive()
        let state = model._$modelState
        switch state.phase {
        case .detached, .inserted: return
        case .gone: throw missingRow(state)
        case .registered, .deleted: break
        }
        guard state.unit === self else {
            throw StoreError(
                .foreignContext,
                "a model is refreshed by the context that it belongs to.",
                entity: state.layout.entityName,
                model: state.identifier
            )
        }
        let row = try newestRow(of: state)
        if !mergeChanges, state.phase == .registered { dropEdits(of: state, for: row) }
        merging.beginRefreshing(state)
        defer { merging.endRefreshing() }
        var delivery = ContextMailbox.Delivery(updated: [state.identifier], joined: [state.identifier])
        delivery.rows = [state.identifier: row]
        take(delivery)
        noteRefreshed(state)
    }

    private func newestRow(of state: ModelState) throws -> DefaultSnapshot {
        guard let store = core.store(of: state.identifier) else { throw missingRow(state) }
        guard var row = try store.rows(for: [state.identifier], salvaging: false, editing).snapshots.first else {
            let error = missingRow(state)
            vanish(state)
            forgetReferences(to: [state.identifier])
            merging.forgetLost([state.identifier])
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

    /// The row of a model is known as it is now: its edits are edits of that.
    private func noteRefreshed(_ state: ModelState) {
        merging.didRefresh(state)
        state.changes?.contested = []
    }

    /// Takes back the edits of a model. Relationships are written through their accessors' way, so that both sides agree.
    private func dropEdits(of state: ModelState, for row: DefaultSnapshot) {
        state.standIns.forgetFailedEdits()
        guard let changes = state.changes else { return }
        clock.noteEdit()
        recording.undoManager?.disableUndoRegistration()
        defer { recording.undoManager?.enableUndoRegistration() }
        for slot in changes.slots.sorted() where row.layout === state.layout {
            switch state.layout.properties[slot].shape {
            case .attribute:
                guard changes.original.indices.contains(slot) else { continue }
                state.undo.noteForUndo(slot)
                state.observing.mutateObserved(slot) { state.values[slot] = changes.original[slot] }
            case .toOne:
                var destination: (any PersistentModel)?
                if case .identifier(let identifier) = row.values[slot] { destination = self.model(for: identifier) }
                state.observing.mutateObserved(slot) { state.toOne.write(slot, destination) }
                state.values[slot] = row.values[slot]
            case .toMany:
                guard state.rereading.dropMembers(slot, changes) else { continue }
            }
            changes.slots.remove(slot)
        }
        if changes.slots.isEmpty {
            state.changes = nil
            forgetPending(state)
        }
    }
}
