import SwiftDataCore

/// A property by the entity that declares it, whose columns the subentities share.
struct PropertyKey: Hashable, Sendable {
    let entity: String
    let name: String
}

/// A resolved relationship with both ends.
struct ResolvedRelationship {
    let key: PropertyKey
    let outline: RelationshipOutline
    let source: EntityNumbering.Entry
    let destination: EntityNumbering.Entry
    let inverse: PropertyKey?
    /// The entity that declares the inverse: the destination or one of its ancestors.
    let inverseSource: EntityNumbering.Entry?
    let inverseIsToOne: Bool
}

/// The entities of a model with their numbers, its relationships with both ends, and the names of its tables.
struct ResolvedModel {
    let numbering: EntityNumbering
    /// The choices of the file that has the model.
    let form: StoredForm?
    let names: any LayoutNames
    /// The relationships in the order of the numbers of their entities, then by name.
    private(set) var relationships: [ResolvedRelationship] = []
    /// The entity that declares a property, by entity and property name.
    private var declaring: [String: [String: String]] = [:]

    /// - Throws: ``StoreError`` for a relationship to an unknown entity or with an unknown inverse, and for a property
    ///   that is declared twice.
    init(_ model: ModelOutline, _ names: any LayoutNames) throws {
        self.names = names
        numbering = try EntityNumbering(model)
        form = model.form
        for entry in numbering.entries {
            var names = entry.outline.superName.flatMap { declaring[$0] } ?? [:]
            var seen: Set<String> = []
            for property in entry.outline.properties {
                guard seen.insert(property.name).inserted else {
                    throw StoreError(
                        .validation,
                        "is declared twice",
                        entity: entry.outline.name,
                        property: property.name
                    )
                }
                names[property.name] = names[property.name] ?? entry.outline.name
            }
            declaring[entry.outline.name] = names
        }
        for entry in numbering.entries {
            for property in ownProperties(of: entry) {
                guard case .relationship(let relationship) = property else { continue }
                relationships.append(try resolve(relationship, of: entry))
            }
        }
    }

    func key(of property: String, in entity: String) -> PropertyKey? {
        declaring[entity]?[property].map { PropertyKey(entity: $0, name: property) }
    }

    /// The properties that the entity itself declares, by name.
    func ownProperties(of entry: EntityNumbering.Entry) -> [PropertyOutline] {
        entry.outline.properties
            .filter { declaring[entry.outline.name]?[$0.name] == entry.outline.name }
            .sorted { precedesByName($0.name, $1.name) }
    }

    private func resolve(
        _ relationship: RelationshipOutline,
        of entry: EntityNumbering.Entry
    ) throws -> ResolvedRelationship {
        guard let destination = numbering[relationship.destination] else {
            throw StoreError(
                .validation,
                "its destination \(relationship.destination) is not in the schema",
                entity: entry.outline.name,
                property: relationship.name
            )
        }
        let inverse = try relationship.inverseName.map { name in
            let found = destination.outline.properties.first { $0.name == name }
            guard case .relationship(let inverse)? = found, let key = key(of: name, in: relationship.destination) else {
                throw StoreError(
                    .validation,
                    "its inverse \(relationship.destination).\(name) is not a relationship of the schema",
                    entity: entry.outline.name,
                    property: relationship.name
                )
            }
            return (key: key, isToOne: inverse.isToOne)
        }
        return ResolvedRelationship(
            key: PropertyKey(entity: entry.outline.name, name: relationship.name),
            outline: relationship,
            source: entry,
            destination: destination,
            inverse: inverse?.key,
            inverseSource: inverse.flatMap { numbering[$0.key.entity] },
            inverseIsToOne: inverse?.isToOne ?? false
        )
    }
}
