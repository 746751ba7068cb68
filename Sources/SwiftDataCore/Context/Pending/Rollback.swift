/// Drops unsaved changes.
///
/// Changes the pending changes, the journals and the models. While stores write, it leaves the work to ``FlightRollback``.
package struct Rollback {
    let unit: UnitOfWork

    private var observers: ObserverRegistry? { unit.observers }

    /// Drops every unsaved change: inserted models leave the context, changed and deleted ones are as they were saved.
    ///
    /// While stores write, the changes that they are writing stay: only later changes are dropped.
    package func rollback() {
        if let inFlight = unit.saveRun.inFlight {
            return UnheldModels.release(FlightRollback(unit, inFlight).dropLaterChanges())
        }
        unit.recording.noteRollback()
        UnheldModels.release(dropPending())
    }

    /// Answers the models that were inserted, which nothing here holds any more.
    private func dropPending() -> [ModelState] {
        // Taken first: the changes of an observer of a restored property belong to the time after.
        let pending = unit.removal.takePending()
        _ = unit.pending.takeForeign()
        unit.transactions.forgetTransactions(undoable: false)
        unit.recording.journal?.clear()
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
        for (state, partners) in zip(inserted, partners) { unit.detachment.detach(state, partners) }
        observers?.notifyUnisolated()
        return inserted
    }
}
