/// The rows with unsaved edits that somebody else has changed since the context read them.
///
/// The lock counter of a state moves on when the context takes in a newer row, so that the store cannot tell afterwards
/// which edits were made on an older one.
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

extension ModelState {
    /// The properties whose stored values differ from a newly read row; nil where the row is as it was read.
    ///
    /// The counter tells of each save. The values tell of a store without counters, and of a program that does not raise
    /// them.
    /// - Parameter comparesValues: Whether to look at the values also where the counters are equal.
    func changedSlots(in row: LoadedRow, comparesValues: Bool) -> Set<Int>? {
        let unknown = DefaultSnapshot.unknownLock
        let areCounted = lock != unknown && row.lock != unknown
        if areCounted, lock == row.lock, !comparesValues { return nil }
        var found: Set<Int> = []
        for slot in values.indices where !layout.properties[slot].isEphemeral && !isToMany(slot) {
            let old = changes.flatMap { $0.original.indices.contains(slot) ? $0.original[slot] : nil } ?? values[slot]
            if case .unloaded = old { continue }
            if case .unloaded = row.values[slot] { continue }
            if !old.isSame(as: row.values[slot], encode: { try encoded($0, slot: slot) }) { found.insert(slot) }
        }
        return found.isEmpty && !(areCounted && lock != row.lock) ? nil : found
    }

    /// The properties with edits that the next save writes.
    var editedSlots: Set<Int> {
        guard let changes else { return [] }
        return changes.slots.filter { differs(at: $0, from: changes) }
    }

    /// The names of some properties, in the order in which they are declared.
    fileprivate func names(_ slots: Set<Int>) -> [String] { slots.sorted().map { layout.properties[$0].name } }
}

// MARK: - The policy that refuses

extension UnitOfWork {
    /// Notes that a row with unsaved edits, or one that is to be deleted, has changed. To be called before the state
    /// takes the row's values.
    func noteMoved(_ state: ModelState, _ row: LoadedRow) {
        guard state !== refreshing, let changed = state.changedSlots(in: row, comparesValues: mergePolicy == .error),
            state.phase == .deleted || isReallyChanged(state)
        else { return }
        moved.note(state, changed)
    }

    /// Notes that the row of a model with unsaved edits is gone, which drops them.
    func noteLostEdits(of state: ModelState) {
        guard mergePolicy == .error, state.phase == .registered else { return }
        let edited = state.editedSlots
        guard !edited.isEmpty else { return }
        moved.noteLost(
            StoreError(
                .conflict,
                "the row was deleted elsewhere since it was read, and the edits of it are dropped. Nothing was "
                    + "written; the next save writes the other changes.",
                entity: state.layout.entityName,
                property: state.names(edited).joined(separator: ", "),
                model: state.identifier
            )
        )
    }

    /// - Throws: ``StoreError`` with code `conflict` where the policy refuses the save of a row that somebody else has
    ///   changed.
    func checkMoved(_ plan: SavePlan) throws {
        guard mergePolicy == .error, let error = movedError(plan.parts.flatMap { $0.updated + $0.deleted }) else {
            return
        }
        throw error
    }

    /// What is wrong with the first of some states whose row has changed.
    private func movedError(_ states: [ModelState]) -> StoreError? {
        let changed = states.filter { moved.changedSlots(of: $0) != nil }
        guard let state = changed.first else { return nil }
        let slots = moved.changedSlots(of: state) ?? []
        let edited = state.names(state.editedSlots)
        let there = slots.isEmpty ? "the row has" : "\(state.names(slots).joined(separator: ", ")) has"
        let here = state.phase == .deleted ? "it is deleted here" : "\(edited.joined(separator: ", ")) is edited here"
        let others = changed.count > 1 ? " \(changed.count - 1) more rows of the save have changed too." : ""
        return StoreError(
            .conflict,
            "\(there) been changed elsewhere since it was read, and \(here). Nothing was written and every change is "
                + "still pending: refresh(_:mergeChanges:) the model and save again, or roll back.\(others)",
            entity: state.layout.entityName,
            property: (slots.isEmpty ? edited : state.names(slots)).joined(separator: ", "),
            model: state.identifier
        )
    }

    /// The error of a save that failed: of edits that were dropped since their row is gone, the one that says so.
    func refusal(of error: any Error) -> any Error {
        guard mergePolicy == .error, (error as? StoreError)?.code == .missingRow else { return error }
        receive()
        return moved.takeLost() ?? error
    }

    /// The error of a save that came upon a row which somebody else had changed, naming the properties as far as they
    /// are known.
    /// - Parameter isTold: Whether the rows of the save have been read anew.
    func refusal(of conflict: WriteConflict, isTold: Bool) -> any Error {
        let states = conflict.plan.parts.flatMap { $0.updated + $0.deleted }
        if !isTold {
            inbox.readAgain(states.map(\.identifier))
            receive()
        }
        return movedError(states) ?? conflict.error
    }
}
