// The functions that the accessors written by `@Model` call, one family for each kind of property. The compiler picks
// by the property's type; an unavailable `_$initialize` explains a type that cannot be stored.
//
// A slot counts from the class's own first property; `offset` are those that it inherits.

extension PersistentModel {
    // MARK: Reading

    // Transparent, so that the compiler makes no copy of it for each class.

    /// Reads an attribute that is stored as it stands.
    @_transparent public func _$read<Value: _StorableValue>(slot: Int, after offset: Int) -> Value {
        Value._$read(offset + slot, _$heldState, self)
    }

    /// Reads an attribute by its codec.
    @_disfavoredOverload
    public func _$read<Value: Codable>(slot: Int, after offset: Int) -> Value {
        let (state, slot) = (_$modelState, offset + slot)
        state.noteRead(of: self, slot, Value.self)
        if let custom: any BackingData<Self> = state.customBacking() {
            return custom.getValue(forKey: state.keyPath(slot, of: Self.self, Value.self))
        }
        return state.decoded(at: slot) ?? lastResort(Value.self)
    }

    /// Reads a required to-one relationship.
    public func _$read<Value: PersistentModel>(slot: Int, after offset: Int) -> Value {
        let (state, slot) = (_$modelState, offset + slot)
        state.noteRead(of: self, slot, Value.self)
        if let custom: any BackingData<Self> = state.customBacking() {
            return custom.getValue(forKey: state.keyPath(slot, of: Self.self, Value.self))
        }
        return state.destination(at: slot, as: Value.self) ?? ModelState.blank(Value.self)
    }

    /// Reads an optional to-one relationship.
    public func _$read<Value: PersistentModel>(slot: Int, after offset: Int) -> Value? {
        let (state, slot) = (_$modelState, offset + slot)
        state.noteRead(of: self, slot, Value?.self)
        if let custom: any BackingData<Self> = state.customBacking() {
            return custom.getValue(forKey: state.keyPath(slot, of: Self.self, Value?.self))
        }
        return state.destination(at: slot, as: Value.self)
    }

    /// Reads a to-many relationship.
    public func _$read<Value: RelationshipCollection>(slot: Int, after offset: Int) -> Value {
        let (state, slot) = (_$modelState, offset + slot)
        state.noteRead(of: self, slot, Value.self)
        if let custom: any BackingData<Self> = state.customBacking() {
            return custom.getValue(forKey: state.keyPath(slot, of: Self.self, Value.self))
        }
        let models: [Value.PersistentElement] = state.members(at: slot)
        return relationshipValue(models, as: Value.self, isNil: state.isNilToMany(slot))
    }

    /// A property type that cannot be stored: never called, since `_$initialize` does not compile for it.
    ///
    /// It keeps the compiler from explaining the same property again for its getter and its setter.
    @_disfavoredOverload
    public func _$read<Value>(slot: Int, after offset: Int) -> Value { lastResort(Value.self) }

    /// Reads a `.transformable` attribute.
    public func _$readTransformable<Value>(slot: Int, after offset: Int) -> Value {
        let (state, slot) = (_$modelState, offset + slot)
        state.noteRead(of: self, slot, Value.self)
        if let custom: any BackingData<Self> = state.customBacking() {
            return custom.getTransformableValue(forKey: state.keyPath(slot, of: Self.self, Value.self))
        }
        return state.decoded(at: slot) ?? lastResort(Value.self)
    }

    // MARK: Writing

    /// Writes an attribute that is stored as it stands.
    @_transparent public func _$write<Value: _StorableValue>(
        slot: Int,
        after offset: Int,
        _ newValue: __owned Value
    ) {
        _$heldState._write(offset + slot, newValue._stored, self)
    }

    /// Writes an attribute by its codec.
    @_disfavoredOverload
    public func _$write<Value: Codable>(slot: Int, after offset: Int, _ newValue: Value) {
        let (state, slot) = (_$modelState, offset + slot)
        state.write(of: self, slot, Value.self) {
            if let custom: any BackingData<Self> = state.customBacking() {
                custom.setValue(forKey: state.keyPath(slot, of: Self.self, Value.self), to: newValue)
            }
            state.undoable(slot) { state.writeAttribute(slot, newValue) }
        }
    }

    /// Writes a required to-one relationship.
    public func _$write<Value: PersistentModel>(slot: Int, after offset: Int, _ newValue: Value) {
        let (state, slot) = (_$modelState, offset + slot)
        state.write(of: self, slot, Value.self) {
            if let custom: any BackingData<Self> = state.customBacking() {
                custom.setValue(forKey: state.keyPath(slot, of: Self.self, Value.self), to: newValue)
            }
            state.undoable(slot) { state.writeToOne(slot, newValue) }
        }
    }

    /// Writes an optional to-one relationship.
    public func _$write<Value: PersistentModel>(slot: Int, after offset: Int, _ newValue: Value?) {
        let (state, slot) = (_$modelState, offset + slot)
        state.write(of: self, slot, Value?.self) {
            if let custom: any BackingData<Self> = state.customBacking() {
                custom.setValue(forKey: state.keyPath(slot, of: Self.self, Value?.self), to: newValue)
            }
            state.undoable(slot) { state.writeToOne(slot, newValue) }
        }
    }

    /// Writes a to-many relationship.
    public func _$write<Value: RelationshipCollection>(slot: Int, after offset: Int, _ newValue: Value) {
        let (state, slot) = (_$modelState, offset + slot)
        state.write(of: self, slot, Value.self) {
            if let custom: any BackingData<Self> = state.customBacking() {
                custom.setValue(forKey: state.keyPath(slot, of: Self.self, Value.self), to: newValue)
            }
            state.undoable(slot) { state.writeToManyValue(slot, newValue) }
        }
    }

    /// A property type that cannot be stored: as the reading one.
    @_disfavoredOverload
    public func _$write<Value>(slot: Int, after offset: Int, _ newValue: Value) {}

    /// Writes a `.transformable` attribute.
    public func _$writeTransformable<Value>(slot: Int, after offset: Int, _ newValue: Value) {
        let (state, slot) = (_$modelState, offset + slot)
        state.write(of: self, slot, Value.self) {
            if let custom: any BackingData<Self> = state.customBacking() {
                custom.setTransformableValue(forKey: state.keyPath(slot, of: Self.self, Value.self), to: newValue)
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
