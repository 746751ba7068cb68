package import Foundation
package import SwiftDataSQL

/// The content of `Z_MODELCACHE`: the model of the store in the form that Core Data archives it, compressed.
///
/// It makes a file describe itself, so that tools and migrations can map its columns without the app's code.
package enum ModelCache {
    /// The content for a model.
    /// - Throws: ``StoreError`` if it cannot be compressed.
    package static func content(_ model: ModelOutline) throws -> Data {
        try RawDeflate.compress(archive(model))
    }

    /// The keyed archive of the model.
    package static func archive(_ model: ModelOutline) -> Data {
        var archiver = ModelArchiver(model)
        return archiver.archived()
    }
}

/// Archives one model: each entity and relationship gets its place first, since they refer to each other.
struct ModelArchiver {
    let model: ModelOutline
    var archive = KeyedArchive()
    let root: Int
    private(set) var entityPositions: [String: Int] = [:]
    /// The positions by entity and name. An inherited relationship is archived again with each entity.
    private(set) var relationshipPositions: [String: [String: Int]] = [:]
    private let entitiesByName: [String: EntityOutline]

    init(_ model: ModelOutline) {
        self.model = model
        root = archive.reserve()
        entitiesByName = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for entity in model.entities {
            entityPositions[entity.name] = archive.reserve()
            for case .relationship(let relationship) in entity.properties {
                relationshipPositions[entity.name, default: [:]][relationship.name] = archive.reserve()
            }
        }
    }

    mutating func archived() -> Data {
        for entity in model.entities { add(entity) }
        let names = model.entities.map(\.name).sorted()
        let entities = names.map { entity(named: $0) }
        let keys = names.map { archive.add($0) }
        let mapping = archive.add(
            .knownKeysMapping,
            [
                "keys": archive.add(keys, as: .array), "length": .integer(Int64(names.count)),
                "version": .integer(1),
            ]
        )
        let knownKeys = archive.add(
            .knownKeysDictionary,
            [
                "values": archive.add(entities, as: .array), "searchMapping": mapping,
                "emptyToken": archive.add("__empty_slot_token_4c24_98dc_ac1e_b773__"), "version": .integer(1),
            ]
        )
        let configuration = archive.add(entities, as: .set)
        archive.fill(
            root,
            .managedObjectModel,
            [
                "NSEntities": knownKeys,
                "NSFetchRequestTemplates": KeyedArchive.null,
                "NSConfigurations": archive.add(entries: [("default", configuration)]),
                "NSVersionIdentifiers": archive.add([archive.add(model.versionIdentifier)], as: .set),
            ]
        )
        return archive.data(root: root)
    }

    /// A reference to an entity, or nil's.
    func entity(named name: String?) -> PropertyListValue {
        name.flatMap { entityPositions[$0] }.map { .reference($0) } ?? KeyedArchive.null
    }

    private mutating func add(_ entity: EntityOutline) {
        guard let position = entityPositions[entity.name] else { return }
        let owner = PropertyListValue.reference(position)
        let indices = entity.storedIndices
        let indexed = Set(indices.filter { $0.paths.count == 1 }.flatMap(\.paths))
        var properties: [(key: String, value: PropertyListValue)] = []
        for property in entity.properties {
            switch property {
            case .attribute(let attribute):
                let archived = ArchivedAttribute(attribute)
                let isIndexed = indexed.contains(attribute.name)
                properties.append((attribute.name, add(archived, owner: owner, isIndexed: isIndexed)))
            case .relationship(let relationship):
                guard let place = relationshipPositions[entity.name]?[relationship.name] else { continue }
                add(relationship, at: place, owner: owner)
                properties.append((relationship.name, .reference(place)))
            }
        }
        let subentities = model.entities.filter { $0.superName == entity.name }
        var members: [String: PropertyListValue] = [
            "NSEntityName": archive.add(entity.name),
            "NSClassNameForEntity": entity.className.map { archive.add($0) } ?? KeyedArchive.null,
            "NSManagedObjectModel": .reference(root),
            "NSSuperentity": self.entity(named: entity.superName),
            "NSSubentities": archive.add(entries: subentities.map { ($0.name, self.entity(named: $0.name)) }),
            "NSProperties": archive.add(entries: properties),
            "NSUserInfo": archive.add(entries: [], as: .dictionary),
            "NSVersionHashModifier": KeyedArchive.null,
            "NSRenamingIdentifier": archive.add(entity.originalName),
        ]
        if !entity.uniquenessConstraints.isEmpty {
            let constraints = entity.uniquenessConstraints.map { archive.add($0.map { archive.add($0) }) }
            members["NSUniqueTuples"] = archive.add(constraints)
        }
        if !indices.isEmpty {
            members.merge(add(indices, of: entity, owner: owner)) { first, _ in first }
        }
        archive.fill(position, .entity, members)
    }

    private mutating func add(
        _ indices: [IndexOutline],
        of entity: EntityOutline,
        owner: PropertyListValue
    ) -> [String: PropertyListValue] {
        var descriptions: [PropertyListValue] = []
        var compounds: [PropertyListValue] = []
        let attributeNames = Set(entity.properties.compactMap { if case .attribute = $0 { $0.name } else { nil } })
        for index in indices {
            let position = archive.reserve()
            let elements = index.paths.map { path in
                archive.add(
                    .fetchIndexElement,
                    [
                        "NSPropertyName": archive.add(path),
                        "NSFetchIndexElementType": .integer(index.isSpatial ? 1 : 0),
                        "NSFetchIndexDescription": .reference(position), "NSAscending": .boolean(true),
                    ]
                )
            }
            archive.fill(
                position,
                .fetchIndex,
                [
                    "NSIndexName": archive.add(index.name), "NSPartialIndexPredicate": KeyedArchive.null,
                    "NSIndexElements": archive.add(elements, as: .array), "NSEntity": owner,
                ]
            )
            descriptions.append(.reference(position))
            if index.paths.count > 1 && attributeNames.isSuperset(of: index.paths) {
                compounds.append(archive.add(index.paths.map { archive.add($0) }))
            }
        }
        return [
            "NSFetchIndexDescriptions": archive.add(descriptions), "NSCompoundIndexes": archive.add(compounds),
        ]
    }
}

extension KeyedArchive.Class {
    fileprivate static let managedObjectModel = Self("NSManagedObjectModel")
    fileprivate static let entity = Self("NSEntityDescription")
    fileprivate static let fetchIndex = Self("NSFetchIndexDescription")
    fileprivate static let fetchIndexElement = Self("NSFetchIndexElementDescription")
    fileprivate static let knownKeysMapping = Self("NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy")
    fileprivate static let knownKeysDictionary = Self(
        "NSKnownKeysDictionary1",
        "NSKnownKeysDictionary",
        "NSMutableDictionary",
        "NSDictionary"
    )
}
