import Foundation

/// The work of a context: the models that it knows, their changes, and the way of the changes to the stores.
///
/// ``ModelContext`` is its public face. Models hold the unit, so that they can load what they need as long as they
/// live; the unit holds only models with changes.
package final class UnitOfWork {
    package let core: ContainerCore
    let gate = ContextGate()
    let home = ContextHome()
    let end = ContextEnd()
    /// True if the context has gone and the unit has let go of the models that it kept. For tests.
    package var hasEnded: Bool { exclusively { end.hasLetGo } }
    package var editing = EditingState()
    package weak var context: ModelContext?

    package let identityMap = IdentityMap()
    package internal(set) var pending = PendingChanges()
    package internal(set) var clock = ContextClock()
    /// The model with a relationship that is being added to.
    package var opened: ModelState?
    package internal(set) var recording = ChangeRecording()
    package internal(set) var saveRun = SaveRun()
    /// True if a value is being encoded. The code that encodes it must not lead to another encoding.
    var isEncoding = false
    package var counts = WorkCounts()
    package internal(set) var merging = ConcurrentEdits()
    /// The state whose model's deinitialiser reads it, on the thread that is inside the gate: it may be filled.
    var readByDeinitialiser: ModelState?
    var isolation = IsolatedWriting()
    package internal(set) var inbox: Inbox
    var owners = MemberOwners()
    /// The reads that have failed.
    var reads = ReadLog()
    package var autosave = Autosave()
    /// The observers of changes of models; nil where there has never been one.
    package var observers: ObserverRegistry?
    /// The probe that detects whether a read is tracked; nil until a model is read.
    @exclusivity(unchecked) var readProbe: ReadProbe?

    package init(core: ContainerCore) {
        self.core = core
        inbox = Inbox(core)
        for store in core.stores { store.initializeState(for: editing) }
    }

    deinit {
        for store in core.stores { store.invalidateState(for: editing) }
    }

    /// The generation of the rows that are read now, see ``ContextClock/generation``.
    package var generation: Int { clock.generation }

    /// Fetches models, their number, or their identifiers.
    var fetching: ModelFetching { ModelFetching(unit: self) }
    /// Loads a part of a list of identifiers.
    var listLoading: ListLoading { ListLoading(unit: self) }
    /// Loads a value that was not fetched.
    package var loading: FaultLoading {
        @inline(__always) get { FaultLoading(unit: self) }
    }
    /// Finds the models of identifiers.
    package var lookup: ModelLookup {
        @inline(__always) get { ModelLookup(unit: self) }
    }
    /// Makes models of rows.
    var making: ModelMaking {
        @inline(__always) get { ModelMaking(unit: self) }
    }
    /// Finds the models that relationships lead to.
    var partners: PartnerLookup {
        @inline(__always) get { PartnerLookup(unit: self) }
    }
    /// Lets go of models whose rows are gone.
    var vanishing: RowVanishing { RowVanishing(unit: self) }
    /// Notes and tells of reads that fail.
    package var failures: FailureNoting { FailureNoting(unit: self) }
    /// Repeats reads that have failed, before a save.
    var rereading: FailureRereading { FailureRereading(unit: self) }
    /// Follows delete rules of relationships that could not be read.
    var postponedRules: PostponedRules { PostponedRules(unit: self) }
    /// Takes in the saves of other contexts and processes.
    package var receiving: ChangeReceiving { ChangeReceiving(unit: self) }
    /// Aligns unsaved edits with what other writers have saved.
    var displacedEdits: EditAligning { EditAligning(unit: self) }
    /// Notes and tells of edits that somebody else has changed too.
    var conflicts: ConflictNoting { ConflictNoting(unit: self) }
    /// Refuses saves of rows that another writer has changed.
    var refusals: SaveRefusing { SaveRefusing(unit: self) }
    /// Refreshes one model at once.
    var refreshing: ModelRefreshing { ModelRefreshing(unit: self) }
    /// Tells observers of results what was received and saved.
    var telling: ObserverTelling { ObserverTelling(unit: self) }

    package var hasChanges: Bool {
        !pending.inserted.isEmpty || !pending.deleted.isEmpty || pending.changed.values.contains { isReallyChanged($0) }
    }

    /// True if a written model differs from its row.
    package func isReallyChanged(_ state: ModelState) -> Bool {
        guard let changes = state.changes else { return false }
        if state.failedReads?.holdsBackSaves == true { return true }
        return changes.slots.contains { state.differs(at: $0, from: changes) }
    }

    /// The models of some states, in order.
    package func models(of states: some Sequence<ModelState>) -> [any PersistentModel] {
        states.compactMap { keptModel(of: $0) ?? $0.model }
    }

    /// The model of a state with unsaved changes.
    package func keptModel(of state: ModelState) -> (any PersistentModel)? { pending.model(of: state) }

    /// Keeps a changed model until it is saved.
    package func registerChange(_ state: ModelState) {
        // After the context has gone, changed models are kept by the program alone.
        pending.noteChanged(state, end.hasLetGo ? nil : state.model)
        end.noteChange()
        noteChange()
    }

    /// Remembers that models of two contexts were related.
    package func reportForeign(_ state: ModelState, _ other: ModelState) {
        let advice =
            core === other.unit?.core
            ? "Fetch that model in this context, by its persistentModelID, and relate to what you fetched."
            : "Models of two containers cannot be related."
        reportForeign(
            "a model was related to a \(other.layout.entityName) of another \(place(of: other)). " + advice,
            in: state
        )
    }

    /// Remembers that a model of another context was inserted or deleted.
    package func reportForeign(_ what: String, _ state: ModelState) {
        let advice =
            core === state.unit?.core
            ? "Fetch it in this context, by its persistentModelID." : "Use a context of its own container."
        reportForeign("a model of another \(place(of: state)) was \(what). " + advice, in: state)
    }

    private func reportForeign(_ message: String, in state: ModelState) {
        let error = StoreError(.foreignContext, message, entity: state.layout.entityName)
        pending.noteForeign(error)
        log.limited(.error, error.description, error.description)
    }

    private func place(of state: ModelState) -> String {
        core === state.unit?.core ? "context" : "container"
    }
}

extension ModelState {
    /// True if a written slot differs from what the store has.
    package func differs(at slot: Int, from changes: ModelChanges) -> Bool {
        if let change = changes.toMany[slot] {
            if !change.added.isEmpty || !change.removed.isEmpty { return true }
        }
        // A change that the policy refuses to save is not saved already.
        if !changes.contested.isEmpty, changes.contested.contains(slot), unit?.merging.policy == .error { return true }
        guard changes.original.indices.contains(slot) else { return true }
        // Stores do not tell a relationship to no models from one that is nil.
        if isToMany(slot), values[slot].isWithoutMembers, changes.original[slot].isWithoutMembers { return false }
        return !values[slot].isSame(as: changes.original[slot], encode: { try encoded($0, slot: slot) })
    }

    /// True if a slot has an unsaved edit: its value differs from the stored one, or another context or process has
    /// written the same value since.
    func isEdited(_ slot: Int, _ changes: ModelChanges) -> Bool {
        changes.slots.contains(slot) && (changes.contested.contains(slot) || differs(at: slot, from: changes))
    }

    /// A value as stores keep it.
    package func encoded(_ value: StoredValue, slot: Int) throws -> StoredValue {
        guard case .object = value, case .attribute(let attribute) = layout.properties[slot].shape else {
            return value
        }
        guard let unit else { return try attribute.encoded(value) }
        guard !unit.isEncoding else { throw EncodingUnderWay() }
        unit.isEncoding = true
        defer { unit.isEncoding = false }
        return try attribute.encoded(value)
    }
}

/// The error of a comparison that the encoding of a value led to. The comparison would encode values again, so that
/// they count as different.
private struct EncodingUnderWay: Error {}

extension StoredValue {
    fileprivate var isWithoutMembers: Bool {
        switch self {
        case .null: true
        case .identifiers(let members): members.isEmpty
        default: false
        }
    }
}
