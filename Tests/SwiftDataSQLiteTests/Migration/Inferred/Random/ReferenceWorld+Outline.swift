import SwiftDataCore
import SwiftDataSQL

extension ReferenceWorld {
    /// The model of the world.
    var outline: ModelOutline {
        ModelOutline(entities: entities.map(outline))
    }

    private func outline(_ entity: Entity) -> EntityOutline {
        var properties: [PropertyOutline] = []
        for level in lineage(entity.name) {
            properties += attributes.filter { $0.entity == level }.map { .attribute($0.outline) }
            for relation in relations {
                if relation.left == level { properties.append(.relationship(relation.leftOutline)) }
                if relation.right == level, let outline = relation.rightOutline {
                    properties.append(.relationship(outline))
                }
            }
        }
        let own = attributes.filter { $0.entity == entity.name }
        var outline = EntityOutline(
            entity.name,
            super: entity.parent,
            properties: properties,
            uniquenessConstraints: own.filter(\.isUnique).map { [$0.name] },
            indices: own.filter(\.isIndexed).map { IndexOutline(paths: [$0.name]) }
        )
        outline.originalName = entity.originalName
        return outline
    }
}

extension ReferenceWorld.Attribute {
    fileprivate var outline: AttributeOutline {
        var outline = AttributeOutline(name, kind.kind, isOptional: isOptional)
        outline.originalName = originalName
        outline.defaultValue = fallback.map { value in
            switch value {
            case .null: .null
            case .integer(let number): .integer(number)
            case .real(let number): .double(number)
            case .text(let text): .string(text)
            }
        }
        return outline
    }
}

extension ReferenceWorld.Kind {
    var kind: AttributeKind {
        switch self {
        case .boolean: .boolean
        case .int16: .integer(.int16)
        case .int64: .integer(.int64)
        case .double: .double
        case .string: .string
        case .raw: .rawValue(.string)
        }
    }
}

extension ReferenceWorld.Relation {
    fileprivate var leftOutline: RelationshipOutline {
        var outline = RelationshipOutline(
            leftName,
            to: right,
            inverse: rightName,
            isToOne: leftIsToOne,
            isOptional: true
        )
        outline.originalName = leftOriginal
        return outline
    }

    fileprivate var rightOutline: RelationshipOutline? {
        guard let rightName else { return nil }
        var outline = RelationshipOutline(
            rightName,
            to: left,
            inverse: leftName,
            isToOne: rightIsToOne,
            isOptional: true
        )
        outline.originalName = rightOriginal
        return outline
    }
}
