import Foundation
import SwiftDataCore
import SwiftDataSQL

extension CachedModel {
    var outline: ModelOutline {
        ModelOutline(entities: entities.map(\.outline), versionIdentifier: version)
    }
}

extension CachedModel.Entity {
    var outline: EntityOutline {
        var outline = EntityOutline(
            name,
            super: parent,
            properties: attributes.map { .attribute($0.outline) } + relationships.map { .relationship($0.outline) },
            uniquenessConstraints: unique,
            indices: indices.map { IndexOutline(name: $0.name, paths: $0.properties) }
        )
        outline.originalName = originalName
        return outline
    }
}

extension CachedModel.Attribute {
    var outline: AttributeOutline {
        let elements = elements.map(\.outline)
        var outline = AttributeOutline(name, kind, isOptional: optional, elements: isRawEnum ? [] : elements)
        outline.originalName = originalName
        outline.isTransient = transient
        outline.allowsExternalStorage = flags & 4 != 0
        outline.preservesValueOnDeletion = flags & 16 != 0
        outline.valueTypeName = valueClass
        if let dataDefault {
            outline.defaultValue = type == 2100 ? .composite([.data(dataDefault)]) : .data(dataDefault)
        }
        return outline
    }

    private var isRawEnum: Bool { isEnum && cases == nil }

    private var kind: AttributeKind {
        switch type {
        case 100: .integer(.int16)
        case 200: .integer(.int32)
        case 300: .integer(.int64)
        case 400: .decimal
        case 500: .double
        case 600: .float
        case 700: .string
        case 800: .boolean
        case 900: .date
        case 1100: .uuid
        case 1200: .url
        case 1800: .transformable(transformer ?? "NSSecureUnarchiveFromData")
        case 2100 where isRawEnum: .rawValue(elements.first?.kind ?? .string)
        case 2100: isEnum ? .enumeration : .composite
        default: .data
        }
    }
}

extension CachedModel.Relationship {
    var outline: RelationshipOutline {
        let rules: [Schema.Relationship.DeleteRule] = [.noAction, .nullify, .cascade, .deny]
        var outline = RelationshipOutline(
            name,
            to: destination,
            inverse: inverse,
            isToOne: maximum == 1,
            isOptional: optional,
            deleteRule: rules[min(max(deleteRule, 0), 3)]
        )
        outline.originalName = originalName
        outline.minimumCount = minimum
        outline.maximumCount = maximum
        return outline
    }
}
