import Foundation
package import SwiftDataCore

extension ModelOutline {
    /// The part of a schema that its layout and its model cache depend on.
    package init(_ schema: Schema) {
        self.init(
            entities: schema.entities.map { EntityOutline($0) },
            versionIdentifier: schema.version.description
        )
        noteInferredInverses(schema)
    }
}

extension ModelOutline {
    /// Notes the relationships of classes that name no inverse and are the inverse of no other relationship.
    private mutating func noteInferredInverses(_ schema: Schema) {
        for index in entities.indices {
            guard let entity = schema.entitiesByName[entities[index].name], entity.modelType != nil else { continue }
            for place in entities[index].properties.indices {
                guard case .relationship(var outline) = entities[index].properties[place],
                    let own = entity.relationshipsByName[outline.name]
                else { continue }
                let other = own.inverseName.flatMap {
                    schema.entitiesByName[own.destination]?.relationshipsByName[$0]
                }
                outline.isInverseInferred = own.inverseKeyPath == nil && other?.inverseKeyPath == nil
                entities[index].properties[place] = .relationship(outline)
            }
        }
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
        originalName = entity.originalName
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
        allowsCloudEncryption = attribute.options.contains(.allowsCloudEncryption)
        isSpotlightIndexed = attribute.options.contains(.spotlight)
        hashModifier = attribute.hashModifier
        // A default that cannot be encoded is of no use to another reader of the file.
        defaultValue = attribute.defaultValue.flatMap { try? attribute.encoded(attribute.stored($0)) }
        let type = unwrappedType(attribute.valueType)
        array = kind == .json ? ArrayOutline(type) : nil
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

extension ArrayOutline {
    /// The outline of an array or a set of values that have a stored form of their own; nil for other types.
    fileprivate init?(_ type: any Any.Type) {
        guard let collection = type as? any ElementCollection.Type else { return nil }
        let element = unwrappedType(collection.elementType)
        if let primitive = element as? any PrimitiveValue.Type {
            self.init(of: primitive.attributeKind)
        } else if let raw = element as? any (RawRepresentable & CaseIterable & Encodable).Type,
            let kind = Self.kind(of: raw)
        {
            self.init(of: .rawValue(kind))
        } else {
            return nil
        }
        hasOptionalElements = element != collection.elementType
        isOrdered = collection.isOrdered
    }

    /// The kind of the raw values; nil for an enum whose JSON is not its raw value.
    private static func kind<Value: RawRepresentable & CaseIterable & Encodable>(
        of type: Value.Type
    ) -> AttributeKind? {
        guard let primitive = Value.RawValue.self as? any (PrimitiveValue & Encodable).Type else { return nil }
        func isPlain<Raw: PrimitiveValue & Encodable>(_: Raw.Type) -> Bool {
            let encoder = JSONEncoder()
            return Value.allCases.prefix(3).allSatisfy { value in
                guard let raw = value.rawValue as? Raw, let json = try? encoder.encode([value]) else { return false }
                return json == (try? encoder.encode([raw]))
            }
        }
        return isPlain(primitive) ? primitive.attributeKind : nil
    }
}

/// A collection by the type of its elements.
private protocol ElementCollection {
    static var elementType: any Any.Type { get }
    static var isOrdered: Bool { get }
}

extension Array: ElementCollection {
    fileprivate static var elementType: any Any.Type { Element.self }
    fileprivate static var isOrdered: Bool { true }
}

extension Set: ElementCollection {
    fileprivate static var elementType: any Any.Type { Element.self }
    fileprivate static var isOrdered: Bool { false }
}
