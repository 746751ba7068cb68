/// A store that can read the rows of a to-many relationship for many owners at once.
package protocol RelationshipLoading: DataStore where Snapshot == DefaultSnapshot {
    /// The destinations of each owner, in order. Runs a number of statements that does not depend on how many there
    /// are, but for very large batches.
    /// - Parameter salvaging: Whether a damaged value is left `.unloaded` instead of failing the whole.
    func relatedSnapshots(
        slot: Int,
        of layout: ModelLayout,
        for owners: [PersistentIdentifier],
        salvaging: Bool,
        editingState: EditingState
    ) throws -> [PersistentIdentifier: [DefaultSnapshot]]

    /// Rows by identifier, with damaged values left `.unloaded`.
    func salvagedSnapshots(
        for identifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot]
}
