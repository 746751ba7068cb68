import CSwiftRuntime
import Observation

/// What a model and its context share: the values of the properties by slot, the identifier, and where the model is
/// in its life. Written into models by `@Model`; not for use outside them.
///
/// The model holds its state; the state knows the model without holding it. Relationships are kept as identifiers,
/// which the context's identity map turns into models, so that models that refer to each other do not keep each other
/// alive. Before a model is in a context there is no map: ``held`` keeps its partners then.
///
/// A context may have a state for each of a million rows, so that what few models need is in ``ModelExtras``.
public final class ModelState {
    // The properties with `@exclusivity(unchecked)` are read for every attribute or every member of a relationship;
    // each access is a plain load or store that calls nothing. An element of `values` is stored before the old one is
    // let go of, so that a deinitialiser that leads back here finds a whole array.

    /// Where a model is in its life.
    package enum Phase {
        /// In no context.
        case detached
        /// In a context, not yet saved.
        case inserted
        /// In a context and in a store.
        case registered
        /// Marked for deletion, which the next save carries out.
        case deleted
        /// Deleted and saved, or found to have no row any more. The last known values stay readable.
        case gone
    }

    // What each read asks for stands first, so that it is in one line of the processor's cache.

    /// The current values, by slot.
    @exclusivity(unchecked) @usableFromInline package var values: [StoredValue]
    /// Not counted as references are: the unit holds itself while there are states that have told it that they
    /// refer to it (`enter()`) and not yet that they do no longer (`isLeftAlone()`). Who was the last releases it.
    @exclusivity(unchecked) private var unitReference: Unmanaged<UnitOfWork>?
    /// Whether an access to an attribute has to tell Observation, or to ask a backing data of the user's own.
    @exclusivity(unchecked) private var isWatched = false
    /// Whether ``model`` has been set; relationships given to an initialiser are linked at that moment.
    @exclusivity(unchecked) @usableFromInline package var isBound = false
    /// Whether a ``_ModelStorage`` holds the state, which lets it know when its model goes.
    @exclusivity(unchecked) var isStored = false
    @exclusivity(unchecked) package var phase = Phase.detached
    /// The place in ``page``.
    @exclusivity(unchecked) var pageIndex: UInt8 = 0
    /// Where the state is registered; nil where it is not, and in custom stores. See ``StatePage``.
    @exclusivity(unchecked) var page: StatePage.Reference?
    /// Not counted: layouts of classes are never released.
    @exclusivity(unchecked) private var layoutReference: Unmanaged<ModelLayout>
    /// The model, while it exists: see ``model``.
    @exclusivity(unchecked) private unowned(unsafe) var unheldModel: (any PersistentModel)?
    @exclusivity(unchecked) private var storedIdentifier: PersistentIdentifier?
    @exclusivity(unchecked) private var storedBatchIndex: Int32 = 0
    /// The place among the models with unsaved changes; -1 for one without.
    @exclusivity(unchecked) package var pendingPlace: Int32 = -1
    /// As ``unitReference``: the batch holds itself as long as states are in it.
    @exclusivity(unchecked) private var batchReference: Unmanaged<FaultBatch>?
    /// The optimistic-lock counter that the row had when the oldest of the values was read.
    @exclusivity(unchecked) package var lock = DefaultSnapshot.unknownLock
    /// What has changed since the last save; nil for an unchanged model.
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
        unitReference = .passUnretained(unit)
        unit.enter()
        if layout._withUnsafeGuaranteedRef({ $0.hasEphemeralSlots }) { clearEphemeralSlots() }
    }

    private func clearEphemeralSlots() {
        for slot in layout.ephemeralSlots { values[slot] = layout.emptyValues[slot] }
    }

    deinit {
        // The map forgets the state first: a batch that goes with it may hold values of the user's, whose deinitialisers may
        // lead back here.
        if page != nil {
            StateTable.remove(self)
        } else if let unitReference, let storedIdentifier, storedIdentifier.id.key.number == nil {
            unitReference._withUnsafeGuaranteedRef { $0.identityMap.forget(storedIdentifier, self) }
        }
        let isLast = unitReference?._withUnsafeGuaranteedRef { $0.isLeftAlone() }
        if let batchReference, batchReference._withUnsafeGuaranteedRef({ $0.isLeftAlone() }) {
            batchReference.release()
        }
        if isLast == true { unitReference?.release() }
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
            newValue?.enter()
            let old = unitReference
            unitReference = newValue.map { .passUnretained($0) }
            // A state that leaves may be released without the unit's knowing: what was cached about it ends here.
            if let old, old._withUnsafeGuaranteedRef({ $0.isLeftAlone() }) { old.release() }
        }
    }

    /// The models that were fetched together with this one.
    package var batch: FaultBatch? {
        @inline(__always) get { batchReference?.takeUnretainedValue() }
        set {
            newValue?.enter()
            let old = batchReference
            batchReference = newValue.map { .passUnretained($0) }
            if let old, old._withUnsafeGuaranteedRef({ $0.isLeftAlone() }) { old.release() }
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

    /// Whether the model takes part in its context's saves and fetches.
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
    /// The model, while it exists; nil as soon as its deinitialiser begins.
    ///
    /// A weak reference would give each model a side table, which makes each retain and release of it slow. The
    /// reference is unsafe instead, and never dangles: it is set only where a model's ``_ModelStorage`` holds this state,
    /// or one whose successor it is, and that storage ends before the model's memory is freed and clears it
    /// (``modelIsGoing()``). Between the beginning of the model's deinitialiser, which may be code of the user's that
    /// leads back here, and that moment, the model is still there but must not be given to anybody: the runtime is asked.
    /// A model whose class was not written by `@Model` has no such storage, and is referred to weakly.
    package var model: (any PersistentModel)? {
        get {
            guard let model = unheldModel else { return extras?.weakModel }
            return isGoing(model) ? nil : model
        }
        set {
            if isStored {
                unheldModel = newValue
            } else if newValue != nil || extras != nil {
                madeExtras.weakModel = newValue
            }
        }
    }

    /// The model that held this state is being released.
    func modelIsGoing() {
        clearGoingModel()
        var next = extras?.successor
        while let state = next {
            state.clearGoingModel()
            next = state.extras?.successor
        }
    }

    private func clearGoingModel() {
        // A model that user code has asked for since has taken its place, and stays.
        if let model = unheldModel, isGoing(model) { unheldModel = nil }
    }

    /// A model has another state from now on.
    func forgetModel(_ model: AnyObject) {
        var next: ModelState? = self
        while let state = next {
            if state.model === model { state.model = nil }
            next = state.extras?.successor
        }
    }

    private func isGoing(_ model: AnyObject) -> Bool {
        swift_isDeallocating(Unmanaged.passUnretained(model).toOpaque())
    }
}

// MARK: - Accesses

extension ModelState {
    /// Whether an attribute can be read without telling anybody: nobody ever tracked the model, and nobody does now.
    @usableFromInline package func _isReadUnseen() -> Bool {
        guard !isWatched, let unitReference else { return false }
        return unitReference._withUnsafeGuaranteedRef { $0.isReadUnseen }
    }

    /// Writes an attribute where nobody has to be told but the context. False where somebody has, or where something
    /// else is special about it.
    @inline(__always) func writeUnseen(_ slot: Int, _ newValue: StoredValue) -> Bool {
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

    /// The observers of the model; nil where nobody has ever tracked it.
    var registrar: ObservationRegistrar? {
        get { isWatched ? extras?.registrar : nil }
        set {
            madeExtras.registrar = newValue
            isWatched = newValue != nil || extras?.custom != nil
        }
    }
}
