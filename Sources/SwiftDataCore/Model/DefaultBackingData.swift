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
        read(key)
    }
    package func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: PersistentModel {
        readToOne(key)
    }
    package func getValue<Value>(forKey key: KeyPath<Model, Value?>) -> Value? where Value: PersistentModel {
        slot(key).flatMap { state.partners.shownDestination(at: $0) as? Value }
    }
    package func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        readToMany(key)
    }
    package func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: Decodable & RelationshipCollection, OtherModel == Value.PersistentElement {
        readToMany(key)
    }
    package func getTransformableValue<Value>(forKey key: KeyPath<Model, Value>) -> Value {
        read(key)
    }

    @_disfavoredOverload
    package func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) where Value: Encodable {
        slot(key).map { state.writing.writeAttribute($0, newValue) }
    }
    package func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) where Value: PersistentModel {
        slot(key).map { state.toOne.write($0, newValue) }
    }
    package func setValue<Value>(forKey key: KeyPath<Model, Value?>, to newValue: Value?)
    where Value: PersistentModel {
        slot(key).map { state.toOne.write($0, newValue) }
    }
    package func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        slot(key).map { state.toMany.write($0, relationshipElements(newValue)) }
    }
    package func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable & RelationshipCollection, OtherModel == Value.PersistentElement {
        slot(key).map { state.toMany.write($0, relationshipElements(newValue)) }
    }
    package func setTransformableValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) {
        slot(key).map { state.writing.writeAttribute($0, newValue) }
    }
}

/// The models in the value of a to-many property.
package func relationshipElements(_ collection: Any) -> [any PersistentModel] {
    if let models = collection as? [any PersistentModel] { return models }
    guard let sequence = collection as? any Sequence else { return [] }
    return sequence.compactMap { $0 as? any PersistentModel }
}

extension DefaultBackingData {
    /// The slot of a key path, logged where it is not a persisted property of the class.
    private func slot(_ key: AnyKeyPath) -> Int? {
        if let slot = state.layout.slot(for: key) { return slot }
        let name = state.layout.entityName
        let message = "\(name): a key path that is not one of its persisted properties was ignored."
        log.limited(.error, message, message)
        return nil
    }

    private func read<Value>(_ key: KeyPath<Model, Value>) -> Value {
        if let slot = slot(key) {
            if let storable = Value.self as? any _StorableValue.Type {
                func typed<S: _StorableValue>(_: S.Type) -> Any {
                    let value: S = state.attributes.storable(at: slot)
                    return value
                }
                if let value = typed(storable) as? Value { return value }
            }
            if let value: Value = state.attributes.decoded(at: slot) { return value }
        }
        return lastResort(Value.self)
    }

    private func readToOne<Value: PersistentModel>(_ key: KeyPath<Model, Value>) -> Value {
        if let slot = slot(key), let model = state.partners.shownDestination(at: slot) as? Value { return model }
        return PartnerReading.blank(Value.self)
    }

    private func readToMany<Value: RelationshipCollection>(_ key: KeyPath<Model, Value>) -> Value {
        let models: [Value.PersistentElement] = slot(key).map { state.partners.members(at: $0) } ?? []
        return relationshipValue(
            models,
            as: Value.self,
            isNil: slot(key).map { state.partners.isNilToMany($0) } ?? true
        )
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
    preconditionFailure("SwiftData: a row is missing or damaged, and \(Value.self) has no default value.")
}
