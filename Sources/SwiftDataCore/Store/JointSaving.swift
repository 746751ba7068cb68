/// A store that can write together with others: its transaction stays open until they are done.
package protocol JointSaving: DataStore {
    /// As `save(_:)`.
    /// - Parameter commit: Is called at the end of the transaction, which is undone if it throws.
    func save(
        _ request: DataStoreSaveChangesRequest<Snapshot>,
        before commit: () throws -> Void
    ) throws -> DataStoreSaveChangesResult<Snapshot>
}
