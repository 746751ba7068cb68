package import SwiftDataCore

extension ModelOutline {
    /// The part of a schema that its layout and its model cache depend on.
    package init(_ schema: Schema) {
        let version = schema.version
        self.init(
            entities: schema.entities.map { EntityOutline($0) },
            versionIdentifier: "\(version.major).\(version.minor).\(version.patch)"
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
            indices: entity.indices.map { IndexOutline(paths: $0) }
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
        valueTypeName = String(reflecting: attribute.valueType)
    }
}

extension RelationshipOutline {
    init(_ relationship: Schema.Relationship) {
        self.init(
            relationship.name,
            to: relationship.destination,
            inverse: relationship.inverseName,
            isToOne: relationship.isToOneRelationship,
            deleteRule: relationship.deleteRule
        )
        originalName = relationship.originalName
        minimumCount = relationship.minimumModelCount ?? 0
        maximumCount = relationship.isToOneRelationship ? 1 : relationship.maximumModelCount ?? 0
    }
}
