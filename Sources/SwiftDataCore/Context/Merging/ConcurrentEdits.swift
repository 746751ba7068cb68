/// The unsaved edits of rows that other contexts and processes have changed too, and how a save treats them.
///
/// The program sees the list of conflicts. The policy that refuses saves uses the moved rows: they are known by row,
/// also where no property was changed twice.
package struct ConcurrentEdits {
    /// The treatment of a row that has changed since it was read, in a save.
    package private(set) var policy = ModelContext.MergePolicy.mergeByProperty
    package private(set) var conflicts = MergeConflicts()
    /// The conflicts that have not been reported to an observer.
    private var unannounced: [MergeConflict] = []
    private var moved = MovedRows()
    /// The model that takes its newest row on demand: its edits are edits of that row from then on.
    private var refreshed: ModelState?

    package init() {}

    /// Treats such rows by another policy from now on.
    package mutating func follow(_ policy: ModelContext.MergePolicy) { self.policy = policy }

    // MARK: Conflicts

    package mutating func add(_ conflict: MergeConflict) {
        conflicts.add(conflict)
        unannounced.append(conflict)
    }

    /// Notes that an edit is in the store, in place of the other value.
    package mutating func noteOverwritten(_ conflict: MergeConflict) {
        var conflict = conflict
        conflict.isOverwritten = true
        conflicts.add(conflict)
    }

    /// Replaces the conflicts after a save.
    package mutating func replace(with conflicts: [MergeConflict]) { self.conflicts.replace(with: conflicts) }

    /// The conflicts that have not been reported to an observer. The caller reports them now.
    package mutating func takeUnannounced() -> [MergeConflict] { exchange(&unannounced, with: []) }

    // MARK: Moved rows

    /// True if edits were dropped as their rows were deleted elsewhere.
    package var hasLost: Bool { moved.hasLost }

    package mutating func noteMoved(_ state: ModelState, _ slots: Set<Int>) { moved.note(state, slots) }
    package mutating func noteLost(_ error: StoreError) { moved.noteLost(error) }

    /// The properties of a state that were changed elsewhere; nil where the row has not changed.
    package func changedSlots(of state: ModelState) -> Set<Int>? { moved.changedSlots(of: state) }

    /// The error of the first edit that was dropped, after which none is known any more.
    package mutating func takeLost() -> StoreError? { moved.takeLost() }
    package mutating func forgetLost(_ identifiers: [PersistentIdentifier]) { moved.forgetLost(identifiers) }

    // MARK: Edits that are no more

    /// Forgets one property of a model, whose edit was reverted.
    /// - Parameter isLast: True if the model has no other edit.
    package mutating func forget(_ state: ModelState, _ property: String, isLast: Bool) {
        conflicts.forget(state.identifier, property)
        if isLast { moved.forget(state) }
    }

    /// Forgets that the row of a model has changed, and keeps its conflicts, which the program may still read.
    package mutating func forgetMoved(_ state: ModelState) { moved.forget(state) }
    package mutating func forgetMoved(_ states: Set<ObjectIdentifier>) { moved.forget(states) }

    /// Forgets everything that is to be saved.
    package mutating func forgetPending() {
        moved = MovedRows()
        conflicts.forgetPending()
    }

    // MARK: Refreshing

    package mutating func beginRefreshing(_ state: ModelState) { refreshed = state }
    package mutating func endRefreshing() { refreshed = nil }
    package func isRefreshing(_ state: ModelState) -> Bool { refreshed === state }

    /// Makes the edits of a model edits of its newest row.
    package mutating func didRefresh(_ state: ModelState) {
        moved.forget(state)
        conflicts.forget(state.identifier)
    }
}
