import Foundation
import SwiftDataCore
import Testing

@Suite("Schema types made by hand")
struct SchemaByHandTests {
    @Test("An entity sorts its properties")
    func entity() {
        let entity = Schema.Entity(
            "Trip",
            properties: Schema.Attribute(name: "name", options: [.unique], valueType: String.self),
            Schema.Attribute(name: "start", valueType: Date?.self, defaultValue: Date.distantPast),
            Schema.Relationship(name: "items", valueType: [Item].self),
            Schema.Unique<Trip>([\.name, \.start]),
            Schema.Index<Trip>(.rtree([\.name]))
        )
        #expect(entity.properties.map(\.name) == ["name", "start", "items"])
        #expect(Set(entity.attributes.map(\.name)) == ["name", "start"])
        #expect(Set(entity.relationships.map(\.name)) == ["items"])
        #expect(entity.attributesByName["start"]?.isOptional == true)
        #expect(entity.uniquenessConstraints == [["name"], ["name", "start"]])
        #expect(entity.indices == [["name"]])
        #expect(entity.indexDescriptions.map(\.kind) == [.rtree])
    }

    @Test("Replacing properties keeps the order of those that stay")
    func replacing() {
        let entity = Schema.Entity(
            "E",
            properties: Schema.Attribute(name: "c", valueType: Int.self),
            Schema.Attribute(name: "b", valueType: Int.self),
            Schema.Attribute(name: "a", valueType: Int.self)
        )
        entity.attributesByName["b"] = nil
        entity.attributes.insert(Schema.Attribute(name: "d", valueType: Int.self))
        #expect(entity.properties.map(\.name) == ["c", "a", "d"])
        entity.storedPropertiesByName["c"] = Schema.Attribute(name: "c", valueType: String.self)
        #expect(entity.attributesByName["c"]?.kind == .string)
        #expect(entity.properties.map(\.name) == ["c", "a", "d"])
    }

    @Test("Subentities inherit, however deep")
    func subentities() {
        let leaf = Schema.Entity("Leaf", properties: Schema.Attribute(name: "c", valueType: Int.self))
        let middle = Schema.Entity(
            "Middle",
            subentities: leaf,
            properties: Schema.Attribute(name: "b", valueType: Int.self)
        )
        let root = Schema.Entity(
            "Root",
            subentities: middle,
            properties: Schema.Attribute(name: "a", valueType: Int.self)
        )
        let schema = Schema(root)
        #expect(schema.entities.map(\.name) == ["Root", "Middle", "Leaf"])
        #expect(leaf.properties.map(\.name) == ["a", "b", "c"])
        #expect(leaf.superentity === middle)
        #expect(leaf.superentityName == "Middle")
    }

    @Test("Versions compare by their parts")
    func versions() {
        #expect(Schema.Version(1, 2, 3) < Schema.Version(1, 10, 0))
        #expect(Schema.Version(2, 0, 0) > Schema.Version(1, 99, 99))
        #expect(Schema.Version(1, 2, 3).description == "1.2.3")
        #expect(Schema.Version(parsing: "v1.2") == Schema.Version(1, 2, 0))
        #expect(Schema.Version(parsing: "draft") == Schema.Version(0, 0, 0))
    }

    @Test("Options are told apart and survive encoding")
    func options() throws {
        let options: [Schema.Attribute.Option] = [
            .unique, .externalStorage, .allowsCloudEncryption, .preserveValueOnDeletion, .ephemeral, .spotlight,
            .codable, .transformable(by: "A"), .transformable(by: "B"),
        ]
        #expect(Set(options).count == options.count)
        #expect(
            try JSONDecoder().decode([Schema.Attribute.Option].self, from: JSONEncoder().encode(options)) == options
        )
        let attribute = Schema.Attribute(.transformable(by: "A"), .unique, hashModifier: "h")
        #expect(attribute.isTransformable && attribute.isUnique && !attribute.isCodable && !attribute.isTransient)
        #expect(options.description.contains("transformable(by: A)"))
    }

    @Test("The first betas' delete rules are heard unless the rule is given")
    @available(*, deprecated)
    func betaDeleteRules() {
        #expect(Schema.Relationship(.cascade).deleteRule == .cascade)
        #expect(Schema.Relationship(.deny, .unique).options == [.unique])
        #expect(Schema.Relationship(.noAction, deleteRule: .deny).deleteRule == .deny)
        #expect(Schema.Relationship().deleteRule == .nullify)
    }

    @Test("A version of the first betas, a string, is understood")
    @available(*, deprecated)
    func betaVersions() {
        #expect(Schema(versionedSchema: BetaVersion.self).version == Schema.Version(1, 4, 0))
    }

    @Test("Metadata of #Index and #Unique survives encoding by property names")
    func constraintCoding() throws {
        let index = Schema.Index<Trip>(.rtree([\.name]), .binary([\.owner, \.name]))
        let data = try JSONEncoder().encode(index)
        #expect(try JSONDecoder().decode(Schema.Index<Trip>.self, from: data) == index)
        #expect(index != Schema.Index<Trip>([\.name], [\.owner, \.name]))
        #expect(index.debugDescription == "Index on Trip: rtree [name], binary [owner, name]")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Schema.Index<Item>.self, from: data) }
        let unique = Schema.Unique<Trip>([\.name], [\.owner, \.name])
        let constraints = try JSONEncoder().encode(unique)
        #expect(String(decoding: constraints, as: UTF8.self) == #"{"constraints":[["name"],["owner","name"]]}"#)
        #expect(try JSONDecoder().decode(Schema.Unique<Trip>.self, from: constraints) == unique)
        #expect(throws: StoreError.self) { try JSONEncoder().encode(Schema.Unique<Trip>([\.persistentModelID])) }
    }

    @Test("Members of composites are named with dots")
    func memberPaths() throws {
        let index = Schema.Index<Visit>([\.place.x, \.nested.inner.pair.first])
        #expect(index.debugDescription == "Index on Visit: binary [place.x, nested.inner.pair.first]")
        #expect(
            try JSONDecoder().decode(Schema.Index<Visit>.self, from: JSONEncoder().encode(index)) == index
        )
        #expect(ModelLayout.of(Visit.self).path(of: \Visit.place.hashValue) == nil)
    }

    @Test("Every kind of attribute has a text of its own")
    func kinds() {
        let kinds: [AttributeKind] =
            AttributeKind.Integer.allCases.map(AttributeKind.integer) + [
                .boolean, .float, .double, .decimal, .string, .date, .uuid, .url, .data, .composite, .enumeration,
                .json, .codable, .rawValue(.integer(.int8)), .rawValue(.string), .transformable("a.b"),
            ]
        #expect(kinds.map { AttributeKind(text: $0.text) } == kinds)
        #expect(Set(kinds.map(\.text)).count == kinds.count)
        #expect(AttributeKind(text: "rawValue.what") == nil)
    }
}

@available(*, deprecated)
private enum BetaVersion: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Item.self] }
    static var versionIdentifier: String? { "1.4" }
}
