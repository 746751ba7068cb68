package import SwiftDataCore

extension ModelOutline {
    /// The part of a schema that its layout and its model cache depend on.
    package init(_ schema: Schema) {
        self.init(
            entities: schema.entities.map { EntityOutline($0) },
            versionIdentifier: schema.version.description
        )
    }
}

extension EntityOutline {
    init(_ entity: Schema.Entity) {
        self.init(
            entity.name,
            super: entity.superentityName,
            properties: entity.properties.compactMap(PropertyOutline.init),
            uniquenessConstraints: entity.uniquenessConstraints,
            indices: entity.indexDescriptions.map {
                IndexOutline(name: $0.name, paths: $0.properties, isSpatial: $0.kind == .rtree)
            }
        )
    }
}

extension PropertyOutline {
    init?(_ property: any SchemaProperty) {
        switch property {
        case let attribute as Schema.Attribute: self = .attribute(AttributeOutline(attribute))
        case let relationship as Schema.Relationship: self = .relationship(RelationshipOutline(relationship))
        default: return nil
        }
    }
}

extension AttributeOutline {
    init(_ attribute: Schema.Attribute) {
        let elements = (attribute as? Schema.CompositeAttribute)?.properties ?? []
        self.init(
            attribute.name,
            attribute.kind,
            isOptional: attribute.isOptional,
            elements: elements.map { AttributeOutline($0) }
        )
        originalName = attribute.originalName
        isTransient = attribute.isTransient
        allowsExternalStorage = attribute.options.contains(.externalStorage)
        preservesValueOnDeletion = attribute.options.contains(.preserveValueOnDeletion)
        hashModifier = attribute.hashModifier
        // A default that cannot be encoded is none that another reader of the file could use.
        defaultValue = attribute.defaultValue.flatMap { try? attribute.encoded(attribute.stored($0)) }
        let type = unwrappedType(attribute.valueType)
        valueTypeName = type == UnresolvedType.self ? attribute.valueTypeName : String(describing: type)
    }
}

extension RelationshipOutline {
    init(_ relationship: Schema.Relationship) {
        self.init(
            relationship.name,
            to: relationship.destination,
            inverse: relationship.inverseName,
            isToOne: relationship.isToOneRelationship,
            isOptional: relationship.isOptional,
            deleteRule: relationship.deleteRule
        )
        originalName = relationship.originalName
        minimumCount = relationship.minimumModelCount ?? 0
        maximumCount = relationship.isToOneRelationship ? 1 : relationship.maximumModelCount ?? 0
        hashModifier = relationship.hashModifier
    }
}
