/// The policy that refuses saves of rows that another writer has changed.
///
/// Changes: the moved rows and the lost edits of ``ConcurrentEdits``; the rows that the inbox reads again. Asks: the policy;
/// which slots of a state are edited.
struct SaveRefusing {
    let unit: UnitOfWork

    /// Notes that a row with unsaved edits, or one that is to be deleted, has changed. To be called before the state
    /// takes the row's values.
    func noteMoved(_ state: ModelState, _ row: LoadedRow) {
        guard !unit.merging.isRefreshing(state),
            let changed = state.edits.changedSlots(in: row, comparesValues: unit.merging.policy == .error),
            state.phase == .deleted || unit.isReallyChanged(state)
        else { return }
        unit.merging.noteMoved(state, changed)
    }

    /// Notes that the row of a model with unsaved edits is deleted, which drops them.
    func noteLostEdits(of state: ModelState) {
        guard unit.merging.policy == .error, state.phase == .registered else { return }
        let edited = state.edits.editedSlots
        guard !edited.isEmpty else { return }
        unit.merging.noteLost(
            StoreError(
                .conflict,
                "another context or process deleted the row since it was read, and its edits are discarded. Nothing was "
                    + "written; save again to write the other changes.",
                entity: state.layout.entityName,
                property: state.layout.names(edited).joined(separator: ", "),
                model: state.identifier
            )
        )
    }

    /// - Throws: ``StoreError`` with code `conflict` where the policy refuses the save of a row that another writer has
    ///   changed.
    func checkMoved(_ plan: PlannedSave) throws {
        let states = plan.parts.flatMap { $0.updated + $0.deleted }
        if unit.merging.policy == .error, let error = movedError(states) { throw error }
    }

    /// The error of the first of some states whose row has changed; nil where no row has.
    private func movedError(_ states: [ModelState]) -> StoreError? {
        let changed = states.filter { unit.merging.changedSlots(of: $0) != nil }
        guard let state = changed.first else { return nil }
        let row = RefusedRow(
            identifier: state.identifier,
            entityName: state.layout.entityName,
            isDeleted: state.phase == .deleted,
            changed: state.layout.names(unit.merging.changedSlots(of: state) ?? []),
            edited: state.layout.names(state.edits.editedSlots)
        )
        return row.error(others: changed.count - 1)
    }

    /// The error of a save that failed: for edits that were dropped since their row is deleted, the error with that
    /// reason.
    func refusal(of error: any Error) -> any Error {
        guard unit.merging.policy == .error, (error as? StoreError)?.code == .missingRow else { return error }
        unit.receiving.receive()
        return unit.merging.takeLost() ?? error
    }

    /// The error of a save that found a row that another context or process had changed. It names the properties as far
    /// as they are known.
    /// - Parameter isReread: True if the rows of the save have been read again.
    func refusal(of conflict: WriteConflict, isReread: Bool) -> any Error {
        let states = conflict.plan.parts.flatMap { $0.updated + $0.deleted }
        if !isReread {
            unit.inbox.readAgain(states.map(\.identifier))
            unit.receiving.receive()
        }
        return movedError(states) ?? conflict.error
    }
}
