/// The rows with unsaved edits that another writer has changed since the context read them.
///
/// The lock counter of a state moves on when the context receives a newer row, so that the store cannot determine
/// afterwards which edits were made on an older one.
struct MovedRows {
    /// The properties that were changed elsewhere, by state. A state stays alive as long as it has unsaved edits, and
    /// leaves this table with them.
    private var slots: [ObjectIdentifier: Set<Int>] = [:]
    /// The edits that were dropped because their rows were deleted elsewhere; only under ``MergePolicy/error``.
    private(set) var lost: [StoreError] = []

    var hasLost: Bool { !lost.isEmpty }

    mutating func note(_ state: ModelState, _ changed: Set<Int>) {
        slots[ObjectIdentifier(state), default: []].formUnion(changed)
    }

    mutating func noteLost(_ error: StoreError) { lost.append(error) }

    /// The properties of a state that were changed elsewhere; nil where the row has not changed.
    func changedSlots(of state: ModelState) -> Set<Int>? { slots[ObjectIdentifier(state)] }

    mutating func forget(_ state: ModelState) {
        guard !slots.isEmpty else { return }
        slots[ObjectIdentifier(state)] = nil
    }

    mutating func forget(_ states: Set<ObjectIdentifier>) {
        guard !slots.isEmpty else { return }
        for key in states { slots[key] = nil }
    }

    mutating func forgetLost(_ identifiers: [PersistentIdentifier]) {
        guard !lost.isEmpty else { return }
        let gone = Set(identifiers)
        lost.removeAll { error in error.persistentModelID.map(gone.contains) ?? false }
    }

    /// The first of the dropped edits, after which none is known any more.
    mutating func takeLost() -> StoreError? {
        defer { lost = [] }
        return lost.first
    }
}
