// Saving a part of what is to be saved.

extension UnitOfWork {
    /// The number of models with unsaved changes.
    package var pendingCount: Int { pending.count }

    /// True if the pending changes can be saved before other changes that belong with them.
    ///
    /// A unique value that one row gets may be another row's until that one is changed as well, and a new model with unique
    /// values is joined with the row that has them: these wait for the rest. So does all of a transaction, which may be
    /// taken back as a whole.
    package var mayBeSavedInParts: Bool {
        guard !recording.isInTransaction, !saveRun.isUnderWay else { return false }
        return pending.inserted.values.allSatisfy { !$0.layout.hasUniqueValues }
            && pending.changed.values.allSatisfy { !$0.edits.hasUniqueEdits }
    }
}
