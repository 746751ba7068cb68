/// The shape of a relationship, as the type of its property gives it.
package struct RelationshipTarget {
    package let destination: any PersistentModel.Type
    package let isToOne: Bool
    package let isOptional: Bool

    /// Nil for a type that is neither a model, nor an optional one, nor a collection of models.
    package init?(_ type: any Any.Type) {
        let wrapped = unwrappedType(type)
        isOptional = wrapped != type
        if let model = wrapped as? any PersistentModel.Type {
            destination = model
            isToOne = true
        } else if let collection = type as? any RelationshipCollection.Type {
            destination = Self.element(of: collection)
            isToOne = false
        } else {
            return nil
        }
    }

    private static func element<Collection: RelationshipCollection>(
        of type: Collection.Type
    ) -> any PersistentModel.Type {
        Collection.PersistentElement.self
    }
}
