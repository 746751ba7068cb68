import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import Testing

@Suite("Version hashes")
struct VersionHashTests {
    private func model(_ change: (inout EntityOutline) -> Void = { _ in }) -> ModelOutline {
        var place = AttributeOutline("place", .composite, isOptional: true)
        place.elements = [AttributeOutline("x", .double, isOptional: true)]
        var item = EntityOutline(
            "Item",
            properties: [
                .attribute(AttributeOutline("name", .string)), .attribute(place),
                .relationship(RelationshipOutline("owner", to: "Owner", inverse: "items", isToOne: true)),
            ],
            uniquenessConstraints: [["name"]]
        )
        change(&item)
        return ModelOutline(entities: [
            item, EntityOutline("SubItem", super: "Item", properties: item.properties),
            EntityOutline(
                "Owner",
                properties: [.relationship(RelationshipOutline("items", to: "Item", inverse: "owner", isToOne: false))]
            ),
        ])
    }

    @Test("The hash of an entity is that of its published description, so that other tools can make it")
    func description() {
        let text = """
            entity Item
            attribute name 700
            relationship owner Owner 0 1 items
            attribute place 2100 optional
             x 500 optional
            unique name

            """
        #expect(VersionHash.hashes(model())["Item"] == SecureHash.sha256(Data(text.utf8)))
    }

    @Test("A change that the tables show changes the hash of the entity and of those below it, and of no other")
    func changes() {
        let changes: [(inout EntityOutline) -> Void] = [
            { $0.properties[0] = .attribute(AttributeOutline("name", .data)) },
            { $0.properties[0] = .attribute(AttributeOutline("name", .string, isOptional: true)) },
            { $0.properties[0] = .attribute(AttributeOutline("title", .string)) },
            { $0.properties[0] = .attribute(AttributeOutline("name", .rawValue(.string))) },
            { $0.properties.append(.attribute(AttributeOutline("more", .string))) },
            {
                $0.properties[2] = .relationship(RelationshipOutline("owner", to: "Owner", inverse: nil, isToOne: true))
            },
            {
                $0.properties[2] = .relationship(
                    RelationshipOutline("owner", to: "Owner", inverse: "items", isToOne: false)
                )
            },
            { $0.uniquenessConstraints = [] },
        ]
        let before = VersionHash.hashes(model())
        for change in changes {
            let after = VersionHash.hashes(model(change))
            #expect(after["Item"] != before["Item"])
            #expect(after["SubItem"] != before["SubItem"])
            #expect(after["Owner"] == before["Owner"])
        }
    }

    @Test("The order of declaration, ephemeral attributes, defaults, delete rules and indices do not count")
    func indifferent() {
        var ephemeral = AttributeOutline("draft", .string)
        ephemeral.isTransient = true
        let changes: [(inout EntityOutline) -> Void] = [
            { $0.properties.reverse() },
            { $0.properties.append(.attribute(ephemeral)) },
            { $0.indices = [IndexOutline(paths: ["name"])] },
            {
                var name = AttributeOutline("name", .string)
                name.defaultValue = .string("x")
                $0.properties[0] = .attribute(name)
            },
            {
                $0.properties[2] = .relationship(
                    RelationshipOutline("owner", to: "Owner", inverse: "items", isToOne: true, deleteRule: .cascade)
                )
            },
        ]
        let before = VersionHash.hashes(model())
        for change in changes { #expect(VersionHash.hashes(model(change)) == before) }
    }
}
