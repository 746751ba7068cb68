extension PersistentModel {
    /// Nil: the class was not renamed.
    public static var originalEntityName: String? { nil }

    /// Makes the storage of a new model.
    public static func createBackingData<P>() -> some BackingData<P> where P: PersistentModel {
        DefaultBackingData<P>(for: P.self)
    }

    /// The properties of the class, looked up in a table. `@Model` writes a faster one.
    public static var _$modelLayout: ModelLayout { ModelLayout.of(Self.self) }

    /// The state behind the model, for conformances that were not written by `@Model`.
    public var _$modelState: ModelState {
        if let state = persistentBackingData._$state {
            if let successor = state.binding.successor(for: self) { return successor }
            if !state.isBound { state.binding.bind(self) }
            return state
        }
        return ForeignStates.state(of: self)
    }

    /// The same, for conformances that were not written by `@Model`.
    public var _$heldState: _HeldState { _HeldState(_$modelState) }

    /// The context that the model is in: nil before it is inserted, after its deletion was saved, and where it was
    /// saved with the unique values of another model of the context, which is the one in the context then.
    public var modelContext: ModelContext? {
        let state = _$modelState
        if let registered = state.model, registered !== self { return nil }
        guard state.isAttached, let unit = state.unit else { return nil }
        // The deinitialiser of a model runs where the model is released, which may be no place for its context.
        if state.ending.isEndingElsewhere { return nil }
        return unit.exclusively { unit.facade() }
    }

    /// The identifier of the model: temporary before its first save, permanent after.
    public var persistentModelID: PersistentIdentifier { _$modelState.identifier }

    /// True if the model has changes that are not saved.
    public var hasChanges: Bool {
        let state = _$modelState
        switch state.phase {
        case .inserted, .deleted: return true
        case .registered:
            // A model with changes is kept by its context: no deinitialiser has any.
            guard let unit = state.unit, !state.ending.isEndingElsewhere else { return false }
            return unit.exclusively { unit.isReallyChanged(state) }
        case .detached, .gone: return false
        }
    }

    /// True if the model is marked for deletion and the deletion is not saved yet.
    public var isDeleted: Bool { _$modelState.phase == .deleted }

    /// True if both are the same model of the same context.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }

    /// Hashes the identity of the model, which a save does not change.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// The hash of the model.
    // Without it the compiler makes one in each class, and Swift 6.3 crashes over that of a parent class that it meets
    // late, through the inverse relationships of a subclass.
    /// The hash of the identity of the model.
    public var hashValue: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }
}

extension PersistentModel {
    /// The identifier of the model. Where the class has an `id` of its own, that one comes first, and this one is taken
    /// where a ``PersistentIdentifier`` is expected.
    public var id: PersistentIdentifier { persistentModelID }
}

/// The states of models whose conformance and backing data are both of the user's own.
package enum ForeignStates {
    private struct Entry {
        weak var model: AnyObject?
        let state: ModelState
    }

    private struct Table {
        var entries: [ObjectIdentifier: Entry] = [:]
        var schedule = SweepSchedule()
    }

    /// The objects that are taken out of the table or held for a lookup. They are released after the lock, since
    /// deinitialisers of the program's own may lead back here.
    private struct Released {
        var entries: [Entry] = []
        var models: [AnyObject] = []
    }

    private static let table = Locked(Table())

    /// The number of entries, for tests.
    package static var count: Int { table.withLock { $0.entries.count } }

    static func state<Model: PersistentModel>(of model: Model) -> ModelState {
        nonisolated(unsafe) let model = model
        if let state = table.withLock({ known(model, in: $0) }) { return state }
        // The backing data is the program's own code, which may read other such models.
        let made = ModelState._make(model.persistentBackingData, Model.self)
        nonisolated(unsafe) var released = Released()
        return table.withLock { table in
            // Another thread may have made one meanwhile.
            if let state = known(model, in: table) { return state }
            if table.schedule.isDue(table.entries.count) { sweep(&table, &released) }
            made.isBound = true
            made.model = model
            let entry = Entry(model: model, state: made)
            if let former = table.entries.updateValue(entry, forKey: ObjectIdentifier(model)) {
                released.entries.append(former)
            }
            return made
        }
    }

    /// The caller holds the model, so that this releases none.
    private static func known(_ model: AnyObject, in table: Table) -> ModelState? {
        guard let entry = table.entries[ObjectIdentifier(model)], entry.model === model else { return nil }
        return entry.state
    }

    private static func sweep(_ table: inout Table, _ released: inout Released) {
        table.entries = table.entries.filter { _, entry in
            if let model = entry.model {
                released.models.append(model)
                return true
            }
            released.entries.append(entry)
            return false
        }
        table.schedule.swept(table.entries.count)
    }
}
