/// The changes that became durable in one store at once, as the listeners of a container receive them.
package struct StoreCommit: Sendable {
    package let storeIdentifier: String
    package var inserted: [PersistentIdentifier] = []
    package var updated: [PersistentIdentifier] = []
    package var deleted: [PersistentIdentifier] = []
    /// True if the changes are not known, so that anything may have changed.
    package var everything = false
    /// The author of the save, as in the history.
    package var author: String?
    /// The position in the history after it, where the store keeps one.
    package var token: (any HistoryToken)?
    /// True if the commit was not written by a context of the container, but for instance by another process.
    package var isForeign = false

    package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && !everything }

    package init(storeIdentifier: String) {
        self.storeIdentifier = storeIdentifier
    }
}
