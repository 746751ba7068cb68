import Foundation
import SwiftDataCore
import SwiftDataSQL
import Testing

@Suite("What the history needs to know of the layout")
struct HistoryLayoutTests {
    private func layout() throws -> StoreLayout {
        func kept(_ name: String, _ kind: AttributeKind) -> AttributeOutline {
            var attribute = AttributeOutline(name, kind)
            attribute.preservesValueOnDeletion = true
            return attribute
        }
        var draft = AttributeOutline("draft", .string)
        draft.isTransient = true
        return try StoreLayout(
            ModelOutline(entities: [
                EntityOutline(
                    "Owner",
                    properties: [.relationship(RelationshipOutline("pets", to: "Pet", isToOne: false))]
                ),
                EntityOutline(
                    "Pet",
                    properties: [
                        .attribute(kept("name", .string)), .attribute(draft),
                        .attribute(AttributeOutline("_x", .string)),
                        .relationship(RelationshipOutline("toys", to: "Owner", isToOne: false)),
                        .relationship(RelationshipOutline("vet", to: "Owner", isToOne: true)),
                        .attribute(kept("born", .date)),
                        .relationship(RelationshipOutline("home", to: "Owner", isToOne: true)),
                    ]
                ),
            ])
        )
    }

    @Test("Bits go to to-one relationships, foreign keys of others, attributes and to-many relationships, by name")
    func bits() throws {
        let pet = try #require(try layout()["Pet"])
        #expect((0..<7).map { pet.historyBit(forSlot: $0) } == [5, nil, 3, 6, 1, 4, 0])
        #expect(pet.historyBits[implicitColumn: "Z1PETS"] == 2)
        #expect(pet.historyBits.count == 7)
        #expect(pet.historyBit(forSlot: 7) == nil)
    }

    @Test("A bitmap has its first position in the most significant bit, and gives the slots back")
    func bitmap() throws {
        let pet = try #require(try layout()["Pet"])
        #expect(pet.historyBits.bitmap([0, 6]) == Data([0b1000_0010]))
        #expect(pet.historyBits.slots(in: Data([0b1000_0010])) == [3, 6])
        #expect(pet.historyBits.slots(in: Data()) == [])
        let nine = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline("E", properties: (0..<9).map { .attribute(AttributeOutline("a\($0)", .string)) })
            ])
        )
        #expect(nine["E"]?.historyBits.bitmap([8]) == Data([0, 0x80]))
    }

    @Test("Preserved attributes have columns in ACHANGE, as many as the entity with the most of them needs")
    func tombstones() throws {
        let layout = try layout()
        let pet = try #require(layout["Pet"])
        #expect(
            pet.tombstones.map { "\($0.name) \($0.slot) \($0.source.name)" } == [
                "ZTOMBSTONE0 5 ZBORN", "ZTOMBSTONE1 0 ZNAME",
            ]
        )
        #expect(layout["Owner"]?.tombstones == [])
        #expect(
            layout.creation.historyTables.first?.hasSuffix("ZCOLUMNS BLOB, ZTOMBSTONE0 BLOB, ZTOMBSTONE1 BLOB )")
                == true
        )
    }
}
