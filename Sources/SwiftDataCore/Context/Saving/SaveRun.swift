/// The save that is under way: its stage, the plan that the stores are writing, and whether another save is to follow.
package struct SaveRun {
    /// The stages of a save, in order. Between two attempts to write, a save is at ``preparing`` again.
    package enum Stage {
        /// No save is under way. Also while a save lets other code use the context before it continues.
        case idle
        /// Values are compared to find out whether there is anything to save, or checked without being written.
        case comparing
        /// `willSave` is being posted. The changes of its observers are part of the save.
        case announcing
        case preparing
        /// A plan is made and written, and the models are brought in line. The saves of other contexts wait.
        case writing
    }

    package private(set) var stage = Stage.idle
    /// The plan that the stores are writing, while they do.
    package private(set) var inFlight: PlannedSave?
    /// The rows of which models were made while the stores wrote.
    package private(set) var madeInFlight: Set<PersistentIdentifier> = []
    /// The number of saves whose result the models have taken over.
    package private(set) var count = 0
    private var isNextRequested = false

    package var isUnderWay: Bool { stage != .idle }
    package var isWriting: Bool { stage == .writing }
    /// True where a save must be refused or put off: the save under way does not include the present changes.
    package var isPastAnnouncement: Bool { stage != .idle && stage != .announcing }

    package init() {}

    package mutating func enter(_ stage: Stage) { self.stage = stage }

    // MARK: Writing by the stores

    package mutating func beginFlight(_ plan: PlannedSave) { inFlight = plan }

    /// The stores have written, or have failed to.
    package mutating func endFlight() { inFlight = nil }

    /// Notes that a model was made of a row while stores write: it may be one of the new rows.
    package mutating func noteMade(_ identifier: PersistentIdentifier) {
        if inFlight != nil { madeInFlight.insert(identifier) }
    }

    /// The rows of which models were made while the stores wrote, which the run forgets.
    package mutating func takeMade() -> Set<PersistentIdentifier> { exchange(&madeInFlight, with: []) }

    /// The models take over the written values.
    package mutating func noteTakenOver() { count += 1 }

    // MARK: The next save

    /// Lets another save follow the one under way.
    package mutating func requestNext() { isNextRequested = true }

    /// True if another save was requested, which the run forgets.
    package mutating func takeRequest() -> Bool { exchange(&isNextRequested, with: false) }
}
