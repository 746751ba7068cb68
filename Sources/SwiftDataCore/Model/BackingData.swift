/// The storage behind a model's properties.
///
/// Models made by `@Model` come with a backing data of their own; a conformance of yours can drive a model instead,
/// through ``PersistentModel/init(backingData:)``.
public protocol BackingData<Model> {
    /// The model class that is served.
    associatedtype Model: PersistentModel

    /// Fresh storage for a model that has not been saved.
    init(for modelType: Model.Type)

    /// The identifier of the row, or nil before one is assigned.
    var persistentModelID: PersistentIdentifier? { get set }

    /// A slot for the implementation's own use.
    var metadata: Any { get }

    /// The state that the backing data is a view of, which only ours is. Not for use outside of models.
    var _$state: ModelState? { get }

    /// The same view of another state, of ours. Not for use outside of models.
    func _$viewing(_ state: ModelState) -> Self

    /// Reads an attribute.
    @_disfavoredOverload
    func getValue<Value>(forKey: KeyPath<Model, Value>) -> Value where Value: Decodable
    /// Reads a required to-one relationship.
    func getValue<Value>(forKey: KeyPath<Model, Value>) -> Value where Value: PersistentModel
    /// Reads an optional to-one relationship.
    func getValue<Value>(forKey: KeyPath<Model, Value?>) -> Value? where Value: PersistentModel
    /// Reads a to-many relationship.
    func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// Reads a to-many relationship whose collection is also `Decodable`.
    func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
    where Value: Decodable & RelationshipCollection, OtherModel == Value.PersistentElement
    /// Reads a `.transformable` attribute.
    func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value

    /// Writes an attribute.
    @_disfavoredOverload
    func setValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value) where Value: Encodable
    /// Writes a required to-one relationship.
    func setValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value) where Value: PersistentModel
    /// Writes an optional to-one relationship.
    func setValue<Value>(forKey: KeyPath<Model, Value?>, to newValue: Value?) where Value: PersistentModel
    /// Writes a to-many relationship.
    func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// Writes a to-many relationship whose collection is also `Encodable`.
    func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable & RelationshipCollection, OtherModel == Value.PersistentElement
    /// Writes a `.transformable` attribute.
    func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value)
}

extension BackingData {
    /// None: a backing data of your own holds the values itself.
    public var _$state: ModelState? { nil }

    /// Itself: a backing data of your own is no view of a state.
    public func _$viewing(_ state: ModelState) -> Self { self }
}
