import Foundation
import JSONStore
import JournalModel
import SwiftData
import Testing

/// The file itself: its text, and what it cannot hold.
@Suite struct FileTests {
    private let folder = JSONFolder()

    @Test func theFileIsReadableWithSortedKeysAndISODates() throws {
        let context = try folder.context()
        let journal = Journal(title: "a/b")
        journal.entries = [Entry(1, text: "Grüße")]
        context.insert(journal)
        try context.save()
        let text = try folder.text()
        #expect(text.contains("\"written\" : \"2026-05-01T12:00:00Z\""))
        #expect(text.contains("\"text\" : \"Grüße\"") && text.contains("\"title\" : \"a/b\""))
        #expect(!text.contains("\"isTemporary\" : true"))
        let file = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let rows = try #require(file["rows"] as? [[String: Any]])
        #expect(rows.count == 2)
        // The names at the depth of a row's properties, in the order in which they stand.
        let list = try #require(text.components(separatedBy: "\n  \"rows\" : [").last)
        for row in list.components(separatedBy: "\n    {\n").dropFirst() {
            let names = row.split(separator: "\n").filter { $0.hasPrefix("      \"") }
                .map { $0.split(separator: "\"")[1] }
            #expect(names.count > 2 && names == names.sorted())
        }
    }

    @Test func swiftTypesAreRestoredFromJSONAlone() throws {
        func identifier(_ entity: String, _ key: String) -> String {
            """
            {"implementation": {"entityName": "\(entity)", "isTemporary": false, "primaryKey": "\(key)",
             "storeIdentifier": "JSON", "uriRepresentation": "x-coredata://JSON/\(entity)/\(key)"}}
            """
        }
        let text = """
            [{"persistentIdentifier": \(identifier("Journal", "j")), "title": "By hand",
              "entries": [\(identifier("Entry", "e"))]},
             {"persistentIdentifier": \(identifier("Entry", "e")), "number": 7, "text": "", "weight": 0.5,
              "written": "1815-12-10T00:00:00Z", "mark": {"name": "x"}, "journal": \(identifier("Journal", "j"))}]
            """
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.file)
        let context = try folder.context()
        let entry = try #require(try context.entries().first)
        #expect(entry.number == 7 && entry.weight == 0.5 && entry.mark == Mark(name: "x"))
        #expect(entry.written == Date(timeIntervalSince1970: -4_861_728_000))
        #expect(entry.journal?.title == "By hand" && entry.journal?.entries == [entry])
    }

    @Test(
        arguments: [
            ("written", Entry(2, written: Date(timeIntervalSince1970: 0.5)).fields),
            ("written", Entry(2, written: Date(timeIntervalSince1970: -65_000_000_000)).fields),
            ("weight", Entry(2, weight: .nan).fields),
            ("weight", Entry(2, weight: -.infinity).fields),
            ("mark", Entry(2, mark: Mark(since: Date(timeIntervalSince1970: 1.25))).fields),
        ]
    )
    func whatCouldNotBeReadBackIsRefusedBeforeTheFileIsReplaced(property: String, fields: Entry.Fields) throws {
        let context = try folder.context()
        let first = Entry(1)
        context.insert(first)
        try context.save()
        let before = try Data(contentsOf: folder.file)
        let second = Entry(2, written: fields.written, weight: fields.weight, mark: fields.mark)
        context.insert(second)
        let refusal = JSONStoreError.unheldValue(entity: "Entry", property: property)
        #expect(throws: refusal) { try context.save() }
        #expect(try Data(contentsOf: folder.file) == before)
        #expect(context.insertedModelsArray.count == 1)
        (second.written, second.weight, second.mark) = (first.written, first.weight, first.mark)
        try context.save()
        first.weight = fields.weight
        first.written = fields.written
        first.mark = fields.mark
        #expect(throws: refusal) { try context.save() }
        context.rollback()
        #expect(try folder.context().entries().map(\.number) == [1, 2])
    }

    @Test func theLimitsAreDeclared() {
        #expect(JSONStore.limits == [.subsecondDates, .notANumber, .datesBeforeYearOne])
    }

    @Test(arguments: ["[", "{}", "[{\"title\": 1}]"])
    func aFileThatIsNotOneOfOursIsLeftAsItIs(text: String) throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.file)
        #expect(throws: JSONStoreError.self) { _ = try folder.context() }
        #expect(try folder.text() == text)
    }
}

extension Entry {
    struct Fields: Sendable {
        var written: Date
        var weight: Double
        var mark: Mark
    }

    var fields: Fields { Fields(written: written, weight: weight, mark: mark) }
}
