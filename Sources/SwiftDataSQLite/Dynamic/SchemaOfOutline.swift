import Foundation
import SwiftDataCore
import SwiftDataSQL

extension Schema {
    /// The schema of a model that a file describes. Its entities have no classes.
    convenience init(_ model: ModelOutline) {
        let outlines = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var entities: [String: Entity] = [:]
        for outline in model.entities {
            entities[outline.name] = Entity(outline, below: outline.superName.flatMap { outlines[$0] })
        }
        // From the root down, since inherited properties are copied.
        func adopt(_ outline: EntityOutline) {
            for child in model.entities where child.superName == outline.name {
                guard let parent = entities[outline.name], let entity = entities[child.name] else { continue }
                parent.subentities.insert(entity)
                entity.superentity = parent
                adopt(child)
            }
        }
        let roots = model.entities.filter { $0.superName == nil }
        for root in roots { adopt(root) }
        self.init(
            entities: roots.compactMap { entities[$0.name] },
            version: Version(parsing: model.versionIdentifier)
        )
    }
}

extension Schema.Entity {
    fileprivate convenience init(_ outline: EntityOutline, below parent: EntityOutline?) {
        let own = outline.properties.dropFirst(parent?.properties.count ?? 0)
        self.init(
            outline.name,
            properties: own.map { property -> any SchemaProperty in
                switch property {
                case .attribute(let attribute): Schema.Attribute.make(attribute, outline)
                case .relationship(let relationship): Schema.Relationship(relationship)
                }
            }
        )
        for constraint in outline.uniquenessConstraints where !uniquenessConstraints.contains(constraint) {
            uniquenessConstraints.append(constraint)
        }
        indices = outline.indices.map(\.paths)
        spatialIndices = Set(outline.indices.filter(\.isSpatial).map(\.paths))
    }
}

extension Schema.Attribute {
    fileprivate static func make(_ outline: AttributeOutline, _ entity: EntityOutline) -> Schema.Attribute {
        var options: [Option] = []
        if outline.allowsExternalStorage { options.append(.externalStorage) }
        if outline.preservesValueOnDeletion { options.append(.preserveValueOnDeletion) }
        if outline.isTransient { options.append(.ephemeral) }
        if entity.uniquenessConstraints.contains([outline.name]) { options.append(.unique) }
        if case .transformable(let name) = outline.kind { options.append(.transformable(by: name)) }
        return make(outline, options)
    }

    private static func make(_ outline: AttributeOutline, _ options: [Option]) -> Schema.Attribute {
        if !outline.elements.isEmpty {
            return Schema.CompositeAttribute(
                name: outline.name,
                originalName: outline.originalName,
                options: options,
                kind: outline.kind,
                properties: outline.elements.map { make($0, []) },
                isOptional: outline.isOptional,
                hashModifier: outline.hashModifier
            )
        }
        guard let type = SwiftType.of(outline) else {
            return Schema.Attribute(
                name: outline.name,
                originalName: outline.originalName,
                options: options,
                kind: outline.kind,
                valueTypeName: outline.valueTypeName ?? "",
                isOptional: outline.isOptional,
                hashModifier: outline.hashModifier
            )
        }
        let attribute = Schema.Attribute(
            name: outline.name,
            originalName: outline.originalName,
            options: options,
            valueType: type,
            hashModifier: outline.hashModifier
        )
        attribute.defaultValue = outline.defaultValue.flatMap { try? attribute.value(from: $0) }
        return attribute
    }
}

/// The Swift type that a model in a file names.
private enum SwiftType {
    /// Nil for a type of the app's.
    static func of(_ attribute: AttributeOutline) -> (any Any.Type)? {
        let type: (any Any.Type)? =
            if case .json = attribute.kind {
                attribute.valueTypeName.flatMap { arrays[$0] }
            } else {
                attribute.kind.entry?.types.first
            }
        guard let type else { return nil }
        func optional<Value>(_: Value.Type) -> any Any.Type { Value?.self }
        return attribute.isOptional ? optional(type) : type
    }

    /// Arrays of plain values by the name that the model cache has for them, such as `Array<String>`.
    private static let arrays: [String: any Any.Type] = {
        var table: [String: any Any.Type] = [:]
        func add<Value: PrimitiveValue>(_: Value.Type) { table[String(describing: [Value].self)] = [Value].self }
        for type in primitiveTypes { add(type) }
        return table
    }()
}

extension Schema.Relationship {
    fileprivate convenience init(_ outline: RelationshipOutline) {
        self.init(
            name: outline.name,
            destination: outline.destination,
            isToOne: outline.isToOne,
            isOptional: outline.isOptional,
            inverseName: outline.inverseName,
            deleteRule: outline.deleteRule
        )
        originalName = outline.originalName
        minimumModelCount = outline.minimumCount
        maximumModelCount = outline.maximumCount
        hashModifier = outline.hashModifier
    }
}
