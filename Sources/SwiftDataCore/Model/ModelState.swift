import Observation
import Synchronization

/// The state of a model, which it shares with its context: the values of the properties by slot, the identifier, and
/// the phase. Written into models by `@Model`; not for use outside them.
///
/// The model holds its state; the state refers to the model without keeping it alive. Relationships are kept as
/// identifiers, which the context's identity map turns into models, so that models that refer to each other do not keep
/// each other alive. Before a model is in a context there is no map: `held` keeps its partners then.
///
/// A state is used by the isolation of its context. Its model, and so the state itself, may be released on any thread
/// meanwhile: the fields that the release touches are atomic, or behind the lock of the identity map. A change of
/// `values` that does not come from the model's own accessors is made by `ModelEnding/whileHeld(_:)`, since the model's
/// deinitialiser may be reading them on another thread otherwise.
///
/// A context may have a state for each of a million rows, so that the fields that few models need are in
/// `ModelExtras`.
public final class ModelState {
    // The properties with `@exclusivity(unchecked)` are read for every attribute or every member of a relationship;
    // each access is a plain load or store that calls nothing. An element of `values` is stored before the old one is
    // let go of, so that a deinitialiser that leads back here finds a whole array.

    // The properties that each read needs stand first, so that they are in one line of the processor's cache.

    /// The current values, by slot.
    @exclusivity(unchecked) @usableFromInline package private(set) var values: [StoredValue]
    /// One strong reference, which the state owns and releases. Unmanaged, so that reading an attribute need not count
    /// another one.
    @exclusivity(unchecked) private(set) var unitReference: Unmanaged<UnitOfWork>?
    /// True if an access to an attribute has to notify Observation, or to ask a backing data of the user's own.
    @exclusivity(unchecked) private var isWatched = false
    /// True if ``model`` has been set; relationships given to an initialiser are linked at that moment.
    @exclusivity(unchecked) @usableFromInline package var isBound = false
    /// True if the storage of the model has ended, after the model's deinitialiser: no code of the model reads the
    /// state any more. Set by ``ModelEnding`` alone, on whatever thread releases the model.
    let isDeinitialized = Atomic<Bool>(false)
    /// Changed by ``move(to:)`` alone.
    @exclusivity(unchecked) package private(set) var phase = Phase.detached
    /// The relationships that the program has written, while the model is in no context.
    @exclusivity(unchecked) var writtenSides = WrittenSides()
    /// The place in the identity map, behind the lock of the map.
    @exclusivity(unchecked) var registration = StateRegistration()
    /// The layout, by a reference that is not counted: layouts of classes are never released.
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
    @exclusivity(unchecked) package private(set) var lock = DefaultSnapshot.unknownLock
    /// The changes since the last save; nil for an unchanged model.
    @exclusivity(unchecked) package private(set) var changes: ModelChanges?
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
        for slot in layout.ephemeralSlots { empty(slot) }
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

    /// The layout of the model's class; until the model is bound, the layout of the class whose initialiser runs.
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
            // They are references to models that the other context has registered.
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

    /// Puts the model into another phase.
    ///
    /// A move that ``Phase/mayBecome(_:)`` does not have is logged, and made all the same: the caller brings the row, the
    /// identity map and the pending lists in line with it, and a model that stays behind would fit none of them.
    package func move(to next: Phase) {
        if !phase.mayBecome(next) { phase.noteUnknownMove(to: next, of: self) }
        phase = next
    }

    /// True if the model takes part in its context's saves and fetches.
    package var isAttached: Bool { phase == .inserted || phase == .registered || phase == .deleted }

    /// Puts the state into a batch of models that were fetched together.
    package func join(_ batch: FaultBatch?, _ index: Int) {
        self.batch = batch
        batchIndex = index
    }

    package func isUnloaded(_ slot: Int) -> Bool {
        if case .unloaded = values[slot] { true } else { false }
    }

    package func isToMany(_ slot: Int) -> Bool { layout.properties[slot].isToMany }

    /// The other side of a relationship: in the stores of the model's context, otherwise by the classes.
    /// - Parameter partner: A model whose context this one may be about to join.
    package func inverse(of slot: Int, beside partner: ModelState? = nil) -> (layout: ModelLayout, slot: Int)? {
        guard let unit = unit ?? partner?.unit else { return layout.inverse(of: slot) }
        return unit.core.inverse(of: slot, in: layout)
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

    /// True if there was a model, and its deinitialiser has begun.
    var hasModelBegunToEnd: Bool {
        switch unheldModel {
        case .none: false
        case .some(let reference): reference.model == nil
        }
    }
}

// MARK: - Accesses

extension ModelState {
    /// True if an attribute can be read without notifying Observation: no read of the model was ever tracked, and this
    /// one is not.
    @usableFromInline package func _isReadUnseen() -> Bool {
        #if DEBUG
            IsolationReports.noteAccess(to: self)
        #endif
        guard !isWatched, let unitReference else { return false }
        return unitReference._withUnsafeGuaranteedRef { $0.isReadUnseen }
    }

    /// Writes an attribute where only the context has to be notified. False where an observer has to be, or where
    /// something else is special about it.
    @inline(__always) func writeUnseen(_ slot: Int, _ newValue: StoredValue) -> Bool {
        #if DEBUG
            IsolationReports.noteAccess(to: self)
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
            if ending.ignoresAccess { return true }
            writing.recordChange(slot)
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
            madeExtras.observation.track(with: newValue)
            isWatched = newValue != nil || extras?.custom != nil
        }
    }
}

// MARK: - The values

// No code outside of this file changes values, their counter or the note of changes but by these methods. They neither
// notify observers nor note their changes: the components that call them do that.

extension ModelState {
    /// Sets the current value of a slot.
    @inline(__always) package func put(_ value: StoredValue, at slot: Int) { values[slot] = value }

    /// Adds a member at the end of a to-many relationship.
    @inline(__always) package func appendMember(_ identifier: PersistentIdentifier, at slot: Int) {
        values[slot].append(identifier)
    }

    /// Takes a member from a to-many relationship; answers where it was, and after which other one.
    @inline(__always) package func removeMember(
        _ identifier: PersistentIdentifier,
        at slot: Int
    ) -> (index: Int, predecessor: PersistentIdentifier?)? {
        values[slot].remove(identifier)
    }

    /// Lets the value of a slot be read again from the row.
    @inline(__always) package func unload(_ slot: Int) { values[slot] = .unloaded }

    /// Sets the value of a slot to the one before any initialiser.
    @inline(__always) package func empty(_ slot: Int) { values[slot] = layout.emptyValues[slot] }

    /// Sets the values of all slots.
    package func replaceValues(with values: [StoredValue]) { self.values = values }

    /// Notes the counter that the row has.
    @inline(__always) package func noteLock(_ lock: Int64) { self.lock = lock }

    /// Begins the note of changes, or puts another one in its place.
    @inline(__always) package func beginChanges(_ changes: ModelChanges?) { self.changes = changes }

    /// Ends the note of changes: the values are the saved ones.
    @inline(__always) package func forgetChanges() { changes = nil }
}
