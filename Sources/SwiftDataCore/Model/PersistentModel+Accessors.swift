// The functions that the accessors written by `@Model` call, one family for each kind of property. The compiler picks
// by the property's type; an unavailable `_$initialize` explains a type that cannot be stored.

extension PersistentModel {
    // MARK: Reading

    /// Reads an attribute that is stored as it stands.
    public func _$read<Value: _StorableValue>(slot: Int, _ key: KeyPath<Self, Value>) -> Value {
        let state = _$modelState
        state._access(self, keyPath: key)
        if let custom: any BackingData<Self> = state.customBacking() { return custom.getValue(forKey: key) }
        return state.storable(at: slot)
    }

    /// Reads an attribute by its codec.
    @_disfavoredOverload
    public func _$read<Value: Codable>(slot: Int, _ key: KeyPath<Self, Value>) -> Value {
        let state = _$modelState
        state._access(self, keyPath: key)
        if let custom: any BackingData<Self> = state.customBacking() { return custom.getValue(forKey: key) }
        return state.decoded(at: slot) ?? lastResort(Value.self)
    }

    /// Reads a required to-one relationship.
    public func _$read<Value: PersistentModel>(slot: Int, _ key: KeyPath<Self, Value>) -> Value {
        let state = _$modelState
        state._access(self, keyPath: key)
        if let custom: any BackingData<Self> = state.customBacking() { return custom.getValue(forKey: key) }
        return state.destination(at: slot) as? Value ?? ModelState.blank(Value.self)
    }

    /// Reads an optional to-one relationship.
    public func _$read<Value: PersistentModel>(slot: Int, _ key: KeyPath<Self, Value?>) -> Value? {
        let state = _$modelState
        state._access(self, keyPath: key)
        if let custom: any BackingData<Self> = state.customBacking() { return custom.getValue(forKey: key) }
        return state.destination(at: slot) as? Value
    }

    /// Reads a to-many relationship.
    public func _$read<Value: RelationshipCollection>(slot: Int, _ key: KeyPath<Self, Value>) -> Value {
        let state = _$modelState
        state._access(self, keyPath: key)
        if let custom: any BackingData<Self> = state.customBacking() { return custom.getValue(forKey: key) }
        let models: [Value.PersistentElement] = state.members(at: slot)
        return relationshipValue(models, as: Value.self, isNil: state.isNilToMany(slot))
    }

    /// A property type that cannot be stored: never called, since `_$initialize` does not compile for it.
    ///
    /// It keeps the compiler from explaining the same property again for its getter and its setter.
    @_disfavoredOverload
    public func _$read<Value>(slot: Int, _ key: KeyPath<Self, Value>) -> Value { lastResort(Value.self) }

    /// Reads a `.transformable` attribute.
    public func _$readTransformable<Value>(slot: Int, _ key: KeyPath<Self, Value>) -> Value {
        let state = _$modelState
        state._access(self, keyPath: key)
        if let custom: any BackingData<Self> = state.customBacking() {
            return custom.getTransformableValue(forKey: key)
        }
        return state.decoded(at: slot) ?? lastResort(Value.self)
    }

    // MARK: Writing

    /// Writes an attribute that is stored as it stands.
    public func _$write<Value: _StorableValue>(slot: Int, _ key: KeyPath<Self, Value>, _ newValue: Value) {
        let state = _$modelState
        state._withMutation(of: self, keyPath: key) {
            if let custom: any BackingData<Self> = state.customBacking() {
                custom.setValue(forKey: key, to: newValue)
            }
            state.undoable(slot) { state.assign(slot, newValue._stored) }
        }
    }

    /// Writes an attribute by its codec.
    @_disfavoredOverload
    public func _$write<Value: Codable>(slot: Int, _ key: KeyPath<Self, Value>, _ newValue: Value) {
        let state = _$modelState
        state._withMutation(of: self, keyPath: key) {
            if let custom: any BackingData<Self> = state.customBacking() {
                custom.setValue(forKey: key, to: newValue)
            }
            state.undoable(slot) { state.writeAttribute(slot, newValue) }
        }
    }

    /// Writes a required to-one relationship.
    public func _$write<Value: PersistentModel>(slot: Int, _ key: KeyPath<Self, Value>, _ newValue: Value) {
        let state = _$modelState
        state._withMutation(of: self, keyPath: key) {
            if let custom: any BackingData<Self> = state.customBacking() {
                custom.setValue(forKey: key, to: newValue)
            }
            state.undoable(slot) { state.writeToOne(slot, newValue) }
        }
    }

    /// Writes an optional to-one relationship.
    public func _$write<Value: PersistentModel>(slot: Int, _ key: KeyPath<Self, Value?>, _ newValue: Value?) {
        let state = _$modelState
        state._withMutation(of: self, keyPath: key) {
            if let custom: any BackingData<Self> = state.customBacking() {
                custom.setValue(forKey: key, to: newValue)
            }
            state.undoable(slot) { state.writeToOne(slot, newValue) }
        }
    }

    /// Writes a to-many relationship.
    public func _$write<Value: RelationshipCollection>(slot: Int, _ key: KeyPath<Self, Value>, _ newValue: Value) {
        let state = _$modelState
        state._withMutation(of: self, keyPath: key) {
            if let custom: any BackingData<Self> = state.customBacking() {
                custom.setValue(forKey: key, to: newValue)
            }
            state.undoable(slot) { state.writeToManyValue(slot, newValue) }
        }
    }

    /// A property type that cannot be stored: as the reading one.
    @_disfavoredOverload
    public func _$write<Value>(slot: Int, _ key: KeyPath<Self, Value>, _ newValue: Value) {}

    /// Writes a `.transformable` attribute.
    public func _$writeTransformable<Value>(slot: Int, _ key: KeyPath<Self, Value>, _ newValue: Value) {
        let state = _$modelState
        state._withMutation(of: self, keyPath: key) {
            if let custom: any BackingData<Self> = state.customBacking() {
                custom.setTransformableValue(forKey: key, to: newValue)
            }
            state.undoable(slot) { state.writeAttribute(slot, newValue) }
        }
    }
}

extension ModelState {
    /// The user's own backing data as one of `Model`, if there is any.
    package func customBacking<Model: PersistentModel>() -> (any BackingData<Model>)? {
        guard let custom else { return nil }
        return custom as? any BackingData<Model>
    }
}
