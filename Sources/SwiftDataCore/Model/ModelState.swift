import Observation

/// What a model and its context share: the values of the properties by slot, the identifier, and where the model is
/// in its life. Written into models by `@Model`; not for use outside them.
///
/// The model holds its state, the state holds the model weakly. Relationships are kept as identifiers, which the
/// context's identity map turns into models, so that models that refer to each other do not keep each other alive.
/// Before a model is in a context there is no map: ``held`` keeps its partners then.
public final class ModelState {
    // The properties with `@exclusivity(unchecked)` are read for every member of a relationship; each access is a
    // plain load or store that calls nothing.

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

    /// The layout of the model's class; until the model is bound, that of the class whose initialiser runs.
    package private(set) var layout: ModelLayout
    /// The current values, by slot.
    package var values: [StoredValue]
    @exclusivity(unchecked) package var phase = Phase.detached
    /// The unit of work of the context that the model is, or last was, in.
    package var unit: UnitOfWork? {
        // A state that leaves may be released without the unit's knowing: what was cached about it ends here.
        didSet { oldValue?.releasedStates &+= 1 }
    }
    /// The model, while it exists.
    @exclusivity(unchecked) package weak var model: (any PersistentModel)?
    /// Whether ``model`` has been set; relationships given to an initialiser are linked at that moment.
    package var isBound = false
    /// The slots that a subclass has added since the state was bound.
    var unlinked: Range<Int>?
    /// The state that this one's model turned out to share when it was saved: it has the unique values of that model.
    package var successor: ModelState? {
        // The next access goes through the same door as the first, which hands the model over.
        didSet { isBound = successor == nil }
    }
    /// What the row had that this new model turned out to be when it was saved, for the undo manager.
    var replaced: ChangeJournal?
    /// What has changed since the last save; nil for an unchanged model.
    package var changes: ModelChanges?
    /// The relationship partners of a model in no context, by slot, in the order of the identifiers.
    package var held: [Int: [any PersistentModel]] = [:]
    /// The optimistic-lock counter that the row had when the oldest of the values was read.
    @exclusivity(unchecked) package var lock = DefaultSnapshot.unknownLock
    /// The place among the models with unsaved changes; -1 for one without.
    @exclusivity(unchecked) package var pendingPlace: Int32 = -1
    /// The models that were fetched together with this one.
    package var batch: FaultBatch?
    package var batchIndex = 0
    /// The batches of the destinations of to-many relationships, with the place where this model's begin, by slot.
    package var toManyBatches: [Int: (FaultBatch, Int)] = [:]
    /// The members of to-many relationships as they were last read, by slot.
    package var memberCaches: [Int: MemberCache] = [:]
    /// The members of the relationship that was added to last.
    package var openMembers: OpenMembers?
    /// A backing data of the user's own that drives the model.
    package var custom: (any BackingData)?

    /// The values before the row was found to have changed elsewhere, for the case that it turns out to be gone.
    package var lastKnown: [StoredValue] = []

    /// The numbers of the observers of the context that have the model among their results.
    var watchers: [Int] = []
    /// The slots whose change observers are being told of: an observer that fetches leads back to the same change.
    private var announcedSlots: [Int] = []
    @exclusivity(unchecked) private var storedIdentifier: PersistentIdentifier?
    private var registrar: ObservationRegistrar?

    /// State for a model that has not been saved.
    package init(layout: ModelLayout) {
        self.layout = layout
        values = layout.emptyValues
    }

    /// State for a row of a store.
    package init(layout: ModelLayout, identifier: PersistentIdentifier, values: [StoredValue], unit: UnitOfWork) {
        self.layout = layout
        self.values = values
        self.unit = unit
        for slot in layout.ephemeralSlots { self.values[slot] = layout.emptyValues[slot] }
        storedIdentifier = identifier
        phase = .registered
    }

    deinit {
        guard let unit else { return }
        unit.releasedStates &+= 1
        if let storedIdentifier { unit.identityMap.forget(storedIdentifier, self) }
    }

    /// The identifier: temporary before the first save.
    package var identifier: PersistentIdentifier {
        get {
            if let storedIdentifier { return storedIdentifier }
            let temporary = PersistentIdentifier(
                space: .named(store: nil, entity: layout.entityName),
                key: .temporary(TemporaryKey())
            )
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
        let slots = unlinked ?? 0..<layout.slotCount
        unlinked = nil
        linkRelationships(in: slots)
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

// MARK: - Observation

extension ModelState {
    /// The registrar is made at the first read: making one for every fetched model would cost more than the model.
    private var activeRegistrar: ObservationRegistrar {
        if let registrar { return registrar }
        let made = ObservationRegistrar()
        registrar = made
        return made
    }

    /// Tells Observation that a property is being read.
    public func _access<M: PersistentModel, Member>(_ model: M, keyPath: KeyPath<M, Member>) {
        activeRegistrar.access(model, keyPath: keyPath)
    }

    /// Tells Observation that a property changes with `mutation`.
    public func _withMutation<M: PersistentModel, Member, Result>(
        of model: M,
        keyPath: KeyPath<M, Member>,
        _ mutation: () throws -> Result
    ) rethrows -> Result {
        guard let registrar else { return try mutation() }
        return try registrar.withMutation(of: model, keyPath: keyPath, mutation)
    }

    /// Whether anybody has ever read a property, so that telling of a change can matter.
    package var mayBeObserved: Bool { registrar != nil }

    /// Changes a slot from outside an accessor and tells those who observe the property.
    package func mutateObserved(_ slot: Int, _ mutation: () -> Void) {
        defer { noteTouched(slot) }
        guard registrar != nil, let model, !announcedSlots.contains(slot) else { return mutation() }
        announcedSlots.append(slot)
        defer { announcedSlots.removeAll { $0 == slot } }
        notify(model, slot, mutation)
    }

    private func notify<M: PersistentModel>(_ model: M, _ slot: Int, _ mutation: () -> Void) {
        func withValueType<Value>(_: Value.Type) {
            guard let keyPath = layout.properties[slot].keyPath as? KeyPath<M, Value> else { return mutation() }
            _withMutation(of: model, keyPath: keyPath, mutation)
        }
        _openExistential(layout.properties[slot].valueType, do: withValueType)
    }
}
