// The models with unsaved changes. The unit may be the last to hold one, and a model's `deinit` is the user's code,
// which may lead back here: so nothing is released while a collection of the unit is being changed.

/// Removes models from the dirty ones: their changes were saved, or are dropped.
///
/// Changes the pending changes, and the notes of other owners about them: open members, owners of members, conflicts.
struct PendingRemoval {
    let unit: UnitOfWork

    /// Everything that was pending, which the unit then no longer has.
    func takePending() -> PendingChanges {
        unit.closeMembers()
        unit.owners.forgetPending()
        unit.merging.forgetPending()
        unit.clock.noteEdit()
        return unit.pending.takeAll()
    }

    /// Nothing is pending any more: it was saved, or is as it was saved before.
    func forgetPending() {
        let pending = takePending()
        for state in pending.changed.values { state.forgetChanges() }
    }

    /// Notes that these models were saved, while other models are still pending.
    func forgetPending(_ saved: Set<ObjectIdentifier>) {
        unit.closeMembers()
        unit.merging.forgetMoved(saved)
        let released = unit.pending.removeAll { saved.contains(ObjectIdentifier($0)) }
        withExtendedLifetime(released) {}
    }

    /// Releases one model, whatever was pending of it.
    func forgetPending(_ state: ModelState) {
        unit.closeMembers()
        unit.merging.forgetMoved(state)
        if !state.layout.cascadingSlots.isEmpty { unit.pending.forgetCascades(of: state) }
        let released = unit.pending.remove(state)
        withExtendedLifetime(released) {}
    }
}
