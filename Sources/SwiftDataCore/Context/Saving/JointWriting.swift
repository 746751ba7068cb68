/// Writes a plan to its stores, to all or to none as far as they let us: each transaction stays open until the next
/// store has written too. Stores that cannot wait write last, inside the transactions of the other stores.
final class JointWriting {
    /// The answers of the stores that have committed.
    private(set) var results: [(part: PlannedSave.Part, answer: StoreSaveResult)] = []
    private let work: [PlannedSave.Part]
    private let editing: EditingState
    private let registered: (PersistentIdentifier) -> ModelState?

    /// - Parameter registered: The state that the context has for an identifier.
    init(_ plan: PlannedSave, _ editing: EditingState, registered: @escaping (PersistentIdentifier) -> ModelState?) {
        let work = plan.parts.filter { !$0.changes.isEmpty }
        // The locks of two containers are taken in one order, see ``Isolation``.
        let waiting = work.filter { $0.store.canAbortBeforeCommit }
            .sorted { $0.store.storeIdentifier < $1.store.storeIdentifier }
        self.work = waiting + work.filter { !$0.store.canAbortBeforeCommit }
        self.editing = editing
        self.registered = registered
    }

    func write() throws { try write(from: 0) }

    private func write(from index: Int) throws {
        guard index < work.count else { return }
        let part = work[index]
        guard part.store.canAbortBeforeCommit else {
            let answer = try part.store.save(part.changes, editing) {}
            try part.check(answer, registered: registered)
            results.append((part, answer))
            return try write(from: index + 1)
        }
        let answer = try part.store.save(part.changes, editing) { try write(from: index + 1) }
        try part.check(answer, registered: registered)
        results.append((part, answer))
    }
}
