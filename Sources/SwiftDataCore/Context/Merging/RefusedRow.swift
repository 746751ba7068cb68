/// A row that a save does not write, as another writer has changed it since it was read.
package struct RefusedRow {
    package let identifier: PersistentIdentifier
    package let entityName: String
    /// True if the save would delete the row.
    package let isDeleted: Bool
    /// The names of the properties that were changed elsewhere, as far as they are known.
    package let changed: [String]
    /// The names of the properties with edits.
    package let edited: [String]

    package init(
        identifier: PersistentIdentifier,
        entityName: String,
        isDeleted: Bool,
        changed: [String],
        edited: [String]
    ) {
        self.identifier = identifier
        self.entityName = entityName
        self.isDeleted = isDeleted
        self.changed = changed
        self.edited = edited
    }

    /// Makes the error of a save for which this is the first such row.
    /// - Parameter others: The number of further rows.
    package func error(others: Int) -> StoreError {
        let there = changed.isEmpty ? "the row has" : "\(changed.joined(separator: ", ")) has"
        let here = isDeleted ? "it is deleted here" : "\(edited.joined(separator: ", ")) is edited here"
        let more = others > 0 ? " \(others) more rows of the save have changed too." : ""
        return StoreError(
            .conflict,
            "\(there) been changed elsewhere since it was read, and \(here). Nothing was written and every change is "
                + "still pending: refresh(_:mergeChanges:) the model and save again, or roll back.\(more)",
            entity: entityName,
            property: (changed.isEmpty ? edited : changed).joined(separator: ", "),
            model: identifier
        )
    }
}
