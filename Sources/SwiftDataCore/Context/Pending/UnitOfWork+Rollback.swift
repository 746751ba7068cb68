extension UnitOfWork {
    /// Drops every unsaved change: inserted models leave the context, changed and deleted ones are as they were saved.
    ///
    /// While stores write, the changes that they are writing stay: only later changes are dropped.
    package func rollback() {
        if let inFlight = saveRun.inFlight { return UnheldModels.release(dropLaterChanges(than: inFlight)) }
        recording.noteRollback()
        UnheldModels.release(dropPending())
    }

    /// Answers the models that were inserted, which nothing here holds any more.
    private func dropPending() -> [ModelState] {
        // Taken first: what an observer of a restored property changes belongs to the time after.
        let pending = takePending()
        _ = self.pending.takeForeign()
        forgetTransactions(undoable: false)
        recording.journal?.clear()
        for state in pending.changed.values { state.reverting.restore() }
        for state in pending.deleted.values {
            state.move(to: .registered)
            state.standIns.forgetFailedEdits()
            observers?.enter(state)
            state.reverting.restore()
        }
        // All are asked for their partners while they are all in the context.
        let inserted = Array(pending.inserted.values)
        let partners = inserted.map { $0.partners.relationshipPartners() }
        for (state, partners) in zip(inserted, partners) { detach(state, partners) }
        observers?.tellUnisolated()
        return inserted
    }

    /// Makes an inserted model one of no context again, with the unsaved partners it had.
    func detach(_ state: ModelState, _ partners: [(slot: Int, models: [any PersistentModel])]) {
        for (slot, models) in partners {
            let unsaved = models.filter { $0._$modelState.phase == .inserted || $0._$modelState.phase == .detached }
            state.held[slot] = unsaved.isEmpty ? nil : unsaved
            let identifiers = unsaved.map { $0._$modelState.identifier }
            if !state.isToMany(slot) {
                state.values[slot] = identifiers.first.map { .identifier($0) } ?? .null
            } else if !state.partners.isNilToMany(slot) {
                state.values[slot] = .identifiers(identifiers)
            }
        }
        clock.noteEdit()
        observers?.leave(state)
        identityMap.forget(state.identifier, state)
        state.move(to: .detached)
        state.unit = nil
    }
}
