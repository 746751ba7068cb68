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
