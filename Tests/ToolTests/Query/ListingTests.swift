import Foundation
import TestSupport
import Testing

/// The forms of rows in output: paths, CSV, and tables that fit the terminal.
struct ListingTests {
    private func csv(_ arguments: String...) async throws -> [String] {
        let result = await tool(["query"] + arguments + ["--csv"])
        try #require(result.status == 0, "\(result.messages)")
        return result.output.components(separatedBy: "\r\n").dropLast()
    }

    @Test func pathsAreShown() async throws {
        let library = try FilledLibrary()
        let properties = "pages,shelf.name,shelf.place.town,prequel.title,prequel.shelf.name,loan.lent.days,tags.count"
        let lines = try await csv(library.path, "Book", "--sort", "pages", "--properties", properties)
        #expect(lines[0] == "id," + properties)
        let rows = lines.dropFirst().map { $0.split(separator: ",", maxSplits: 1)[1] }
        #expect(
            rows == [
                "48,Attic,,,,,1", "301,Hall,Lund,\"Dünen, Band 1\",Hall,,0", "412,Hall,Lund,,,14,2",
            ]
        )
        let words = await tool(
            "query",
            library.path,
            "Book",
            "--filter",
            "pages = 412",
            "--properties",
            "tags.word,row",
            "--json"
        )
        let found = try #require(
            try JSONSerialization.jsonObject(with: Data(words.output.utf8)) as? [[String: Any]]
        )
        let values = try #require(found.first?["values"] as? [String: Any])
        #expect((values["tags.word"] as? [String])?.sorted() == ["sand", "sea"])
        #expect(values["row"] as? String == found.first?["identifier"] as? String)
        let shelves = try await csv(library.path, "Shelf", "--sort", "name", "--properties", "name,books.tags.word")
        #expect(shelves[1].hasSuffix(#"Attic,"[[""sea""]]""#), "\(shelves)")
    }

    @Test func csvTellsNilFromAnEmptyText() async throws {
        let library = try FilledLibrary()
        try library.sqlite3("UPDATE ZBOOK SET ZTITLE = '' WHERE ZPAGES = 301")
        let lines = try await csv(
            library.path,
            "Book",
            "--filter",
            "pages = 301",
            "--properties",
            "title,weight,ratings"
        )
        #expect(lines[1].hasSuffix(#","",,"{""json"":[]}""#), "\(lines)")
        let python = try #require(Program.python3)
        let all = await tool("query", library.path, "Book", "--csv")
        let answer = try python.run(
            [
                "-c",
                "import csv, sys; csv.field_size_limit(10**9); rows = list(csv.DictReader(sys.stdin)); print(sorted(int(r['pages']) for r in rows))",
            ],
            input: all.output
        )
        #expect(answer == "[48, 301, 412]\n")
        #expect(await tool("query", library.path, "Book", "--csv", "--json").status == 64)
    }

    @Test func aTableTellsNilFromAnEmptyText() async throws {
        let library = try FilledLibrary()
        try library.sqlite3("UPDATE ZBOOK SET ZTITLE = '' WHERE ZPAGES = 301")
        let result = await tool(
            "query",
            library.path,
            "Book",
            "--filter",
            "pages = 301",
            "--properties",
            "title,weight,pages"
        )
        let cells = result.output.split(separator: "\n").last?.split(separator: " ").map(String.init)
        #expect(cells?.dropFirst() == ["\"\"", "301"])
    }

    @Test func aTableFitsTheTerminal() async throws {
        let library = try FilledLibrary()
        let whole = await tool("query", library.path, "Book")
        let longest = whole.output.split(separator: "\n").map(\.count).max() ?? 0
        #expect(longest > 100)
        #expect(!whole.output.contains("Not shown"))
        for width in [20, 60, 100] {
            let result = await tool("query", library.path, "Book", width: width)
            let lines = result.output.components(separatedBy: "\n\n")
            #expect(lines[0].split(separator: "\n").allSatisfy { $0.count <= width }, "\(result.output)")
            #expect(lines[0].split(separator: "\n").count == 5)
            let left = try #require(lines.last)
            #expect(left.hasPrefix("Not shown: ") && left.contains("--wide shows all"))
            // Each property is in the one or in the other.
            for name in ["title", "pages", "tags", "shelf"] {
                #expect(lines[0].split(separator: "\n")[0].contains(name) != left.contains(" \(name)"), "\(name)")
            }
        }
        #expect(await tool("query", library.path, "Book", "--wide", width: 60).output == whole.output)
        // Properties that are asked for are listed.
        let asked = await tool("query", library.path, "Book", "--properties", "title,number,link,ratings", width: 20)
        #expect(asked.output.contains("ratings") && !asked.output.contains("Not shown"))
    }
}
