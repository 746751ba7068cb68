/// Writes a plan to its stores, to all or to none as far as they let us: each transaction stays open until the next
/// store has written too. Stores that cannot wait write last, inside the transactions of the others.
final class JointWriting {
    /// What each store answered that has committed.
    private(set) var results: [ObjectIdentifier: StoreSaveResult] = [:]
    private let work: [(store: any StoreAccess, changes: StoreChanges)]
    private let editing: EditingState

    init(_ plan: SavePlan, _ editing: EditingState) {
        let work = plan.changes.filter { !$0.changes.isEmpty }
        self.work = work.filter { $0.store.canWaitForOthers } + work.filter { !$0.store.canWaitForOthers }
        self.editing = editing
    }

    func write() throws { try write(from: 0) }

    private func write(from index: Int) throws {
        guard index < work.count else { return }
        let (store, changes) = work[index]
        guard store.canWaitForOthers else {
            results[ObjectIdentifier(store)] = try store.save(changes, editing)
            return try write(from: index + 1)
        }
        results[ObjectIdentifier(store)] = try store.save(changes, editing) { try write(from: index + 1) }
    }
}
