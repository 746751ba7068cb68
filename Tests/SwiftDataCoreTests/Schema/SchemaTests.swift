import Foundation
import SwiftDataCore
import TestSupport
import Testing

@Suite("A schema made from model classes")
struct SchemaTests {
    @Test("It includes what is reached through relationships, and superclasses")
    func reach() {
        #expect(Set(Schema([Item.self]).entitiesByName.keys) == ["Item", "Trip", "Person", "Place"])
        #expect(
            Set(Schema(Employee.self).entitiesByName.keys) == ["Employee", "Person", "Item", "Trip", "Place"]
        )
        #expect(Schema().entities.isEmpty)
    }

    @Test("Entities know their classes, parents and children")
    func hierarchy() throws {
        let schema = Schema([Employee.self])
        let employee = try #require(schema.entity(for: Employee.self))
        let person = try #require(schema.entity(for: Person.self))
        #expect(employee.modelType == Employee.self)
        #expect(employee.superentityName == "Person")
        #expect(employee.superentity === person)
        #expect(person.subentities == [employee])
        #expect(employee.properties.map(\.name) == ModelLayout.of(Employee.self).properties.map(\.name))
        #expect(employee.storedProperties.map(\.name) == employee.properties.map(\.name))
        #expect(Set(employee.storedPropertiesByName.keys) == Set(employee.properties.map(\.name)))
        let own = employee.storedProperties.filter { employee.inheritedPropertiesByName[$0.name] == nil }
        #expect(own.map(\.name) == ["salary", "boss", "reports"])
        #expect(employee.inheritedPropertiesByName["name"] as? Schema.Attribute == person.attributesByName["name"])
        #expect(employee.slot(named: "boss") == 5)
        #expect(Schema.entityName(for: Employee.self) == "Employee")
        #expect(schema.entity(for: Broken.self) == nil)
    }

    @Test("What is inherited stays the superclass's when stored properties are set")
    func settingStoredProperties() throws {
        let schema = Schema([Employee.self])
        let employee = try #require(schema.entitiesByName["Employee"])
        let (all, slot) = (employee.properties.map(\.name), employee.slot(named: "boss"))
        employee.storedProperties = employee.storedProperties
        employee.storedPropertiesByName = employee.storedPropertiesByName
        #expect(employee.properties.map(\.name) == all)
        #expect(employee.slot(named: "boss") == slot)
        employee.storedProperties.append(Schema.Attribute(name: "badge", valueType: Int.self))
        #expect(employee.properties.map(\.name) == all + ["badge"])
        let copy = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(schema))
        #expect(copy.entitiesByName["Employee"]?.storedProperties.map(\.name) == all + ["badge"])
        // By hand, before the superclass is known.
        let parent = Schema.Entity("Parent", properties: Schema.Attribute(name: "name", valueType: String.self))
        let child = Schema.Entity("Child")
        child.storedProperties = parent.storedProperties + [Schema.Attribute(name: "age", valueType: Int.self)]
        child.superentity = parent
        #expect(child.storedProperties.map(\.name) == ["name", "age"])
    }

    @Test("Relationships carry their inverses by name")
    func inverses() throws {
        let schema = Schema([Item.self])
        let trip = try #require(schema.entitiesByName["Trip"])
        #expect(trip.relationshipsByName["items"]?.inverseName == "trip")
        #expect(trip.relationshipsByName["owner"]?.inverseName == "trips")
        #expect(trip.relationshipsByName["start"]?.inverseName == nil)
        #expect(trip.relationshipsByName["owner"]?.destinationType == Person.self)
    }

    @Test("Constraints and indices are of the class that declares them")
    func constraints() throws {
        let schema = Schema([Employee.self])
        let person = try #require(schema.entitiesByName["Person"])
        let employee = try #require(schema.entitiesByName["Employee"])
        #expect(person.uniquenessConstraints == [["name"], ["name", "birthday"]])
        #expect(person.indices == [["birthday"], ["name", "birthday"]])
        #expect(employee.uniquenessConstraints.isEmpty)
        #expect(employee.indexDescriptions.map(\.kind) == [.rtree, .binary])
        #expect(person.storedPropertiesByName.count == 4)
    }

    @Test("An entity can be changed without changing the class's layout")
    func copies() throws {
        let entity = try #require(Schema([Trip.self]).entitiesByName["Trip"])
        entity.attributesByName["name"]?.originalName = "title"
        guard case .attribute(let name) = ModelLayout.of(Trip.self).properties[0].shape else {
            return #expect(Bool(false))
        }
        #expect(name.originalName == "name")
    }

    @Test("A versioned schema brings its models and its version")
    func versioned() {
        let schema = Schema(versionedSchema: Version2.self)
        #expect(schema.version == Schema.Version(2, 0, 1))
        #expect(schema == Schema([Item.self], version: Schema.Version(2, 0, 1)))
        #expect(schema != Schema([Item.self]))
    }

    @Test("What is wrong with a class is found with the schema")
    func problems() {
        #expect(Schema([Broken.self]).problems.map(\.propertyName) == ["bad"])
        #expect(Schema([Astray.self]).problems.map(\.propertyName) == ["trip"])
        #expect(Schema([Employee.self]).problems.isEmpty)
    }

    @Test("Two classes of the same name are a problem")
    func sameName() {
        enum Other {
            final class Item: PersistentModel {
                var persistentBackingData: any BackingData<Other.Item>
                init(backingData: any BackingData<Other.Item>) { persistentBackingData = backingData }
                static var schemaMetadata: [Schema.PropertyMetadata] { [] }
            }
        }
        #expect(Schema([Item.self, Other.Item.self]).problems.map(\.entityName) == ["Item"])
    }

    @Test("It survives encoding, with everything that tells schemas apart")
    func coding() throws {
        let schema = Schema([Employee.self, Place.self], version: Schema.Version(1, 2, 3))
        let decoded = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(schema))
        #expect(decoded == schema)
        #expect(decoded.version == Schema.Version(1, 2, 3))
        #expect(decoded.encodingVersion == Schema.schemaEncodingVersion)
        let employee = try #require(decoded.entitiesByName["Employee"])
        #expect(employee.superentity === decoded.entitiesByName["Person"])
        #expect(employee.properties.map(\.name) == ModelLayout.of(Employee.self).properties.map(\.name))
        #expect(employee.attributesByName["rating"]?.valueType == Double.self)
        #expect(employee.attributesByName["rating"]?.defaultValue as? Double == 5)
        let address = decoded.entitiesByName["Trip"]?.attributesByName["address"] as? Schema.CompositeAttribute
        #expect(address?.properties.map(\.name).first == "street")
        #expect(address?.kind == .composite)
        #expect(decoded.entitiesByName["Place"]?.attributesByName["code"]?.kind == .rawValue(.string))
        #expect(Schema([Employee.self]) != decoded)
    }

    @Test("It can be saved and loaded")
    func file() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("schema.json")
        let schema = Schema([Employee.self])
        try schema.save(to: url)
        #expect(try Schema.load(from: url) == schema)
        try Data("{}".utf8).write(to: url)
        #expect(throws: DecodingError.self) { try Schema.load(from: url) }
    }

    @Test("A schema of a newer form is refused")
    func newer() throws {
        let text =
            #"{"encodingVersion":{"major":2,"minor":0,"patch":0},"version":{"major":1,"minor":0,"patch":0},"entities":[]}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Schema.self, from: Data(text.utf8)) }
    }

    @Test("Each difference makes schemas unequal")
    func inequality() throws {
        func changed(_ change: (Schema.Entity) -> Void) throws -> Schema {
            let schema = Schema([Employee.self])
            change(try #require(schema.entitiesByName["Person"]))
            return schema
        }
        let original = Schema([Employee.self])
        #expect(try changed { _ in } == original)
        #expect(try changed { $0.uniquenessConstraints = [] } != original)
        #expect(try changed { $0.indices = [] } != original)
        #expect(try changed { $0.attributesByName["name"]?.originalName = "x" } != original)
        #expect(try changed { $0.attributesByName["name"]?.hashModifier = "x" } != original)
        #expect(try changed { $0.attributesByName["name"]?.valueType = Int.self } != original)
        #expect(try changed { $0.relationshipsByName["trips"]?.deleteRule = .deny } != original)
        #expect(try changed { $0.attributes = [] } != original)
    }
}
