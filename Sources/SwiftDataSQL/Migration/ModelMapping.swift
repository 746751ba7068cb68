/// The inferred way in which rows of one model become rows of another.
package struct ModelMapping: Sendable {
    package let source: StoreLayout
    package let target: StoreLayout
    /// One mapping for each entity of the target, in the order of their numbers.
    package let entities: [EntityMapping]
    /// The entities of the source that are in no entity of the target: their rows are removed.
    package let removedEntities: [String]
    /// The mappings of the links of all relationships of the target.
    package let links: [LinkMapping]

    init(
        source: StoreLayout,
        target: StoreLayout,
        entities: [EntityMapping],
        removedEntities: [String],
        links: [LinkMapping]
    ) {
        self.source = source
        self.target = target
        self.entities = entities
        self.removedEntities = removedEntities
        self.links = links
    }

    /// The mapping to an entity of the target.
    package subscript(target name: String) -> EntityMapping? { entities.first { $0.target.name == name } }

    /// The mapping from an entity of the source.
    package subscript(source name: String) -> EntityMapping? { entities.first { $0.source?.name == name } }

    /// The number in the target of each number in the source; none for a removed entity.
    package var numbers: [Int64: Int64] {
        var numbers: [Int64: Int64] = [:]
        for entity in entities {
            guard let name = entity.source?.name, let old = source[name], let new = target[entity.target.name] else {
                continue
            }
            numbers[old.number] = new.number
        }
        return numbers
    }
}

/// The origin of an entity.
package struct EntityMapping: Sendable {
    package let target: EntityOutline
    /// The entity of the source; nil if the entity was added.
    package let source: EntityOutline?
    /// One mapping for each property of the target, by slot.
    package let properties: [PropertyMapping]
    /// The properties of the source that are in no property of the target.
    package let removedProperties: [String]
}

/// The origin of a property.
package enum PropertyMapping: Sendable {
    /// An attribute, with the origins of its columns.
    case attribute(source: String?, [ColumnFill])
    /// A relationship, by its name in the source; nil for one that was added.
    case relationship(source: String?)
    /// A property that is not in the store.
    case unstored(source: String?)

    /// The name of the property in the source.
    package var source: String? {
        switch self {
        case .attribute(let source, _), .relationship(let source), .unstored(let source): source
        }
    }
}
