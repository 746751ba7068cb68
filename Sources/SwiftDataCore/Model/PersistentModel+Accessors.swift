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
        state.observing.noteRead(of: self, slot, Value.self)
        if let custom: any BackingData<Self> = state.backing.typed() {
            return custom.getValue(forKey: state.observing.keyPath(slot, of: Self.self, Value.self))
        }
        return state.attributes.decoded(at: slot) ?? lastResort(Value.self)
    }

    /// Reads a required to-one relationship.
    public func _$read<Value: PersistentModel>(slot: Int, after offset: Int) -> Value {
        let (state, slot) = (_$modelState, offset + slot)
        state.observing.noteRead(of: self, slot, Value.self)
        if let custom: any BackingData<Self> = state.backing.typed() {
            return custom.getValue(forKey: state.observing.keyPath(slot, of: Self.self, Value.self))
        }
        return state.partners.destination(at: slot, as: Value.self) ?? PartnerReading.blank(Value.self)
    }

    /// Reads an optional to-one relationship.
    public func _$read<Value: PersistentModel>(slot: Int, after offset: Int) -> Value? {
        let (state, slot) = (_$modelState, offset + slot)
        state.observing.noteRead(of: self, slot, Value?.self)
        if let custom: any BackingData<Self> = state.backing.typed() {
            return custom.getValue(forKey: state.observing.keyPath(slot, of: Self.self, Value?.self))
        }
        return state.partners.destination(at: slot, as: Value.self)
    }

    /// Reads a to-many relationship.
    public func _$read<Value: RelationshipCollection>(slot: Int, after offset: Int) -> Value {
        let (state, slot) = (_$modelState, offset + slot)
        state.observing.noteRead(of: self, slot, Value.self)
        if let custom: any BackingData<Self> = state.backing.typed() {
            return custom.getValue(forKey: state.observing.keyPath(slot, of: Self.self, Value.self))
        }
        let models: [Value.PersistentElement] = state.partners.members(at: slot)
        return relationshipValue(models, as: Value.self, isNil: state.partners.isNilToMany(slot))
    }

    /// A property type that cannot be stored: never called, since `_$initialize` does not compile for it.
    ///
    /// It keeps the compiler from explaining the same property again for its getter and its setter.
    @_disfavoredOverload
    public func _$read<Value>(slot: Int, after offset: Int) -> Value { lastResort(Value.self) }

    /// Reads a `.transformable` attribute.
    public func _$readTransformable<Value>(slot: Int, after offset: Int) -> Value {
        let (state, slot) = (_$modelState, offset + slot)
        state.observing.noteRead(of: self, slot, Value.self)
        if let custom: any BackingData<Self> = state.backing.typed() {
            return custom.getTransformableValue(forKey: state.observing.keyPath(slot, of: Self.self, Value.self))
        }
        return state.attributes.decoded(at: slot) ?? lastResort(Value.self)
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
        state.observing.write(of: self, slot, Value.self) {
            if let custom: any BackingData<Self> = state.backing.typed() {
                custom.setValue(forKey: state.observing.keyPath(slot, of: Self.self, Value.self), to: newValue)
            }
            state.undo.undoable(slot) { state.writing.writeAttribute(slot, newValue) }
        }
    }

    /// Writes a required to-one relationship.
    public func _$write<Value: PersistentModel>(slot: Int, after offset: Int, _ newValue: Value) {
        let (state, slot) = (_$modelState, offset + slot)
        state.observing.write(of: self, slot, Value.self) {
            if let custom: any BackingData<Self> = state.backing.typed() {
                custom.setValue(forKey: state.observing.keyPath(slot, of: Self.self, Value.self), to: newValue)
            }
            state.undo.undoable(slot) { state.toOne.write(slot, newValue) }
        }
    }

    /// Writes an optional to-one relationship.
    public func _$write<Value: PersistentModel>(slot: Int, after offset: Int, _ newValue: Value?) {
        let (state, slot) = (_$modelState, offset + slot)
        state.observing.write(of: self, slot, Value?.self) {
            if let custom: any BackingData<Self> = state.backing.typed() {
                custom.setValue(forKey: state.observing.keyPath(slot, of: Self.self, Value?.self), to: newValue)
            }
            state.undo.undoable(slot) { state.toOne.write(slot, newValue) }
        }
    }

    /// Writes a to-many relationship.
    public func _$write<Value: RelationshipCollection>(slot: Int, after offset: Int, _ newValue: Value) {
        let (state, slot) = (_$modelState, offset + slot)
        state.observing.write(of: self, slot, Value.self) {
            if let custom: any BackingData<Self> = state.backing.typed() {
                custom.setValue(forKey: state.observing.keyPath(slot, of: Self.self, Value.self), to: newValue)
            }
            state.undo.undoable(slot) { state.toMany.writeValue(slot, newValue) }
        }
    }

    /// A property type that cannot be stored: as the reading one.
    @_disfavoredOverload
    public func _$write<Value>(slot: Int, after offset: Int, _ newValue: Value) {}

    /// Writes a `.transformable` attribute.
    public func _$writeTransformable<Value>(slot: Int, after offset: Int, _ newValue: Value) {
        let (state, slot) = (_$modelState, offset + slot)
        state.observing.write(of: self, slot, Value.self) {
            if let custom: any BackingData<Self> = state.backing.typed() {
                custom.setTransformableValue(
                    forKey: state.observing.keyPath(slot, of: Self.self, Value.self),
                    to: newValue
                )
            }
            state.undo.undoable(slot) { state.writing.writeAttribute(slot, newValue) }
        }
    }
}
