package import Foundation
import SwiftDataCore
package import SwiftDataSQL

extension ModelCache {
    /// The model in the content of a store's `Z_MODELCACHE`.
    /// - Throws: ``StoreError`` with code `corruptStore` where there is none.
    package static func model(_ content: Data) throws -> ModelOutline {
        guard let archive = RawDeflate.decompress(content, limit: 1 << 26) else {
            throw StoreError(.corruptRow, "The model cache is not compressed as Core Data does it.")
        }
        return try model(archive: archive)
    }

    /// The model in a keyed archive of it, as in a compiled `.mom` file.
    /// - Throws: ``StoreError`` with code `corruptRow` where there is none.
    package static func model(archive: Data) throws -> ModelOutline {
        guard let reader = KeyedArchiveReader(archive), reader.className(reader.root) == "NSManagedObjectModel" else {
            throw StoreError(.corruptRow, "The archive holds no model of Core Data.")
        }
        return try ModelArchiveReader(reader).model()
    }
}

/// Makes an outline of an archived `NSManagedObjectModel`. The names of the members come from the stores and `.mom`
/// files that Core Data writes.
struct ModelArchiveReader {
    let archive: KeyedArchiveReader

    init(_ archive: KeyedArchiveReader) {
        self.archive = archive
    }

    func model() throws -> ModelOutline {
        let entities = archive.entries("NSEntities", of: archive.root)
        guard !entities.isEmpty else { throw StoreError(.corruptRow, "The archived model has no entities.") }
        guard entities.count <= Self.mostEntities else {
            throw StoreError(.corruptRow, "The archived model has \(entities.count) entities.")
        }
        guard entities.allSatisfy({ !$0.key.isEmpty }) else {
            throw StoreError(.corruptRow, "The archived model has an entity without a name.")
        }
        let objects = Dictionary(entities.map { ($0.key, $0.value) }) { first, _ in first }
        var outlines: [EntityOutline] = []
        for name in objects.keys.sorted() {
            guard let object = objects[name] else { continue }
            outlines.append(try entity(object, name, in: objects))
        }
        let versions = archive.elements("NSVersionIdentifiers", of: archive.root).compactMap(archive.string)
        var model = ModelOutline(entities: outlines, versionIdentifier: versions.min() ?? "")
        model.omissions = omissions(objects)
        try checkCompleteness()
        return model.withoutTransientInverses
    }

    /// A property that is left out would be taken for one that the file never had.
    private func checkCompleteness() throws {
        guard !archive.isExhausted else {
            throw StoreError(.corruptRow, "The archived model has too many references, or refers to itself.")
        }
        guard !archive.isIncomplete else {
            throw StoreError(.corruptRow, "The archived model refers to objects that are missing or of another kind.")
        }
    }

    /// The greatest number of entities: more than in any real model.
    private static let mostEntities = 5_000
    private static let deepest = 100

    private func entity(_ object: Int, _ name: String, in all: [String: Int]) throws -> EntityOutline {
        let ancestors = try ancestors(of: name, object, in: all)
        var properties: [PropertyOutline] = []
        var seen: Set<String> = []
        // In stores an entity repeats its inherited properties, in `.mom` files it does not.
        for level in ancestors.reversed() + [object] {
            let own = archive.entries("NSProperties", of: level).sorted { $0.key < $1.key }
            for (propertyName, value) in own where seen.insert(propertyName).inserted {
                if let property = try property(value, propertyName, of: name) { properties.append(property) }
            }
        }
        var outline = EntityOutline(
            name,
            super: try ancestors.first.map { try superName(of: name, $0, in: all) },
            properties: properties,
            uniquenessConstraints: archive.elements("NSUniqueTuples", of: object).map(constraint),
            indices: archive.elements("NSFetchIndexDescriptions", of: object).compactMap(index)
        )
        outline.originalName = archive.string("NSRenamingIdentifier", of: object) ?? name
        outline.className = archive.string("NSClassNameForEntity", of: object)
        outline.isAbstract = archive.boolean("NSIsAbstract", of: object) ?? false
        outline.olderIndices = olderIndices(object, beside: outline.indices)
        let inherited = inheritedNames(of: object)
        outline.transientRelationships = try archive.entries("NSProperties", of: object)
            .filter { !inherited.contains($0.key) && isTransientRelationship($0.value) }
            .sorted { $0.key < $1.key }.map { try relationship($0.value, $0.key, of: name) }
        return outline
    }

    /// The entities above one, the nearest first.
    private func ancestors(of name: String, _ object: Int, in all: [String: Int]) throws -> [Int] {
        var found: [Int] = []
        var next = archive.member("NSSuperentity", of: object)
        while let entity = next {
            guard found.count < all.count else {
                throw StoreError(.corruptRow, "An entity of the archived model is its own ancestor.", entity: name)
            }
            // The numbering of entities goes down from the topmost, one call in another.
            guard found.count < Self.deepest else {
                throw StoreError(.corruptRow, "has too many ancestors in the archived model", entity: name)
            }
            found.append(entity)
            next = archive.member("NSSuperentity", of: entity)
        }
        return found
    }

    /// The name of an entity's parent. A parent that is not among the entities would make another model of the archived
    /// one: a table of its own, and properties in another order.
    private func superName(of name: String, _ object: Int, in all: [String: Int]) throws -> String {
        guard let parent = archive.string("NSEntityName", of: object), all[parent] == object else {
            throw StoreError(.corruptRow, "has a parent entity that the archived model does not list", entity: name)
        }
        return parent
    }

    /// A constraint lists names, or in some versions of Core Data properties.
    func constraint(_ object: Int) -> [String] {
        archive.elements(object).compactMap { archive.string($0) ?? archive.string("NSPropertyName", of: $0) }
    }

    private func index(_ object: Int) -> IndexOutline? {
        let elements = archive.elements("NSIndexElements", of: object)
        let paths = elements.compactMap { archive.string("NSPropertyName", of: $0) }
        guard let name = archive.string("NSIndexName", of: object), paths.count == elements.count, !paths.isEmpty else {
            return nil
        }
        let isSpatial = elements.contains { archive.integer("NSFetchIndexElementType", of: $0) == 1 }
        return IndexOutline(name: name, paths: paths, isSpatial: isSpatial)
    }

    private func property(_ object: Int, _ name: String, of entity: String) throws -> PropertyOutline? {
        switch archive.className(object) {
        case "NSRelationshipDescription" where isTransientRelationship(object): nil
        case "NSRelationshipDescription": .relationship(try relationship(object, name, of: entity))
        case "NSFetchedPropertyDescription", "NSExpressionDescription": nil
        default: .attribute(try attribute(object, name, of: entity, depth: 0))
        }
    }

    /// True if Core Data keeps a relationship in memory only.
    func isTransientRelationship(_ object: Int) -> Bool {
        archive.className(object) == "NSRelationshipDescription"
            && archive.boolean("NSIsTransient", of: object) == true
    }

    private func relationship(_ object: Int, _ name: String, of entity: String) throws -> RelationshipOutline {
        func entityName(_ member: String) -> String? {
            archive.member(member, of: object).flatMap { archive.string("NSEntityName", of: $0) }
        }
        guard
            let destination = archive.string("_NSDestinationEntityName", of: object)
                ?? entityName("NSDestinationEntity")
        else {
            throw StoreError(.corruptRow, "has no destination in the archived model", entity: entity, property: name)
        }
        let maximum = Int(clamping: archive.integer("NSMaxCount", of: object) ?? 0)
        var outline = RelationshipOutline(
            name,
            to: destination,
            inverse: archive.string("_NSInverseRelationshipName", of: object)
                ?? archive.member("NSInverseRelationship", of: object).flatMap {
                    archive.string("NSPropertyName", of: $0)
                },
            isToOne: maximum == 1,
            isOptional: archive.boolean("NSIsOptional", of: object) ?? false,
            deleteRule: Self.deleteRule(archive.integer("NSDeleteRule", of: object))
        )
        outline.originalName = archive.string("NSRenamingIdentifier", of: object) ?? name
        outline.minimumCount = Int(clamping: archive.integer("NSMinCount", of: object) ?? 0)
        outline.maximumCount = maximum
        outline.isOrdered = archive.boolean("NSIsOrdered", of: object) ?? false
        outline.hashModifier = archive.string("NSVersionHashModifier", of: object)
        return outline
    }

    private static func deleteRule(_ archived: Int64?) -> Schema.Relationship.DeleteRule {
        switch archived {
        case 0: .noAction
        case 2: .cascade
        case 3: .deny
        default: .nullify
        }
    }
}
