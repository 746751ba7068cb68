/// A store of ours: it takes what contexts have as it is, and can write together with others: its transaction stays open
/// until they are done.
package protocol JointSaving: DataStore {
    /// As `save(_:)`.
    /// - Parameter commit: Is called at the end of the transaction, which is undone if it throws.
    func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        before commit: () throws -> Void
    ) throws -> StoreSaveResult
}
