import SwiftData

/// A backing data of the user's own, which keeps values in a dictionary.
final class DictionaryBackingData<Model: PersistentModel>: BackingData {
    var persistentModelID: PersistentIdentifier?
    var values: [AnyKeyPath: Any] = [:]
    var metadata: Any { values.count }

    init(for modelType: Model.Type) {}

    private func value<Value>(_ key: AnyKeyPath) -> Value {
        guard let value = values[key] as? Value else { preconditionFailure("no value for \(key)") }
        return value
    }

    func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: Decodable { value(key) }
    func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: PersistentModel { value(key) }
    func getValue<Value>(forKey key: KeyPath<Model, Value?>) -> Value? where Value: PersistentModel {
        values[key] as? Value
    }
    func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement { value(key) }
    func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: Decodable & RelationshipCollection, OtherModel == Value.PersistentElement { value(key) }
    func getTransformableValue<Value>(forKey key: KeyPath<Model, Value>) -> Value { value(key) }

    func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) where Value: Encodable {
        values[key] = newValue
    }
    func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) where Value: PersistentModel {
        values[key] = newValue
    }
    func setValue<Value>(forKey key: KeyPath<Model, Value?>, to newValue: Value?) where Value: PersistentModel {
        values[key] = newValue
    }
    func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement { values[key] = newValue }
    func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable & RelationshipCollection, OtherModel == Value.PersistentElement { values[key] = newValue }
    func setTransformableValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) { values[key] = newValue }
}
