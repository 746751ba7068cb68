import Foundation
import TestSupport
import Testing

/// Values that cannot be read are errors of their rows, and the rest goes on.
struct UnreadableTests {
    private func loseFiles(_ library: FilledLibrary) throws {
        let folder = library.folder.url.appending(path: ".library_SUPPORT/_EXTERNAL_DATA")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        try #require(names.count == 1)
        for name in names { try FileManager.default.removeItem(at: folder.appending(path: name)) }
    }

    private func key(_ library: FilledLibrary, pages: Int) throws -> String {
        try library.sqlite3("SELECT Z_PK FROM ZBOOK WHERE ZPAGES = \(pages)")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test func aLostFileMattersOnlyWhereItsValueIsAskedFor() async throws {
        let library = try FilledLibrary()
        try loseFiles(library)
        for arguments in [
            ["--properties", "title,pages"], ["--properties", "title", "--filter", "pages > 300", "--sort", "title"],
            ["--count"], ["--properties", "shelf.name,tags.word,prequel.title"],
            ["--properties", "title", "--filter", "prequel.pages = 412"],
        ] {
            let result = await tool(["query", library.path, "Book"] + arguments)
            #expect(result.status == 0, "\(arguments): \(result.messages)")
            #expect(result.messages.isEmpty, "\(arguments)")
        }
        // The file of a property below the entity is not asked for either.
        #expect(await tool("query", library.path, "Shelf", "--properties", "books.title").status == 0)
    }

    @Test func aLostFileIsAnErrorOfItsRow() async throws {
        let library = try FilledLibrary()
        try loseFiles(library)
        let key = try key(library, pages: 412)
        let result = await tool("query", library.path, "Book", "--json")
        #expect(result.status == 1)
        #expect(result.messages.hasPrefix("Error: Book/p\(key).cover: the file "), "\(result.messages)")
        #expect(result.messages.contains("that holds the value is missing."))
        #expect(result.messages.split(separator: "\n").count == 1)
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
        )
        let values = rows.compactMap { $0["values"] as? [String: Any] }
        #expect(Set(values.compactMap { $0["pages"] as? Int }) == [48, 301, 412])
        #expect(values.first { $0["pages"] as? Int == 412 }?["title"] as? String == "Dünen, Band 1")
        #expect(values.first { $0["pages"] as? Int == 48 }?["cover"] as? String == Data([7, 7]).base64EncodedString())
        let strict = await tool("query", library.path, "Book", "--json", "--strict")
        #expect(strict.status == 1 && strict.output.isEmpty)
        #expect(strict.messages.hasPrefix("Error: Book/p\(key).cover: the file "))
    }

    @Test func aValueOfAnotherTypeIsAnErrorOfItsRow() async throws {
        let library = try FilledLibrary()
        let key = try key(library, pages: 301)
        try library.sqlite3("UPDATE ZBOOK SET ZPAGES = 'many' WHERE ZPAGES = 301")
        let result = await tool(
            "query",
            library.path,
            "Book",
            "--properties",
            "title,pages",
            "--csv",
            "--sort",
            "title"
        )
        #expect(result.status == 1)
        #expect(result.messages.hasPrefix("Error: Book/p\(key).pages: "), "\(result.messages)")
        #expect(result.output.contains("\"Dünen, Band 2\",\r\n"), "\(result.output)")
        #expect(result.output.contains("\"Dünen, Band 1\",412\r\n"))
        // Nobody asks for it.
        #expect(await tool("query", library.path, "Book", "--properties", "title").status == 0)
    }

    @Test func aRowOfAnUnknownEntityIsAnErrorOfItsOwn() async throws {
        let library = try FilledLibrary()
        let key = try key(library, pages: 301)
        try library.sqlite3("UPDATE ZBOOK SET Z_ENT = 77 WHERE ZPAGES = 301")
        let result = await tool("query", library.path, "Book", "--properties", "pages", "--csv")
        #expect(result.status == 1)
        #expect(result.messages.hasPrefix("Error: Book/p\(key): "), "\(result.messages)")
        #expect(result.output.contains("412") && result.output.contains("48"))
    }

    /// A filter that no SQL can say reads the properties that it names, and no further ones.
    @Test func aFilterInMemoryReadsWhatItNames() async throws {
        let library = try FilledLibrary()
        try loseFiles(library)
        let result = await tool(
            "query",
            library.path,
            "Book",
            "--filter",
            "cover = 0x0707",
            "--properties",
            "pages",
            "--csv"
        )
        #expect(result.output.contains(",48\r\n") || result.output.hasSuffix("48\r\n"), "\(result.output)")
        #expect(!result.output.contains("412"))
    }

    @Test func anExportGoesOn() async throws {
        let library = try FilledLibrary()
        try loseFiles(library)
        let key = try key(library, pages: 412)
        let output = library.folder.url.appending(path: "rows.jsonl")
        let result = await tool("export", library.path, "--output", output.path)
        #expect(result.status == 1)
        #expect(result.messages.hasPrefix("Error: Book/p\(key).cover: the file "), "\(result.messages)")
        let lines = try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 8)
        let first = try #require(lines.first { $0.contains("\"pages\":412") })
        #expect(!first.contains("\"cover\"") && first.contains("\"title\":\"Dünen, Band 1\""))
        let csv = await tool("export", library.path, "--entity", "Book", "--format", "csv")
        #expect(csv.status == 1 && csv.output.components(separatedBy: "\r\n").count == 4)
        // Strict, nothing is left.
        let strict = library.folder.url.appending(path: "strict.jsonl")
        #expect(await tool("export", library.path, "--output", strict.path, "--strict").status == 1)
        #expect(!FileManager.default.fileExists(atPath: strict.path))
    }

    @Test func aComparisonGoesOn() async throws {
        let library = try FilledLibrary()
        let other = library.folder.url.appending(path: "other.store")
        try FileManager.default.copyItem(at: library.file, to: other)
        try FileManager.default.copyItem(
            at: library.folder.url.appending(path: ".library_SUPPORT"),
            to: library.folder.url.appending(path: ".other_SUPPORT")
        )
        try loseFiles(library)
        _ = try library.folder.sqlite3("UPDATE ZBOOK SET ZWEIGHT = 7 WHERE ZPAGES = 412", "other.store")
        let result = await tool("diff", library.path, other.path, "--contents")
        #expect(result.status == 1)
        #expect(result.messages.contains(".cover: the file "), "\(result.messages)")
        #expect(result.output.contains("weight: 0.1 -> 7") && !result.output.contains("cover"), "\(result.output)")
        let strict = await tool("diff", library.path, other.path, "--contents", "--strict")
        #expect(strict.status == 1 && strict.output.isEmpty)
        // Nothing else differs, and that is not the same as being equal.
        _ = try library.folder.sqlite3("UPDATE ZBOOK SET ZWEIGHT = 0.1 WHERE ZPAGES = 412", "other.store")
        let equal = await tool("diff", library.path, other.path, "--contents")
        #expect(equal.status == 1 && !equal.output.contains("equal"))
    }

    @Test func manyErrorsOfOnePropertyAreCounted() async throws {
        let library = try FilledLibrary()
        try library.sqlite3(
            """
            WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 124)
            INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZWORD) SELECT i, (SELECT Z_ENT FROM ZTAG LIMIT 1), 1, x'00' FROM n
            """
        )
        let result = await tool("query", library.path, "Tag", "--properties", "word")
        #expect(result.status == 1)
        let lines = result.messages.split(separator: "\n")
        #expect(lines.count == 11)
        #expect(lines.last == "Error: Tag.word: 15 more could not be read.")
    }
}
