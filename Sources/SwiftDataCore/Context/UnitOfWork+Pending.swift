import OrderedCollections

// The models with unsaved changes. The unit may be the last to hold one, and a model's `deinit` is the user's code,
// which may lead back here: so nothing is released while a collection of the unit is being changed.

extension UnitOfWork {
    /// Everything that was pending, which the unit then has no more.
    func takePending() -> (inserted: [ModelState], changed: [ModelState], deleted: [ModelState], kept: Any) {
        closeMembers()
        owners.forgetPending()
        displaced = []
        edits &+= 1
        return (
            Array(exchange(&inserted, with: [:]).values), Array(exchange(&changed, with: [:]).values),
            Array(exchange(&deleted, with: [:]).values), exchange(&kept, with: [:])
        )
    }

    /// Nothing is pending any more: it was saved, or is as it was saved before.
    func forgetPending() {
        let pending = takePending()
        for state in pending.changed { state.changes = nil }
    }

    /// These models were saved, while others are still pending.
    func forgetPending(_ saved: Set<ObjectIdentifier>) {
        closeMembers()
        let released = kept.filter { saved.contains($0.key) }
        withExtendedLifetime(released) {
            inserted.removeAll { saved.contains($0.key) }
            changed.removeAll { saved.contains($0.key) }
            deleted.removeAll { saved.contains($0.key) }
            kept = kept.filter { !saved.contains($0.key) }
        }
    }

    /// Lets go of one model, whatever was pending of it.
    func forgetPending(_ state: ModelState) {
        closeMembers()
        let key = ObjectIdentifier(state)
        _ = inserted.removeValue(forKey: key)
        _ = changed.removeValue(forKey: key)
        _ = deleted.removeValue(forKey: key)
        _ = kept.removeValue(forKey: key)
    }
}
