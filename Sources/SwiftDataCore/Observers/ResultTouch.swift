/// What has happened to one model since observers were last brought up to date.
struct ResultTouch {
    /// The slots that were written.
    var slots = SlotSet()
    /// Whether it came into the context or left it.
    var hasMoved = false
    /// Whether its row was written by somebody else.
    var isOthers = false
    /// Whether it was last seen to leave.
    var isAbsent = false
    /// Whether this context saved it.
    var isSaved = false
    /// The observers that had it among their results when it left, and the states by which they know it.
    var formerWatchers: [Int] = []
    var formerStates: Set<ObjectIdentifier> = []
    /// The row as somebody else saved it.
    var row: DefaultSnapshot?

    mutating func join(_ later: ResultTouch) {
        slots.formUnion(later.slots)
        hasMoved = hasMoved || later.hasMoved
        isOthers = isOthers || later.isOthers
        isAbsent = later.isAbsent
        isSaved = isSaved || later.isSaved
        formerWatchers += later.formerWatchers
        formerStates.formUnion(later.formerStates)
        row = later.row ?? (isAbsent ? nil : row)
    }
}

/// A touched model as it is now.
struct ResultSubject {
    let identifier: PersistentIdentifier
    let touch: ResultTouch
    /// The registered state, if the model is in memory.
    let state: ModelState?
    /// The row of a model that is not in memory.
    let row: DefaultSnapshot?
    /// The class, whether the model is still there or not; nil where it is not in the schema.
    let layout: ModelLayout?

    /// Whether the model takes part in fetches.
    var isThere: Bool { row != nil || state.map { $0.phase == .inserted || $0.phase == .registered } ?? false }
    /// Whether there is a row, whatever is unsaved: a deletion that was not saved leaves it there.
    var hasRow: Bool { row != nil || state.map { $0.phase == .registered || $0.phase == .deleted } ?? false }
    /// Whether the row is what has changed, and not only what is unsaved.
    var isStored: Bool { touch.isOthers || touch.isSaved }

    /// What a query sees; nil where there is nothing to see.
    var queryRow: (any QueryRow)? {
        if let state { return (state.model ?? state.unit?.model(for: state.identifier)).map { ModelRow($0) } }
        return row.map { ReceivedRow(snapshot: $0) }
    }

    /// The row without unsaved changes; nil where it is not at hand.
    var storedRow: (any QueryRow)? {
        if let row = touch.row { return ReceivedRow(snapshot: row) }
        return touch.isOthers ? nil : queryRow
    }

    func value(at slot: Int) -> StoredValue? {
        if let state { return slot < state.layout.slotCount ? state.value(at: slot) : nil }
        guard let row, slot < row.values.count else { return nil }
        return row.values[slot]
    }
}

/// A row that has no model in memory, for conditions that do not follow relationships.
struct ReceivedRow: QueryRow {
    let snapshot: DefaultSnapshot

    var identifier: PersistentIdentifier { snapshot.persistentIdentifier }
    var layout: ModelLayout { snapshot.layout }

    func value(slot: Int) -> StoredValue { snapshot.values[slot] }

    func destination(slot: Int) -> (any QueryRow)? {
        guard case .identifier(let identifier) = snapshot.values[slot],
            let destination = layout.properties[slot].relationship?.destination
        else { return nil }
        let layout = destination._$modelLayout
        return ReceivedRow(
            snapshot: DefaultSnapshot(
                persistentIdentifier: identifier,
                layout: layout,
                values: layout.unloadedValues
            )
        )
    }

    func destinations(slot: Int) -> [any QueryRow] { [] }
}
