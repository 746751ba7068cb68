import Foundation
import SwiftDataCLI
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import Testing

/// Small inputs that would become much data, or much work: refused, or read with little.
@Suite(.timeLimit(.minutes(30)))
struct AmplificationTests {
    /// Metadata whose members are all one long text.
    @Test func metadataThatRepeatOneTextAreNotReadAsAWhole() throws {
        let text = PropertyListValue.string(String(repeating: "x", count: 60_000))
        let members = (0..<2_000).map { ("key\($0)", text) }
        let data = BinaryPropertyListWriter.data(.dictionary(Dictionary(uniqueKeysWithValues: members)))
        #expect(data.count < 120_000)
        let entries = try #require(BinaryPropertyListReader(data)?.plainEntries)
        let read = entries.entries.values.compactMap { ($0 as? String)?.utf8.count }.reduce(0, +)
        #expect(!entries.isWhole && read < 10_000_000, "\(read) bytes were made of \(data.count)")
    }

    /// A value of a transformer: an array with one text thousands of times.
    @Test func anArchiveThatRepeatsOneTextHasNoContent() {
        let elements = Array(repeating: PropertyListValue.reference(2), count: 9_000)
        let archive = BinaryPropertyListWriter.data(
            .dictionary([
                "$top": .dictionary(["root": .reference(1)]),
                "$objects": .array([
                    .string("$null"), .dictionary(["NS.objects": .array(elements)]),
                    .string(String(repeating: "x", count: 20_000)),
                ]),
            ])
        )
        let text = DynamicValue.archive(archive).archivedContent
        #expect(text == nil, "\(text?.utf8.count ?? 0) bytes were made of \(archive.count)")
    }

    @Test func anArchiveThatRepeatsShortTextsHasContent() throws {
        let elements = Array(repeating: PropertyListValue.reference(2), count: 2_000)
        let archive = BinaryPropertyListWriter.data(
            .dictionary([
                "$top": .dictionary(["root": .reference(1)]),
                "$objects": .array([
                    .string("$null"), .dictionary(["NS.objects": .array(elements)]), .string("Zürich, Switzerland"),
                ]),
            ])
        )
        let text = try #require(DynamicValue.archive(archive).archivedContent)
        let strings = try JSONDecoder().decode([String].self, from: Data(text.utf8))
        #expect(strings == Array(repeating: "Zürich, Switzerland", count: 2_000))
    }

    /// Texts that lie in each other: a few bytes each, and thousands all together.
    @Test func aModelOfOverlappingTextsIsRefused() {
        let archive = OverlappingTexts(count: 3_000, length: 60_000).model
        #expect(archive.count < 200_000)
        let error = #expect(throws: StoreError.self) { try ModelCache.model(archive: archive) }
        #expect(error?.code == .corruptRow)
    }

    /// A bitmap of an update that is far longer than any entity has properties.
    @Test func aBitmapWithoutEndIsCounted() throws {
        let entity = EntityOutline("A", properties: [.attribute(AttributeOutline("b", .string))])
        let table = try #require(try StoreLayout(ModelOutline(entities: [entity]))["A"])
        let marks = table.historyBits.marks(in: Data(repeating: 0xFF, count: 1_000_000))
        #expect(marks.slots == [0])
        #expect(marks.unnamed?.count == 7_999_999)
    }

    /// A filter whose path goes to and fro.
    @Test func aPathWithoutEndIsNotUnderstood() throws {
        let relationship = RelationshipOutline("next", to: "A", isToOne: true, isOptional: true)
        let entity = EntityOutline("A", properties: [.relationship(relationship)])
        let paths = FilterPaths(entity, in: ModelOutline(entities: [entity])) { entity, key in
            PersistentIdentifier(store: "S", entity: entity, row: key)
        }
        func filter(_ count: Int) -> String {
            Array(repeating: "next", count: count).joined(separator: ".") + " is nil"
        }
        #expect(throws: Never.self) { try FilterParser.query(filter(20), paths) }
        for count in [1_000, 200_000] {
            let failure = #expect(throws: ToolFailure.self) { try FilterParser.query(filter(count), paths) }
            #expect(failure?.isUsage == true)
        }
    }
}
