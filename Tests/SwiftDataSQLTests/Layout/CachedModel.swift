import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The model that a sample store carries in its model cache, read by Python.
struct CachedModel: Decodable {
    struct Attribute: Decodable {
        let name: String
        let type: Int
        let optional: Bool
        let transient: Bool
        let flags: Int
        let isEnum: Bool
        let elements: [Attribute]
    }
    struct Relationship: Decodable {
        let name: String
        let destination: String
        let inverse: String?
        let toOne: Bool
    }
    struct Index: Decodable {
        let name: String
        let properties: [String]
    }
    struct Entity: Decodable {
        let name: String
        let parent: String?
        let attributes: [Attribute]
        let relationships: [Relationship]
        let unique: [[String]]
        let indices: [Index]
    }
    let entities: [Entity]

    static func read(_ file: URL) throws -> ModelOutline {
        guard let python = Program.python3 else { return ModelOutline(entities: []) }
        let json = try python.run(["-", file.path], input: script)
        return try JSONDecoder().decode(Self.self, from: Data(json.utf8)).outline
    }

    var outline: ModelOutline {
        ModelOutline(
            entities: entities.map { entity in
                EntityOutline(
                    entity.name,
                    super: entity.parent,
                    properties: entity.attributes.map { .attribute($0.outline) }
                        + entity.relationships.map { .relationship($0.outline) },
                    uniquenessConstraints: entity.unique,
                    indices: entity.indices.map { IndexOutline(name: $0.name, paths: $0.properties) }
                )
            }
        )
    }

    /// Prints the model as JSON. Undoes the keyed archive by following its references.
    private static let script = """
        import json, plistlib, sqlite3, sys, zlib
        database = sqlite3.connect(sys.argv[1])
        content = database.execute("SELECT Z_CONTENT FROM Z_MODELCACHE").fetchone()[0]
        archive = plistlib.loads(zlib.decompress(content, -15))
        objects = archive["$objects"]
        def at(value):
            value = objects[value.data] if isinstance(value, plistlib.UID) else value
            return None if value == "$null" else value
        def items(value):
            return [at(x) for x in (at(value) or {}).get("NS.objects", [])]
        def entries(value):
            d = at(value) or {}
            return {at(k): at(v) for k, v in zip(d.get("NS.keys", []), d.get("NS.objects", []))}
        def attribute(a):
            return dict(name=at(a["NSPropertyName"]), type=a["NSAttributeType"], optional=a.get("NSIsOptional", False),
                transient=a.get("NSIsTransient", False), flags=a.get("NSFlagsKey", 0),
                isEnum="EnumType" in entries(a.get("NSUserInfo")),
                elements=[attribute(e) for e in items(a.get("NSCompositeElements"))])
        def relationship(r):
            return dict(name=at(r["NSPropertyName"]), destination=at(r["_NSDestinationEntityName"]),
                inverse=at(r.get("_NSInverseRelationshipName")), toOne=r["NSMaxCount"] == 1)
        def index(i):
            return dict(name=at(i["NSIndexName"]),
                properties=[at(e["NSPropertyName"]) for e in items(i["NSIndexElements"])])
        def entity(e):
            properties = entries(e["NSProperties"]).values()
            parent = at(e.get("NSSuperentity"))
            return dict(name=at(e["NSEntityName"]), parent=at(parent["NSEntityName"]) if parent else None,
                attributes=[attribute(p) for p in properties if "NSAttributeType" in p],
                relationships=[relationship(p) for p in properties if "NSMaxCount" in p],
                unique=[[at(n) for n in t["NS.objects"]] for t in items(e.get("NSUniqueTuples"))],
                indices=[index(i) for i in items(e.get("NSFetchIndexDescriptions"))])
        model = at(archive["$top"]["root"])
        known = at(model["NSEntities"])
        print(json.dumps(dict(entities=[entity(e) for e in items(known["values"])])))
        """
}

extension CachedModel.Attribute {
    var outline: AttributeOutline {
        let kinds: [Int: AttributeKind] = [
            100: .integer(.int16), 200: .integer(.int32), 300: .integer(.int64), 400: .decimal, 500: .double,
            600: .float, 700: .string, 800: .boolean, 900: .date, 1000: .data, 1100: .uuid, 1200: .url,
            1800: .transformable(""), 2100: isEnum ? .enumeration : .composite,
        ]
        var outline = AttributeOutline(
            name,
            kinds[type] ?? .data,
            isOptional: optional,
            elements: elements.map(\.outline)
        )
        outline.isTransient = transient
        outline.allowsExternalStorage = flags & 4 != 0
        outline.preservesValueOnDeletion = flags & 16 != 0
        return outline
    }
}

extension CachedModel.Relationship {
    var outline: RelationshipOutline {
        RelationshipOutline(name, to: destination, inverse: inverse, isToOne: toOne)
    }
}
