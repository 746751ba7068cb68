// Spellings of the first beta, which the code shown with it still has. `StoreType` is in the protocol itself.

extension DataStoreSaveChangesResult {
    /// Answers a save. The deleted rows are known from the request.
    @available(*, deprecated, renamed: "init(for:remappedIdentifiers:)")
    public convenience init(
        for storeIdentifier: String,
        remappedPersistentIdentifiers: [PersistentIdentifier: PersistentIdentifier],
        deletedIdentifiers: [PersistentIdentifier] = []
    ) {
        self.init(for: storeIdentifier, remappedIdentifiers: remappedPersistentIdentifiers)
    }
}
