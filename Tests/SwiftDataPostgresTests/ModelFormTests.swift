#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import Testing

/// Models as JSON, and the numbers of entities.
@Suite struct ModelFormTests {
    private func entity(_ name: String, below parent: String? = nil) -> EntityOutline {
        EntityOutline(name, super: parent, properties: [.attribute(AttributeOutline("a\(name)", .string))])
    }

    /// A model in which everything differs from its default.
    private var model: ModelOutline {
        var street = AttributeOutline("street", .string, isOptional: true)
        street.originalName = "road"
        var address = AttributeOutline("address", .composite, isOptional: true, elements: [street])
        address.originalName = "home"
        address.valueTypeName = "Address"
        address.hashModifier = "2"
        address.preservesValueOnDeletion = true
        var picture = AttributeOutline("picture", .transformable("Pictures"))
        (picture.isTransient, picture.allowsExternalStorage) = (true, true)
        (picture.allowsCloudEncryption, picture.isSpotlightIndexed) = (true, true)
        var tags = AttributeOutline("tags", .json)
        var array = ArrayOutline(of: .rawValue(.integer(.int16)))
        (array.hasOptionalElements, array.isOrdered) = (true, false)
        tags.array = array
        var friends = RelationshipOutline("friends", to: "Person", inverse: "friends", isToOne: false)
        friends.originalName = "mates"
        (friends.isInverseInferred, friends.isOptional, friends.deleteRule) = (true, true, .cascade)
        (friends.minimumCount, friends.maximumCount, friends.hashModifier) = (1, 5, "x")
        var person = EntityOutline(
            "Person",
            super: "Being",
            properties: [.attribute(address), .attribute(picture), .attribute(tags), .relationship(friends)],
            uniquenessConstraints: [["tags", "address.street"]],
            indices: [IndexOutline(name: "byTags", paths: ["tags"], isSpatial: true)]
        )
        person.originalName = "Human"
        return ModelOutline(entities: [EntityOutline("Being", properties: []), person], versionIdentifier: "1.2.3")
    }

    @Test func aModelComesBackFromItsJSON() throws {
        let json = try model.json(isPretty: true)
        let read = try ModelOutline(json: json)
        // What is not told by the JSON would be missing in the description of every part.
        #expect(String(reflecting: read) == String(reflecting: model))
        #expect(try read.json() == model.json())
        let text = String(decoding: json, as: UTF8.self)
        #expect(text.contains("\"kind\" : \"transformable.Pictures\"") && text.contains("\"version\" : \"1.2.3\""))
    }

    @Test func aLaterFormIsNotRead() throws {
        let text = String(decoding: try model.json(), as: UTF8.self)
            .replacingOccurrences(of: "\"form\":1", with: "\"form\":2")
        #expect(throws: DecodingError.self) { try ModelOutline(json: Data(text.utf8)) }
    }

    @Test func entitiesKeepTheirNumbers() throws {
        let model = ModelOutline(entities: [
            entity("Added"), entity("Car", below: "Vehicle"), entity("Trip"), entity("Vehicle"),
        ])
        let same = ["Added": "Added", "Car": "Car", "Trip": "Trip", "Vehicle": "Vehicle"]
        let kept = try EntityNumbers.kept(
            in: model,
            origins: same,
            before: ["Trip": 1, "Vehicle": 2, "Car": 3],
            next: 4
        )
        #expect(kept == ["Added": 4, "Trip": 1, "Vehicle": 2, "Car": 3])
        let changed = try EntityNumbers.kept(in: model, origins: same, before: ["Trip": 1, "Vehicle": 2], next: 4)
        #expect(changed == ["Added": 4, "Trip": 1, "Vehicle": 5, "Car": 6])
        var numbered = model
        numbered.numbers = changed
        let layout = try StoreLayout(numbered)
        #expect(layout.tables.map(\.entityName) == ["Trip", "Added", "Vehicle", "Car"])
        #expect(layout[number: 5]?.familyNumbers == [5, 6] && layout[number: 6]?.entityName == "Car")
        #expect(layout[number: 2] == nil && layout["Car"]?.number == 6)
    }
}
#endif
