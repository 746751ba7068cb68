import Observation
import Synchronization

/// The state of a model, which it shares with its context: the values of the properties by slot, the identifier, and
/// the phase. Written into models by `@Model`; not for use outside them.
///
/// The model holds its state; the state knows the model without holding it. Relationships are kept as identifiers,
/// which the context's identity map turns into models, so that models that refer to each other do not keep each other
/// alive. Before a model is in a context there is no map: ``held`` keeps its partners then.
///
/// A state is used by the isolation of its context. Its model, and so the state itself, may be released on any thread
/// meanwhile: the fields that the release touches are atomic, or behind the lock of the identity map. A change of
/// ``values`` that does not come from the model's own accessors is made ``whileHeld(_:)``, since the model's
/// deinitialiser may be reading them on another thread otherwise.
///
/// A context may have a state for each of a million rows, so that the fields that few models need are in
/// ``ModelExtras``.
public final class ModelState {
    // The properties with `@exclusivity(unchecked)` are read for every attribute or every member of a relationship;
    // each access is a plain load or store that calls nothing. An element of `values` is stored before the old one is
    // let go of, so that a deinitialiser that leads back here finds a whole array.

    // The properties that each read needs stand first, so that they are in one line of the processor's cache.

    /// The current values, by slot.
    @exclusivity(unchecked) @usableFromInline package var values: [StoredValue]
    /// One strong reference, which the state owns and releases. Unmanaged, so that reading an attribute need not count
    /// another one.
    @exclusivity(unchecked) private var unitReference: Unmanaged<UnitOfWork>?
    /// True if an access to an attribute has to notify Observation, or to ask a backing data of the user's own.
    @exclusivity(unchecked) private var isWatched = false
    /// True if ``model`` has been set; relationships given to an initialiser are linked at that moment.
    @exclusivity(unchecked) @usableFromInline package var isBound = false
    /// True if the storage of the model has ended, after the model's deinitialiser: no code of the model reads the
    /// state any more. Set on whatever thread releases the model.
    private let isLeft = Atomic<Bool>(false)
    /// Changed by ``move(to:)`` alone.
    @exclusivity(unchecked) package private(set) var phase = Phase.detached
    /// The relationships that the program has written, while the model is in no context.
    @exclusivity(unchecked) var writtenSides = WrittenSides()
    /// The place in the identity map, behind the lock of the map.
    @exclusivity(unchecked) var registration = StateRegistration()
    /// Not counted: layouts of classes are never released.
    @exclusivity(unchecked) private var layoutReference: Unmanaged<ModelLayout>
    /// The model, while it exists: see ``model``.
    @exclusivity(unchecked) private var unheldModel: UnheldModel?
    @exclusivity(unchecked) private var storedIdentifier: PersistentIdentifier?
    @exclusivity(unchecked) private var storedBatchIndex: Int32 = 0
    /// The place among the models with unsaved changes; -1 for one without.
    @exclusivity(unchecked) package var pendingPlace: Int32 = -1
    /// The models that were fetched together with this one.
    @exclusivity(unchecked) package var batch: FaultBatch?
    /// The optimistic-lock counter that the row had when the oldest of the values was read.
    @exclusivity(unchecked) package var lock = DefaultSnapshot.unknownLock
    /// The changes since the last save; nil for an unchanged model.
    @exclusivity(unchecked) package var changes: ModelChanges?
    /// The relationship partners of a model in no context, by slot, in the order of the identifiers.
    package var held = HeldPartners()
    @exclusivity(unchecked) var extras: ModelExtras?

    /// State for a model that has not been saved.
    package init(layout: ModelLayout) {
        layoutReference = .passUnretained(layout)
        values = layout.emptyValues
    }

    /// State for a row of a store.
    package convenience init(
        layout: ModelLayout,
        identifier: PersistentIdentifier,
        values: consuming [StoredValue],
        lock: Int64 = DefaultSnapshot.unknownLock,
        unit: UnitOfWork
    ) {
        self.init(row: identifier, layout: .passUnretained(layout), values: values, lock: lock, unit: unit)
    }

    /// The same without counting a reference to the layout.
    @inline(__always)
    init(
        row identifier: PersistentIdentifier,
        layout: Unmanaged<ModelLayout>,
        values: consuming [StoredValue],
        lock: Int64,
        unit: UnitOfWork
    ) {
        layoutReference = layout
        self.values = values
        self.lock = lock
        storedIdentifier = identifier
        phase = .registered
        unitReference = .passRetained(unit)
        if layout._withUnsafeGuaranteedRef({ $0.hasEphemeralSlots }) { clearEphemeralSlots() }
    }

    private func clearEphemeralSlots() {
        for slot in layout.ephemeralSlots { values[slot] = layout.emptyValues[slot] }
    }

    /// Runs on whatever thread drops the last reference.
    deinit {
        guard let unitReference else {
            // A table that is no part of a context's map has one user.
            if registration.page != nil { StateTable.remove(self) }
            return
        }
        // Before anything of the state ends: until the map has forgotten it, its context may find it there.
        unitReference._withUnsafeGuaranteedRef { $0.identityMap.forget(departing: self) }
        unitReference.release()
    }

    /// The layout of the model's class; until the model is bound, that of the class whose initialiser runs.
    package private(set) var layout: ModelLayout {
        @inline(__always) get { layoutReference.takeUnretainedValue() }
        set { layoutReference = .passUnretained(newValue) }
    }

    /// The unit of work of the context that the model is, or last was, in.
    package var unit: UnitOfWork? {
        get { unitReference?.takeUnretainedValue() }
        set {
            let old = unitReference
            unitReference = newValue.map { .passRetained($0) }
            // They are references to what the other context has registered.
            extras?.members.leaveContext()
            old?.release()
        }
    }

    /// The place in ``batch``.
    package var batchIndex: Int {
        get { Int(storedBatchIndex) }
        set { storedBatchIndex = Int32(clamping: newValue) }
    }

    /// The identifier: temporary before the first save.
    package var identifier: PersistentIdentifier {
        get {
            if let storedIdentifier { return storedIdentifier }
            let temporary = PersistentIdentifier(space: layout.temporarySpace, key: .temporary(TemporaryKey()))
            storedIdentifier = temporary
            return temporary
        }
        set {
            // The map must never hold a state under an identifier that the state does not know of.
            if let unit, let storedIdentifier { unit.identityMap.forget(storedIdentifier, self) }
            storedIdentifier = newValue
        }
    }

    /// Puts the model into another phase. A move that ``Phase/mayBecome(_:)`` does not have is logged.
    package func move(to next: Phase) {
        if !phase.mayBecome(next) { Self.noteUnknownMove(of: identifier, from: phase, to: next) }
        phase = next
    }

    /// True if the model takes part in its context's saves and fetches.
    package var isAttached: Bool { phase == .inserted || phase == .registered || phase == .deleted }

    /// Remembers the model, once it is complete enough to be referred to.
    package func bind(_ model: any PersistentModel) {
        guard !isBound else { return }
        isBound = true
        self.model = model
        extend(to: type(of: model)._$modelLayout)
        let slots = extras?.unlinked ?? 0..<layout.slotCount
        extras?.unlinked = nil
        if !held.isEmpty { linkRelationships(in: slots) }
    }

    /// The state to use instead of this one, if there is one; the model is its model unless it has another already.
    package func successor(for model: any PersistentModel) -> ModelState? {
        guard var last = successor else { return nil }
        while let next = last.successor { last = next }
        if last.model == nil { last.model = model }
        return last
    }

    /// Makes room for the properties of a subclass.
    package func extend(to subclass: ModelLayout) {
        guard subclass !== layout, subclass.slotCount >= values.count else { return }
        values.append(contentsOf: subclass.emptyValues[values.count...])
        layout = subclass
    }
}

// MARK: - The model

extension ModelState {
    /// The model, while it exists; nil as soon as its deinitialiser begins, on whatever thread that is.
    package var model: (any PersistentModel)? {
        get { unheldModel?.model }
        set {
            guard let newValue else { return unheldModel = nil }
            unheldModel = UnheldModel(newValue)
        }
    }

    /// True if the object is the model of the state. The caller holds it.
    func isReference(to model: AnyObject) -> Bool {
        switch unheldModel {
        case .none: false
        case .some(let reference): reference.isReference(to: model)
        }
    }

    /// A storage holds the state from now on.
    func join() { isLeft.store(false, ordering: .relaxed) }

    /// The storage of the model has ended. Called on whatever thread that is.
    func leave() {
        // Until the flag is set, no code changes the state: the unit is read before.
        //
        // A relaxed load is enough. The thread that ends the unit sets its flag, and then asks each model for a strong
        // reference. Where it got one of this model, it has released that before this thread released the last one,
        // which acquired what came before: so the flag is seen here. Where it got none, it does not wait for this
        // model.
        if let unitReference,
            unitReference._withUnsafeGuaranteedRef({ $0.end.endsWithModels })
        {
            unit?.ending.endWhenFree()
        }
        // After the last read of the state.
        isLeft.store(true, ordering: .releasing)
    }

    /// True if the deinitialiser of the model has begun and its storage has not ended. Its code may be reading this
    /// state on another thread, so that no code may change the state or make another model of it.
    var isBeingLeft: Bool {
        switch unheldModel {
        case .none: false
        case .some(let reference): reference.model == nil && !isLeft.load(ordering: .acquiring)
        }
    }

    /// True if the deinitialiser of the model runs on another thread, and for another actor, than the context was used
    /// on last. The deinitialiser does not own the context there: it has the values of its model that are in memory,
    /// and nothing else.
    var isEndingElsewhere: Bool {
        guard let unitReference else { return false }
        return unitReference._withUnsafeGuaranteedRef { unit in
            !unit.gate.isOfThisThread && isBeingLeft && !unit.gate.isOfThisExecutor
        }
    }

    /// True if an access has no effect because the deinitialiser of the model runs elsewhere. A debug build reports it.
    var isLeftOut: Bool {
        guard isEndingElsewhere else { return false }
        #if DEBUG
            if let unit { IsolationReports.report(.deinitialiser(layout.entityName), unit) }
        #endif
        return true
    }

    /// Changes the state while its model is held, so that the model's deinitialiser cannot read it at the same time.
    /// Nothing is changed where that deinitialiser is running: the state has no further use then.
    @inline(__always)
    func whileHeld(_ change: () -> Void) {
        if let model {
            withExtendedLifetime(model, change)
        } else if !isBeingLeft || unit?.readByDeinitialiser === self {
            change()
        }
    }

    /// A model has another state from now on.
    func forgetModel(_ model: AnyObject) {
        var next: ModelState? = self
        while let state = next {
            if state.isReference(to: model) { state.model = nil }
            next = state.extras?.successor
        }
    }
}

// MARK: - Accesses

extension ModelState {
    /// True if an attribute can be read without notifying Observation: no read of the model was ever tracked, and this
    /// one is not.
    @usableFromInline package func _isReadUnseen() -> Bool {
        #if DEBUG
            noteAccess()
        #endif
        guard !isWatched, let unitReference else { return false }
        return unitReference._withUnsafeGuaranteedRef { $0.isReadUnseen }
    }

    /// Writes an attribute where only the context has to be notified. False where an observer has to be, or where
    /// something else is special about it.
    @inline(__always) func writeUnseen(_ slot: Int, _ newValue: StoredValue) -> Bool {
        #if DEBUG
            noteAccess()
        #endif
        guard !isWatched else { return false }
        guard let unitReference else {
            guard phase == .detached else { return false }
            values[slot] = newValue
            return true
        }
        guard unitReference._withUnsafeGuaranteedRef({ $0.isWriteUnseen }) else { return false }
        switch phase {
        case .detached, .inserted:
            values[slot] = newValue
            unitReference._withUnsafeGuaranteedRef { $0.noteChange() }
            return true
        case .registered:
            if extras?.failedReads != nil { return false }
            if changes == nil, case .unloaded = values[slot] { return false }
            if isLeftOut { return true }
            recordChange(slot)
            values[slot] = newValue
            return true
        case .deleted, .gone:
            return false
        }
    }

    /// A backing data of the user's own that drives the model.
    package var custom: (any BackingData)? {
        get { isWatched ? extras?.custom : nil }
        set {
            madeExtras.custom = newValue
            isWatched = newValue != nil || registrar != nil
        }
    }

    /// The observers of the model; nil where no read of it was ever tracked.
    var registrar: ObservationRegistrar? {
        get { isWatched ? extras?.observation.registrar : nil }
        set {
            madeExtras.observation.registrar = newValue
            isWatched = newValue != nil || extras?.custom != nil
        }
    }
}
