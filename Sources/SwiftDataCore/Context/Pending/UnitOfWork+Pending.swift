// The models with unsaved changes. The unit may be the last to hold one, and a model's `deinit` is the user's code,
// which may lead back here: so nothing is released while a collection of the unit is being changed.

extension UnitOfWork {
    /// Everything that was pending, which the unit then has no more.
    func takePending() -> PendingChanges {
        closeMembers()
        owners.forgetPending()
        merging.forgetPending()
        clock.noteEdit()
        return pending.takeAll()
    }

    /// Nothing is pending any more: it was saved, or is as it was saved before.
    func forgetPending() {
        let pending = takePending()
        for state in pending.changed.values { state.changes = nil }
    }

    /// Notes that these models were saved, while other models are still pending.
    func forgetPending(_ saved: Set<ObjectIdentifier>) {
        closeMembers()
        merging.forgetMoved(saved)
        let released = pending.removeAll { saved.contains(ObjectIdentifier($0)) }
        withExtendedLifetime(released) {}
    }

    /// Lets go of one model, whatever was pending of it.
    func forgetPending(_ state: ModelState) {
        closeMembers()
        merging.forgetMoved(state)
        if !state.layout.cascadingSlots.isEmpty { pending.unfollowed.removeAll { $0 === state } }
        let released = pending.remove(state)
        withExtendedLifetime(released) {}
    }
}
