import SwiftDataCore

/// A property in JSON: a relationship has a destination, and an attribute a kind.
struct PropertyForm: Codable {
    let property: PropertyOutline

    private enum Key: String, CodingKey { case destination }

    init(_ property: PropertyOutline) { self.property = property }

    init(from decoder: any Decoder) throws {
        let isRelationship = try decoder.container(keyedBy: Key.self).contains(.destination)
        property =
            try isRelationship
            ? .relationship(RelationshipForm(from: decoder).relationship)
            : .attribute(AttributeForm(from: decoder).attribute)
    }

    func encode(to encoder: any Encoder) throws {
        switch property {
        case .attribute(let attribute): try AttributeForm(attribute).encode(to: encoder)
        case .relationship(let relationship): try RelationshipForm(relationship).encode(to: encoder)
        }
    }
}

/// An attribute, or a member of one, in JSON.
private struct AttributeForm: Codable {
    let attribute: AttributeOutline

    private enum Key: String, CodingKey {
        case name, originalName, kind, isOptional, isTransient, isExternal, isPreserved, isEncrypted, isIndexed
        case modifier, type, members, elements
    }

    init(_ attribute: AttributeOutline) { self.attribute = attribute }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func flag(_ key: Key) throws -> Bool { try container.decodeIfPresent(Bool.self, forKey: key) ?? false }
        let name = try container.decode(String.self, forKey: .name)
        var attribute = AttributeOutline(
            name,
            try container.decode(AttributeKind.self, forKey: .kind),
            isOptional: try flag(.isOptional),
            elements: try container.decodeIfPresent([AttributeForm].self, forKey: .members)?.map(\.attribute) ?? []
        )
        attribute.originalName = try container.decodeIfPresent(String.self, forKey: .originalName) ?? name
        attribute.isTransient = try flag(.isTransient)
        attribute.allowsExternalStorage = try flag(.isExternal)
        attribute.preservesValueOnDeletion = try flag(.isPreserved)
        attribute.allowsCloudEncryption = try flag(.isEncrypted)
        attribute.isSpotlightIndexed = try flag(.isIndexed)
        attribute.hashModifier = try container.decodeIfPresent(String.self, forKey: .modifier)
        attribute.valueTypeName = try container.decodeIfPresent(String.self, forKey: .type)
        attribute.array = try container.decodeIfPresent(ArrayForm.self, forKey: .elements)?.array
        self.attribute = attribute
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        func flag(_ value: Bool, _ key: Key) throws { if value { try container.encode(true, forKey: key) } }
        try container.encode(attribute.name, forKey: .name)
        if attribute.originalName != attribute.name {
            try container.encode(attribute.originalName, forKey: .originalName)
        }
        try container.encode(attribute.kind, forKey: .kind)
        try flag(attribute.isOptional, .isOptional)
        try flag(attribute.isTransient, .isTransient)
        try flag(attribute.allowsExternalStorage, .isExternal)
        try flag(attribute.preservesValueOnDeletion, .isPreserved)
        try flag(attribute.allowsCloudEncryption, .isEncrypted)
        try flag(attribute.isSpotlightIndexed, .isIndexed)
        try container.encodeIfPresent(attribute.hashModifier, forKey: .modifier)
        try container.encodeIfPresent(attribute.valueTypeName, forKey: .type)
        if !attribute.elements.isEmpty {
            try container.encode(attribute.elements.map(AttributeForm.init), forKey: .members)
        }
        try container.encodeIfPresent(attribute.array.map(ArrayForm.init), forKey: .elements)
    }
}

/// The elements of an array in JSON.
private struct ArrayForm: Codable {
    let array: ArrayOutline

    private enum Key: String, CodingKey { case kind, areOptional, isOrdered }

    init(_ array: ArrayOutline) { self.array = array }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var array = ArrayOutline(of: try container.decode(AttributeKind.self, forKey: .kind))
        array.hasOptionalElements = try container.decodeIfPresent(Bool.self, forKey: .areOptional) ?? false
        array.isOrdered = try container.decodeIfPresent(Bool.self, forKey: .isOrdered) ?? true
        self.array = array
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(array.elementKind, forKey: .kind)
        if array.hasOptionalElements { try container.encode(true, forKey: .areOptional) }
        if !array.isOrdered { try container.encode(false, forKey: .isOrdered) }
    }
}

/// A relationship in JSON.
private struct RelationshipForm: Codable {
    let relationship: RelationshipOutline

    private enum Key: String, CodingKey {
        case name, originalName, destination, inverse, isInferred, isToMany, isOptional, deleteRule, minimum, maximum
        case modifier
    }

    init(_ relationship: RelationshipOutline) { self.relationship = relationship }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func flag(_ key: Key) throws -> Bool { try container.decodeIfPresent(Bool.self, forKey: key) ?? false }
        let name = try container.decode(String.self, forKey: .name)
        var relationship = RelationshipOutline(
            name,
            to: try container.decode(String.self, forKey: .destination),
            inverse: try container.decodeIfPresent(String.self, forKey: .inverse),
            isToOne: try !flag(.isToMany),
            isOptional: try flag(.isOptional),
            deleteRule: try container.decodeIfPresent(Schema.Relationship.DeleteRule.self, forKey: .deleteRule)
                ?? .nullify
        )
        relationship.originalName = try container.decodeIfPresent(String.self, forKey: .originalName) ?? name
        relationship.isInverseInferred = try flag(.isInferred)
        relationship.minimumCount = try container.decodeIfPresent(Int.self, forKey: .minimum) ?? 0
        relationship.maximumCount =
            try container.decodeIfPresent(Int.self, forKey: .maximum) ?? relationship.maximumCount
        relationship.hashModifier = try container.decodeIfPresent(String.self, forKey: .modifier)
        self.relationship = relationship
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        func flag(_ value: Bool, _ key: Key) throws { if value { try container.encode(true, forKey: key) } }
        try container.encode(relationship.name, forKey: .name)
        if relationship.originalName != relationship.name {
            try container.encode(relationship.originalName, forKey: .originalName)
        }
        try container.encode(relationship.destination, forKey: .destination)
        try container.encodeIfPresent(relationship.inverseName, forKey: .inverse)
        try flag(relationship.isInverseInferred, .isInferred)
        try flag(!relationship.isToOne, .isToMany)
        try flag(relationship.isOptional, .isOptional)
        if relationship.deleteRule != .nullify { try container.encode(relationship.deleteRule, forKey: .deleteRule) }
        if relationship.minimumCount != 0 { try container.encode(relationship.minimumCount, forKey: .minimum) }
        if relationship.maximumCount != (relationship.isToOne ? 1 : 0) {
            try container.encode(relationship.maximumCount, forKey: .maximum)
        }
        try container.encodeIfPresent(relationship.hashModifier, forKey: .modifier)
    }
}
