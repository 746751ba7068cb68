import Foundation
import SwiftData
import TestSupport
import Testing

struct DiffTests {
    private func copy(_ library: FilledLibrary) throws -> String {
        let copy = library.folder.url.appending(path: "other.store")
        try FileManager.default.copyItem(at: library.file, to: copy)
        let folder = library.folder.url.appending(path: ".library_SUPPORT")
        try FileManager.default.copyItem(at: folder, to: library.folder.url.appending(path: ".other_SUPPORT"))
        return copy.path
    }

    private func differences(_ result: ToolResult) throws -> [[String: Any]] {
        try #require(try result.json()["differences"] as? [[String: Any]])
    }

    @Test func aStoreIsEqualToItsCopy() async throws {
        let library = try FilledLibrary()
        let other = try copy(library)
        #expect(await tool("diff", library.path, other).output == "The schemas are equal.\n")
        let contents = await tool("diff", library.path, other, "--contents")
        #expect(contents.status == 0)
        #expect(contents.output == "The contents are equal.\n")
    }

    @Test func rowsThatDifferAreListed() async throws {
        let library = try FilledLibrary()
        let other = try copy(library)
        _ = try library.folder.sqlite3(
            """
            UPDATE ZBOOK SET ZPAGES = 302, ZWEIGHT = 1.5, ZSHELF = NULL WHERE ZPAGES = 301;
            DELETE FROM ZCLUB;
            INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZWORD) VALUES (50, 5, 1, 'wind');
            """,
            "other.store"
        )
        let result = await tool("diff", library.path, other, "--contents", "--json")
        #expect(result.status == 1)
        let found = try differences(result)
        let lines = found.map { "\($0["kind"] ?? "") \($0["entity"] ?? "")" }
        // The shelf has lost a book, and the tag the club that wished it.
        #expect(lines == ["changed Book", "removed Club", "changed Shelf", "added Tag"])
        let changes = try #require(found[0]["changes"] as? [[String: Any]])
        #expect(changes.map { $0["property"] as? String } == ["pages", "shelf", "weight"])
        #expect(changes[0]["before"] as? Int == 301 && changes[0]["after"] as? Int == 302)
        let text = await tool("diff", library.path, other, "--contents")
        #expect(text.output.contains("- Club/p1\n") && text.output.contains("+ Tag/p50\n"))
        #expect(text.output.contains("    pages: 301 -> 302\n"))
    }

    @Test func rowsAreMatchedByAPropertyWhereKeysDiffer() async throws {
        let library = try FilledLibrary()
        let other = try copy(library)
        _ = try library.folder.sqlite3(
            """
            UPDATE ZSHELF SET Z_PK = Z_PK + 10;
            UPDATE ZBOOK SET ZSHELF = ZSHELF + 10;
            """,
            "other.store"
        )
        #expect(await tool("diff", library.path, other, "--contents").status == 1)
        let matched = await tool("diff", library.path, other, "--contents", "--by", "name")
        #expect(matched.status == 0, "\(matched.output)")
        _ = try library.folder.sqlite3("UPDATE ZTAG SET ZWORD = 'same'", "other.store")
        let ambiguous = await tool("diff", library.path, other, "--contents", "--by", "word")
        #expect(ambiguous.status == 1)
        #expect(ambiguous.messages.contains("word does not tell the rows of Tag apart: p1 and p2"))
    }

    @Test func severalKeysMatchRowsOfSeveralEntities() async throws {
        let library = try FilledLibrary()
        let other = try copy(library)
        _ = try library.folder.sqlite3(
            """
            UPDATE ZSHELF SET Z_PK = Z_PK + 10;
            UPDATE ZBOOK SET ZSHELF = ZSHELF + 10;
            UPDATE ZBOOK SET Z_PK = Z_PK + 20, ZPREQUEL = ZPREQUEL + 20, ZSEQUEL = ZSEQUEL + 20;
            """,
            "other.store"
        )
        let joins = try library.sqlite3("SELECT name FROM sqlite_master WHERE name GLOB 'Z_[0-9]*TAGS'")
        let column = try library.sqlite3("SELECT name FROM pragma_table_info('\(joins)') WHERE name LIKE '%BOOKS%'")
        _ = try library.folder.sqlite3("UPDATE \(joins) SET \(column) = \(column) + 20", "other.store")
        let arguments = ["diff", library.path, other, "--contents"]
        #expect(await tool(arguments + ["--by", "name"]).status == 1)
        for keys in [
            ["--by", "name", "--by", "title"], ["--by", "Shelf.name", "--by", "title,pages"],
            ["--by", "Shelf.name", "--by", "Book.title,pages", "--by", "Comic.artist"],
        ] {
            let result = await tool(arguments + keys)
            #expect(result.status == 0, "\(keys): \(result.output)\(result.messages)")
        }
        // Of several keys of an entity the first counts.
        _ = try library.folder.sqlite3("UPDATE ZBOOK SET ZPAGES = 1 WHERE ZPAGES < 400", "other.store")
        let short = await tool(arguments + ["--by", "name", "--by", "pages", "--by", "title"])
        #expect(short.messages.isEmpty && short.output.contains("- Book/301") && short.output.contains("+ Book/1"))
        let unknown = await tool(arguments + ["--by", "name,title"])
        #expect(unknown.status == 64)
        #expect(unknown.messages == "Error: No entity has the key name,title.\n")
    }

    @Test func aStoreIsComparedWithAModel() async throws {
        let folder = try TemporaryFolder()
        let model = folder.url.appending(path: "Clubs.xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        func write(_ attributes: String) throws {
            try Data(
                """
                <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
                <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                    <entity name="Club" representedClassName="Club" syncable="YES">
                        <attribute name="name" attributeType="String"/>
                        \(attributes)
                    </entity>
                </model>
                """.utf8
            )
            .write(to: model.appending(path: "contents"))
        }
        try write("")
        let file = folder.file("clubs.store")
        try makeClubs(file)
        #expect(await tool("diff", file.path, model.path).output == "The schemas are equal.\n")
        try write(#"<attribute name="founded" optional="YES" attributeType="Date" usesScalarValueType="NO"/>"#)
        let result = await tool("diff", file.path, model.path)
        #expect(result.status == 1)
        #expect(result.output == "+ Club.founded: Date, optional\n", "\(result.messages)")
        #expect(await tool("diff", model.path, file.path).output == "- Club.founded: Date, optional\n")
        let contents = await tool("diff", file.path, model.path, "--contents")
        #expect(contents.status == 64 && contents.messages.contains("is a model, which has no contents"))
    }

    private func makeClubs(_ file: URL) throws {
        let schema = Schema([PlainClub.Club.self])
        _ = try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: file)])
    }

    @Test(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
    func schemasOfTwoVersionsDiffer() async throws {
        let (first, second) = (try SampleStore("SampleModel_V1.sqlite"), try SampleStore("SampleModel_V2.sqlite"))
        defer {
            first.remove()
            second.remove()
        }
        let result = await tool("diff", first.file.path, second.file.path)
        #expect(result.status == 1)
        for line in [
            "- ExpensiveSportCar\n", "+ LuxuryCar\n", "- Person.id: UUID, kept on deletion\n",
            "~ Car.(indices): none -> maker+numberPlate\n",
        ] {
            #expect(result.output.contains(line), "\(line)")
        }
    }
}

private enum PlainClub {
    @Model
    final class Club {
        var name: String

        init(_ name: String) {
            self.name = name
        }
    }
}
