/// An element of a Core Data model that a ``ModelOutline`` cannot represent.
package struct ModelOmission: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case fetchedProperty, fetchRequest, configuration, validation, userInfo, derivation, hashModifier
        case indexOfExpression, partialIndex, descendingIndex, undefinedType, defaultValue, transientRelationship
    }

    package var kind: Kind
    /// The name of a fetch request or configuration.
    package var name: String?
    package var entity: String?
    package var property: String?

    package init(_ kind: Kind, name: String? = nil, entity: String? = nil, property: String? = nil) {
        self.kind = kind
        self.name = name
        self.entity = entity
        self.property = property
    }
}
