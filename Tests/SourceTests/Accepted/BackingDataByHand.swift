// A backing data of the user's own that drives a model, and key-path access to models.
import SwiftData

@Model
final class Planet {
    var name: String
    var mass: Double = 0
    var star: Star?
    var moons: [Moon] = []
    init(name: String) { self.name = name }
}

@Model final class Star { var name = ""; init() {} }
@Model final class Moon { var name = ""; init() {} }

final class Dictionary<Model: PersistentModel>: BackingData {
    var persistentModelID: PersistentIdentifier?
    var values: [AnyKeyPath: Any] = [:]
    var metadata: Any { values }

    required init(for modelType: Model.Type) {}

    private func value<Value>(_ key: AnyKeyPath) -> Value {
        guard let value = values[key] as? Value else { fatalError("\(key)") }
        return value
    }

    func getValue<Value>(forKey: KeyPath<Model, Value>) -> Value where Value: Decodable { value(forKey) }
    func getValue<Value>(forKey: KeyPath<Model, Value>) -> Value where Value: PersistentModel { value(forKey) }
    func getValue<Value>(forKey: KeyPath<Model, Value?>) -> Value? where Value: PersistentModel {
        values[forKey] as? Value
    }
    func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement { value(forKey) }
    func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
    where Value: RelationshipCollection, Value: Decodable, OtherModel == Value.PersistentElement { value(forKey) }
    func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value { value(forKey) }

    func setValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value) where Value: Encodable {
        values[forKey] = newValue
    }
    func setValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value) where Value: PersistentModel {
        values[forKey] = newValue
    }
    func setValue<Value>(forKey: KeyPath<Model, Value?>, to newValue: Value?) where Value: PersistentModel {
        values[forKey] = newValue
    }
    func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement { values[forKey] = newValue }
    func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
    where Value: RelationshipCollection, Value: Encodable, OtherModel == Value.PersistentElement {
        values[forKey] = newValue
    }
    func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value) { values[forKey] = newValue }
}

func use() {
    let data = Dictionary<Planet>(for: Planet.self)
    data.setValue(forKey: \.name, to: "Earth")
    let planet = Planet(backingData: data)
    planet.mass = 1
    planet.setValue(forKey: \.name, to: "Mars")
    planet.setValue(forKey: \.star, to: Star())
    planet.setValue(forKey: \.moons, to: [Moon()])
    let name: String = planet.getValue(forKey: \.name)
    let star: Star? = planet.getValue(forKey: \.star)
    let moons: [Moon] = planet.getValue(forKey: \.moons)
    let backing: any BackingData<Planet> = planet.persistentBackingData
    planet.persistentBackingData = Dictionary<Planet>(for: Planet.self)
    let fresh: some BackingData<Planet> = Planet.createBackingData()
    print(name, star as Any, moons, backing.persistentModelID as Any, fresh.metadata, Planet.schemaMetadata.count)
}
