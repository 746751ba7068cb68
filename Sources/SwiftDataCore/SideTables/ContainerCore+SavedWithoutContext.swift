extension ContainerCore {
    /// Notifies every context, observer and stream of the container of a save that a client made without a context, and
    /// posts ``ModelContainer/remoteChange`` and ``ModelContainer/storeChange``. To be called once, after the save, on
    /// any thread.
    ///
    /// Each context takes the rows in at a moment of its own, as it does for a save of another process: unsaved changes
    /// stay, property by property. The store counts the commit as its own, so that its look for commits of other
    /// writers does not find it.
    package func receive(saved result: StoreSaveResult) {
        guard let commit = result.commit, !commit.isEmpty else { return }
        receive(commit)
    }
}

extension PersistentIdentifier {
    /// An identifier for a row that has not been saved, for ``StoreChanges/inserted``. Other rows of the same save may
    /// refer to the row by it. It stays temporary: ``StoreSaveResult/identifiers`` has the row's own.
    package static func temporary(_ layout: ModelLayout) -> PersistentIdentifier {
        PersistentIdentifier(space: layout.temporarySpace, key: .temporary(TemporaryKey()))
    }
}
