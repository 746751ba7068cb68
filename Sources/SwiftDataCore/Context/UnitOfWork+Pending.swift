// The models with unsaved changes. The unit may be the last to hold one, and a model's `deinit` is the user's code,
// which may lead back here: so nothing is released while a collection of the unit is being changed.

extension UnitOfWork {
    /// Everything that was pending, which the unit then has no more.
    func takePending() -> (inserted: PendingModels, changed: PendingModels, deleted: PendingModels) {
        closeMembers()
        owners.forgetPending()
        displaced = []
        moved = MovedRows()
        conflicts.forgetPending()
        unfollowed.removeAll()
        edits &+= 1
        return (inserted.takeAll(), changed.takeAll(), deleted.takeAll())
    }

    /// Nothing is pending any more: it was saved, or is as it was saved before.
    func forgetPending() {
        let pending = takePending()
        for state in pending.changed.values { state.changes = nil }
    }

    /// These models were saved, while others are still pending.
    func forgetPending(_ saved: Set<ObjectIdentifier>) {
        closeMembers()
        moved.forget(saved)
        unfollowed.removeAll { saved.contains(ObjectIdentifier($0)) }
        let isSaved = { (state: ModelState) in saved.contains(ObjectIdentifier(state)) }
        let released = (
            inserted.removeAll(where: isSaved), changed.removeAll(where: isSaved), deleted.removeAll(where: isSaved)
        )
        withExtendedLifetime(released) {}
    }

    /// Lets go of one model, whatever was pending of it.
    func forgetPending(_ state: ModelState) {
        closeMembers()
        moved.forget(state)
        if !state.layout.cascadingSlots.isEmpty { unfollowed.removeAll { $0 === state } }
        let released = (inserted.remove(state), changed.remove(state), deleted.remove(state))
        withExtendedLifetime(released) {}
    }
}
