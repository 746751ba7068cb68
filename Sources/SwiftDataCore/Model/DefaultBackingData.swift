/// The backing data of models that bring none of their own: a view of a ``ModelState`` by key path.
package struct DefaultBackingData<Model: PersistentModel>: BackingData {
    package let state: ModelState

    package init(_ state: ModelState) {
        self.state = state
    }

    package init(for modelType: Model.Type) {
        state = ModelState(layout: modelType._$modelLayout)
    }

    package var persistentModelID: PersistentIdentifier? {
        get { state.identifier }
        set {
            // A model of a context has its identifier from the store.
            if let newValue, !state.isAttached { state.identifier = newValue }
        }
    }

    package var metadata: Any { state }
    package var _$state: ModelState? { state }
    package func _$viewing(_ state: ModelState) -> DefaultBackingData { DefaultBackingData(state) }

    @_disfavoredOverload
    package func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: Decodable {
        state.read(key)
    }
    package func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: PersistentModel {
        state.readToOne(key)
    }
    package func getValue<Value>(forKey key: KeyPath<Model, Value?>) -> Value? where Value: PersistentModel {
        state.slot(key).flatMap { state.shownDestination(at: $0) as? Value }
    }
    package func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        state.readToMany(key)
    }
    package func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: Decodable & RelationshipCollection, OtherModel == Value.PersistentElement {
        state.readToMany(key)
    }
    package func getTransformableValue<Value>(forKey key: KeyPath<Model, Value>) -> Value {
        state.read(key)
    }

    @_disfavoredOverload
    package func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) where Value: Encodable {
        state.slot(key).map { state.writeAttribute($0, newValue) }
    }
    package func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) where Value: PersistentModel {
        state.slot(key).map { state.writeToOne($0, newValue) }
    }
    package func setValue<Value>(forKey key: KeyPath<Model, Value?>, to newValue: Value?)
    where Value: PersistentModel {
        state.slot(key).map { state.writeToOne($0, newValue) }
    }
    package func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        state.slot(key).map { state.writeToMany($0, relationshipElements(newValue)) }
    }
    package func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable & RelationshipCollection, OtherModel == Value.PersistentElement {
        state.slot(key).map { state.writeToMany($0, relationshipElements(newValue)) }
    }
    package func setTransformableValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) {
        state.slot(key).map { state.writeAttribute($0, newValue) }
    }
}

/// The models in the value of a to-many property.
package func relationshipElements(_ collection: Any) -> [any PersistentModel] {
    if let models = collection as? [any PersistentModel] { return models }
    guard let sequence = collection as? any Sequence else { return [] }
    return sequence.compactMap { $0 as? any PersistentModel }
}

extension ModelState {
    /// The slot of a key path, logged where it is not a persisted property of the class.
    package func slot(_ key: AnyKeyPath) -> Int? {
        if let slot = layout.slot(for: key) { return slot }
        let message = "\(layout.entityName): a key path that is not one of its persisted properties was ignored."
        log.limited(.error, message, message)
        return nil
    }

    fileprivate func read<M, Value>(_ key: KeyPath<M, Value>) -> Value {
        if let slot = slot(key) {
            if let storable = Value.self as? any _StorableValue.Type {
                func typed<S: _StorableValue>(_: S.Type) -> Any {
                    let value: S = self.storable(at: slot)
                    return value
                }
                if let value = typed(storable) as? Value { return value }
            }
            if let value: Value = decoded(at: slot) { return value }
        }
        return lastResort(Value.self)
    }

    fileprivate func readToOne<M, Value: PersistentModel>(_ key: KeyPath<M, Value>) -> Value {
        if let slot = slot(key), let model = shownDestination(at: slot) as? Value { return model }
        return ModelState.blank(Value.self)
    }

    fileprivate func readToMany<M, Value: RelationshipCollection>(_ key: KeyPath<M, Value>) -> Value {
        let models: [Value.PersistentElement] = slot(key).map { members(at: $0) } ?? []
        return relationshipValue(models, as: Value.self, isNil: slot(key).map { isNilToMany($0) } ?? true)
    }

    /// True if an optional to-many was set to nil.
    package func isNilToMany(_ slot: Int) -> Bool {
        if case .null = values[slot] { true } else { false }
    }
}

/// The value of a to-many property: an array of the models, optional where the property is.
package func relationshipValue<Value: RelationshipCollection>(
    _ elements: [Value.PersistentElement],
    as type: Value.Type,
    isNil: Bool
) -> Value {
    if let optional = Value.self as? any OptionalType.Type, isNil, let none = optional.erasedNil as? Value {
        return none
    }
    if let value = elements as? Value { return value }
    return lastResort(Value.self)
}

/// Reached only where a required value has no default, no zero and no blank: such types are listed in
/// docs/compatibility.md, and a getter has no way to throw.
package func lastResort<Value>(_ type: Value.Type) -> Value {
    if let optional = Value.self as? any OptionalType.Type, let none = optional.erasedNil as? Value { return none }
    if let storable = Value.self as? any _StorableValue.Type, let zero = storable._zero as? Value { return zero }
    preconditionFailure("SwiftData: a row is gone or damaged, and \(Value.self) has no value to stand in for it.")
}
