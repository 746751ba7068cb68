import Observation

// The functions that the expansion of `@Model` calls on the state of a model. The names stand in the code of clients.

extension ModelState {
    /// The state of a model, made when there is none.
    ///
    /// Not bound yet: that leads to other models and back to this one, whose storage is being accessed here.
    public static func _current<M: PersistentModel>(_ stored: inout _ModelStorage, of model: M) -> ModelState {
        if let state = stored.state {
            if !state.isBound {
                // Not kept instead of the first: a model has to take over should the successor's be released.
                if let successor = state.binding.successor(for: model) { return successor }
            }
            return state
        }
        let state = ModelState(layout: type(of: model)._$modelLayout)
        stored.set(state)
        return state
    }

    /// The state, once it has its model and the model's partners refer to it.
    public func _bound<M: PersistentModel>(to model: M) -> ModelState {
        if !isBound { binding.bind(model) }
        return self
    }

    /// The state of a subclass's model. The values that the subclass's own init accessors collected move into the
    /// root's state.
    public static func _merge(_ own: inout _ModelStorage, into state: ModelState, offset: Int) -> ModelState {
        guard let collected = own.take() else { return state }
        // A subclass that inherits its initialisers collects its defaults when a stored model is made, too.
        guard state.phase == .detached, state.custom == nil else { return state }
        state.firstValues.absorb(collected)
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
    /// The backing data, and the values of the old state, may be of the user's own types and lead back to the model, so
    /// that its storage is accessed in `exchange` alone.
    public static func _adopt<M: PersistentModel>(
        _ backing: any BackingData<M>,
        of model: M,
        _ exchange: (ModelState) -> ModelState?
    ) {
        let layout = type(of: model)._$modelLayout
        var state = _make(backing, M.self)
        state.extend(to: layout)
        // The models of a state are taken for models of its layout's class: that of another class is not shared.
        if state.layout !== layout { state = state.firstValues.copy(as: layout) }
        let old = exchange(state)
        old?.ending.forgetModel(model)
        state.isBound = true
        state.model = model
    }

    /// The state seen as a backing data.
    public func _backingData<M: PersistentModel>(as type: M.Type) -> any BackingData<M> {
        if let custom: any BackingData<M> = backing.typed() { return custom }
        return DefaultBackingData<M>(self)
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

    /// Notifies Observation that a property is being read.
    public func _access<M: PersistentModel, Member>(_ model: M, keyPath: KeyPath<M, Member>) {
        if _isReadUnseen() { return }
        observing.trackingRegistrar()?.access(model, keyPath: keyPath)
    }

    /// Notifies Observation that a property changes with `mutation`.
    public func _withMutation<M: PersistentModel, Member, Result>(
        of model: M,
        keyPath: KeyPath<M, Member>,
        _ mutation: () throws -> Result
    ) rethrows -> Result {
        guard let registrar else { return try mutation() }
        return try registrar.withMutation(of: model, keyPath: keyPath, mutation)
    }
}
