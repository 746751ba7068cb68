/// Marks the collections that a to-many relationship can have as its type: an array of models, or an optional one.
public protocol RelationshipCollection {
    /// The model class of the elements.
    associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
    /// The model class of the elements.
    public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection where Wrapped: Sequence, Wrapped.Element: PersistentModel {
    /// The model class of the elements.
    public typealias PersistentElement = Wrapped.Element
}
