// The calls by which a store reports that its rows have changed, although no context of its container has saved.

extension DataStore {
    /// Notifies the contexts of the container that another writer, such as another process or machine, changed or
    /// deleted rows, or added new ones.
    ///
    /// An addition to Apple's API. Each context reads these rows again at its next turn, as after a save in another
    /// context: unsaved edits stay, models whose row was deleted are released. Mention new rows for observers of
    /// results; rows that lead to them must be mentioned too, as must both sides of a relationship. Call
    /// ``rowsDidChange()`` where the rows are not known.
    ///
    /// It may be called at any time, from any thread, also within ``fetch(_:)`` and ``save(_:)``. The changes of your
    /// own ``save(_:)`` are known already. Identifiers that are not of this store are left out, with a notice in the
    /// log.
    /// - Parameters:
    ///   - inserted: New rows.
    ///   - updated: Changed rows.
    ///   - deleted: Rows that were deleted.
    ///   - author: The author of the change, as in the history.
    ///   - historyToken: The position in the history after the change, where the store keeps one.
    public func rowsDidChange(
        inserted: [PersistentIdentifier] = [],
        updated: [PersistentIdentifier],
        deleted: [PersistentIdentifier],
        author: String? = nil,
        historyToken: (any HistoryToken)? = nil
    ) {
        let own = identifier
        func isOwn(_ row: PersistentIdentifier) -> Bool {
            if !row.isTemporary, row.storeIdentifier == own { return true }
            let message = "\(configuration.name): a notification has a change of a \(row.entityName) of another store"
            log.limited(.notice, message, message)
            return false
        }
        var commit = StoreCommit(storeIdentifier: own)
        commit.inserted = inserted.map(\.interned).filter(isOwn)
        commit.updated = updated.map(\.interned).filter(isOwn)
        commit.deleted = deleted.map(\.interned).filter(isOwn)
        commit.author = author
        commit.token = historyToken
        StoreListeners.core(of: self)?.receive(commit)
    }

    /// Notifies the contexts of the container that another writer may have changed any row: each reads all of its
    /// models again when they are next used.
    ///
    /// An addition to Apple's API. See ``rowsDidChange(inserted:updated:deleted:author:historyToken:)``.
    public func rowsDidChange() {
        var commit = StoreCommit(storeIdentifier: identifier)
        commit.everything = true
        StoreListeners.core(of: self)?.receive(commit)
    }
}
