/// The changes of one model since observers were last brought up to date.
package struct ResultTouch {
    /// The slots that were written.
    package var slots = SlotSet()
    /// True if the model entered the context or left it.
    package var hasMoved = false
    /// True if another context or process wrote the row of the model.
    package var isWrittenElsewhere = false
    /// True if the last of the changes was that the model left.
    package var isAbsent = false
    /// True if this context saved the model.
    package var isSaved = false
    /// The observers that had it among their results when it left, and the states by which they have it.
    package var formerWatchers: [Int] = []
    package var formerStates: Set<ObjectIdentifier> = []
    /// The row as another context or process saved it.
    package var row: DefaultSnapshot?

    package init() {}

    package mutating func join(_ later: ResultTouch) {
        slots.formUnion(later.slots)
        hasMoved = hasMoved || later.hasMoved
        isWrittenElsewhere = isWrittenElsewhere || later.isWrittenElsewhere
        isAbsent = later.isAbsent
        isSaved = isSaved || later.isSaved
        formerWatchers += later.formerWatchers
        formerStates.formUnion(later.formerStates)
        row = later.row ?? (isAbsent ? nil : row)
    }
}

/// A touched model as it is now, for the observers that look at it in one round.
final class ResultSubject {
    let identifier: PersistentIdentifier
    let touch: ResultTouch
    /// The registered state, if the model is in memory.
    let state: ModelState?
    /// The row of a model that is not in memory.
    let row: DefaultSnapshot?
    /// The class, whether the model is still there or not; nil where it is not in the schema.
    let layout: ModelLayout?
    /// The place among the subjects of its round.
    var index = 0
    /// True if the model is a result of any observer that places models one by one.
    var isWanted = false
    /// The patch that it is put in its place by.
    var mark = 0
    /// The place among the subjects in the order that was used last, or -1.
    var rank = -1
    private var known: (any PersistentModel)?
    private lazy var seen: (any QueryRow)? = makeQueryRow()

    init(
        identifier: PersistentIdentifier,
        touch: ResultTouch,
        state: ModelState?,
        row: DefaultSnapshot?,
        layout: ModelLayout?
    ) {
        self.identifier = identifier
        self.touch = touch
        self.state = state
        self.row = row
        self.layout = layout
    }

    /// The model, made where it is not in memory.
    func model(in unit: UnitOfWork) -> (any PersistentModel)? {
        if let known { return known }
        if let state {
            known = state.model ?? unit.lookup.model(for: state.identifier)
        } else if let row {
            known = unit.making.materialize(row)
        }
        return known
    }

    /// True if the model takes part in fetches.
    var isThere: Bool { row != nil || state.map { $0.phase == .inserted || $0.phase == .registered } ?? false }
    /// True if the model has a row, whatever is unsaved. An unsaved deletion leaves the row in the store.
    var hasRow: Bool { row != nil || state.map { $0.phase == .registered || $0.phase == .deleted } ?? false }
    /// True if the row itself has changed, and not only unsaved values.
    var isStored: Bool { touch.isWrittenElsewhere || touch.isSaved }

    /// The row as a query reads it; nil where there is neither a model nor a row.
    var queryRow: (any QueryRow)? { seen }

    private func makeQueryRow() -> (any QueryRow)? {
        guard let state else { return row.map { ReceivedRow(snapshot: $0) } }
        return state.unit.flatMap { model(in: $0) }.map { ModelRow($0) }
    }

    /// The row without unsaved changes; nil where it is not in memory.
    var storedRow: (any QueryRow)? {
        if let row = touch.row { return ReceivedRow(snapshot: row) }
        return touch.isWrittenElsewhere ? nil : queryRow
    }

    func value(at slot: Int) -> StoredValue? {
        if let state { return slot < state.layout.slotCount ? state.reading.value(at: slot) : nil }
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
