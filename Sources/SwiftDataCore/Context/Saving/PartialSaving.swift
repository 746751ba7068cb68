/// The decision if the changes that are pending so far may be saved before the rest of a piece of work. Changes
/// nothing.
package struct PartialSaving {
    let unit: UnitOfWork

    /// True if the pending changes can be saved before other changes that belong with them.
    ///
    /// A unique value that one row gets may be another row's until that one is changed as well, and a new model with
    /// unique values is joined with the row that has them: these wait for the rest. So does all of a transaction, which
    /// may be reverted as a whole.
    package var isPossible: Bool {
        guard !unit.recording.isInTransaction, !unit.saveRun.isUnderWay else { return false }
        return unit.pending.inserted.values.allSatisfy { !$0.layout.hasUniqueValues }
            && unit.pending.changed.values.allSatisfy { !$0.edits.hasUniqueEdits }
    }
}
