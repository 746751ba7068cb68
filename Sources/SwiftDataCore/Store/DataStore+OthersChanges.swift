// How a store says that its rows are others than before, although no context of its container has saved.

extension DataStore {
    /// Tells the contexts of the container that somebody else, such as another process or machine, changed or deleted
    /// rows.
    ///
    /// An addition to Apple's API. Each context reads these rows again at its next turn, as after a save in another
    /// context: unsaved edits stay, models whose row was deleted are let go. New rows need no mention, but rows that
    /// lead to them do, as do both sides of a relationship. Call ``rowsDidChange()`` where you do not know the rows.
    ///
    /// It may be called at any time, from any thread, also within ``fetch(_:)`` and ``save(_:)``. What your own
    /// ``save(_:)`` does is known already. Identifiers that are not of this store are left out, with a notice in the
    /// log.
    public func rowsDidChange(updated: [PersistentIdentifier], deleted: [PersistentIdentifier]) {
        let own = identifier
        func isOwn(_ row: PersistentIdentifier) -> Bool {
            if !row.isTemporary, row.storeIdentifier == own { return true }
            log.notice("\(configuration.name): a change of a \(row.entityName) was told that is of another store")
            return false
        }
        let updated = updated.filter(isOwn)
        tell(ContextMailbox.Delivery(updated: updated, deleted: deleted.filter(isOwn), joined: Set(updated)))
    }

    /// Tells the contexts of the container that somebody else may have changed any row: each reads all of its models
    /// again when they are next used.
    ///
    /// An addition to Apple's API. See ``rowsDidChange(updated:deleted:)``.
    public func rowsDidChange() {
        tell(ContextMailbox.Delivery(everything: true))
    }

    private func tell(_ delivery: ContextMailbox.Delivery) {
        StoreListeners.core(of: self)?.deliver(delivery, from: ContextMailbox())
    }
}
