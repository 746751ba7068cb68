// The functions that the init accessors and initialisers written by `@Model` call.

//
// A slot given here counts from the class's own first property; `setInitial` adds those that it inherits.

/// Stores an attribute's first value, before the model exists as a whole.
@_transparent
public func _$initialize<M: PersistentModel, Value: _StorableValue>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: __owned Value,
    of type: M.Type
) {
    _$initializeStored(&stored, slot, value._stored, type)
}

/// Stores an optional attribute's first value.
@_transparent
public func _$initialize<M: PersistentModel, Value: _StorableValue>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: __owned Value?,
    of type: M.Type
) {
    // A property that begins with another value has been told it before, which made a state. Without one there is nothing
    // in the slot; saying so would make a state for each model of a row, which has one already.
    if value == nil, stored._isEmpty { return }
    _$initializeStored(&stored, slot, value._stored, type)
}

/// Stores an attribute's first value in its stored form.
@usableFromInline func _$initializeStored<M: PersistentModel>(
    _ stored: inout _ModelStorage,
    _ slot: Int,
    _ value: __owned StoredValue,
    _ type: M.Type
) {
    if case .null = value, stored._isEmpty { return }
    ModelState._initial(&stored, type).setInitial(slot, value)
}

/// Stores a coded attribute's first value.
@_disfavoredOverload
public func _$initialize<M: PersistentModel, Value: Codable>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: Value,
    of type: M.Type
) {
    ModelState._initial(&stored, type).setInitialAttribute(slot, value)
}

/// Stores a required relationship's first destination.
public func _$initialize<M: PersistentModel, Value: PersistentModel>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: Value,
    of type: M.Type
) {
    ModelState._initial(&stored, type).setInitialToOne(slot, value)
}

/// Stores an optional relationship's first destination.
public func _$initialize<M: PersistentModel, Value: PersistentModel>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: Value?,
    of type: M.Type
) {
    if value == nil, stored._isEmpty { return }
    ModelState._initial(&stored, type).setInitialToOne(slot, value)
}

/// Stores a to-many relationship's first destinations.
public func _$initialize<M: PersistentModel, Value: RelationshipCollection>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: Value,
    of type: M.Type
) {
    ModelState._initial(&stored, type).setInitialToMany(slot, value)
}

/// A property type that cannot be stored.
@available(
    *,
    unavailable,
    message:
        "A persisted property must be Codable, a model, or an array of models. Mark it @Transient, make its type Codable, or add @Attribute(.transformable(by:))."
)
public func _$initialize<M: PersistentModel, Value>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: Value,
    of type: M.Type
) {}

/// Stores a `.transformable` attribute's first value.
public func _$initializeTransformable<M: PersistentModel, Value>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: Value,
    of type: M.Type
) {
    ModelState._initial(&stored, type).setInitialAttribute(slot, value)
}

extension ModelState {
    /// The state of a model, made when there is none.
    ///
    /// Not bound yet: that leads to other models and back to this one, whose storage is being accessed here.
    public static func _current<M: PersistentModel>(_ stored: inout _ModelStorage, of model: M) -> ModelState {
        if let state = stored.state {
            if !state.isBound {
                // Not kept instead of the first: a model has to take over should the successor's be released.
                if let successor = state.successor(for: model) { return successor }
            }
            return state
        }
        let state = ModelState(layout: type(of: model)._$modelLayout)
        stored.set(state)
        return state
    }

    /// The state, once it knows its model and the model's partners know of it.
    public func _bound<M: PersistentModel>(to model: M) -> ModelState {
        if !isBound { bind(model) }
        return self
    }

    /// The state of a subclass's model. The values that the subclass's own init accessors collected move into the
    /// root's state.
    public static func _merge(_ own: inout _ModelStorage, into state: ModelState, offset: Int) -> ModelState {
        guard let collected = own.take() else { return state }
        // A subclass that inherits its initialisers collects its defaults when a stored model is made, too.
        guard state.phase == .detached, state.custom == nil else { return state }
        state.absorb(collected)
        return state
    }

    /// The state of a model that is made over a backing data.
    public static func _make<M: PersistentModel>(_ backing: any BackingData<M>, _ type: M.Type) -> ModelState {
        if let state = backing._$state { return state }
        let state = ModelState(layout: type._$modelLayout)
        state.custom = backing
        if let identifier = backing.persistentModelID { state.identifier = identifier }
        return state
    }

    /// Replaces the state of an existing model.
    ///
    /// The backing data, and what the old state held, may be the user's own and lead back to the model, so that its storage is
    /// accessed in `exchange` alone.
    public static func _adopt<M: PersistentModel>(
        _ backing: any BackingData<M>,
        of model: M,
        _ exchange: (ModelState) -> ModelState?
    ) {
        let layout = type(of: model)._$modelLayout
        var state = _make(backing, M.self)
        state.extend(to: layout)
        // The models of a state are taken for models of its layout's class: that of another class is not shared.
        if state.layout !== layout { state = state.copy(as: layout) }
        let old = exchange(state)
        old?.forgetModel(model)
        state.isBound = true
        state.model = model
    }

    /// A state of another class in no context, with the values of the properties that both classes have.
    private func copy(as other: ModelLayout) -> ModelState {
        let copy = ModelState(layout: other)
        var common: ModelLayout? = other
        while let candidate = common, layout !== candidate, layout.superLayout !== candidate {
            common = candidate.superLayout
        }
        for slot in 0..<min(common?.slotCount ?? 0, values.count) { copy.values[slot] = values[slot] }
        return copy
    }

    /// The state seen as a backing data.
    public func _backingData<M: PersistentModel>(as type: M.Type) -> any BackingData<M> {
        if let custom: any BackingData<M> = customBacking() { return custom }
        return DefaultBackingData<M>(self)
    }

    /// Takes over what the init accessors of a subclass collected.
    private func absorb(_ collected: ModelState) {
        let own = (collected.layout.superLayout?.slotCount ?? 0)..<collected.layout.slotCount
        extend(to: collected.layout)
        for slot in own {
            values[slot] = collected.values[slot]
            held[slot] = collected.held[slot]
        }
        unlinked = own
        isBound = false
    }

    /// The state that init accessors fill: of the class's own layout, since the dynamic class is not known yet.
    static func _initial<M: PersistentModel>(_ stored: inout _ModelStorage, _ type: M.Type)
        -> ModelState
    {
        if let state = stored.state { return state }
        let state = ModelState(layout: type._$modelLayout)
        stored.set(state)
        return state
    }
}
