import Foundation
import TestSupport
import Testing

struct QueryTests {
    /// Filters of books, and the numbers of pages of those that fit: 412, 301 and 48 (a comic).
    static let filters: [(filter: String, pages: [Int])] = [
        ("pages = 412", [412]), ("pages != 412", [48, 301]), ("pages > 48", [301, 412]), ("pages >= 301", [301, 412]),
        ("pages < 48", []), ("pages <= 301 and pages > 48", [301]), ("pages = 48 or pages = 412", [48, 412]),
        ("not (pages = 48 or pages = 412)", [301]), ("not pages = 48 and not pages = 301", [412]),
        ("pages in (48, 301)", [48, 301]), ("pages not in (48, 301)", [412]),
        ("title contains Band", [301, 412]), ("title begins with Line", [48]), ("title ends with \"Band 2\"", [301]),
        ("title contains band", []), ("title finds DUNEN", [301, 412]), ("title = \"Dünen, Band 1\"", [412]),
        ("title contains '\"quotes\"'", [48]), ("title contains 'Line\\nbreak'", [48]),
        ("weight is nil", [48, 301]), ("weight is not nil", [412]), ("weight = nil", [48, 301]),
        ("weight < 0.2", [412]), ("not weight < 0.05", [48, 301, 412]), ("weight < 0.2 or pages = 48", [48, 412]),
        ("weight != 0.1", [48, 301]),
        ("price = 12345678901234567890.123", [412]), ("price = 9.5", [48]), ("price > 10", [412]),
        ("published = 2001-01-01", [301]), ("published > 2001-01-01T00:00:00Z", [412]),
        ("published >= '2001-01-01 01:00:00+01:00'", [301, 412]), ("published < 2001-01-01", []),
        ("number = 8e2c3d5a-0b7f-4c11-9e55-0123456789ab", [412]), ("number is nil", [48, 301]),
        ("digest = 0x000102ff", [412]), ("isRead = true", [412]), ("isRead = no", [48, 301]),
        ("format = hardcover", [412]), ("format in (hardcover, paperback)", [48, 301, 412]),
        ("loan = free", [301]), ("loan = lent", [412]), ("loan != lent", [48, 301]), ("loan is nil", [48]),
        ("loan.lent.days > 7", [412]), ("loan.lent.to = Ada", [412]), ("loan.lent.days > 14", []),
        ("ratings contains 5", [412]), ("ratings contains 4", []),
        ("shelf.name = Hall", [301, 412]), ("shelf.name != Hall", [48]), ("shelf.place.town = Lund", [301, 412]),
        ("shelf.place is nil", [48]), ("shelf.place.latitude > 55.5", [301, 412]),
        ("tags.word = sea", [48, 412]), ("tags.count = 0", [301]), ("tags.count > 1", [412]),
        ("shelf.books.count = 2", [301, 412]), ("shelf.books.pages = 48", [48]),
        ("sequel is nil", [48, 301]), ("prequel.pages = 412", [301]), ("prequel.sequel.pages = 301", [301]),
        ("PAGES = 48", [48]), ("isRead", [412]), ("not isRead", [48, 301]), ("pages > 300 and not isRead", [301]),
        ("isRead or pages = 48", [48, 412]), ("(isRead)", [412]), ("prequel.isRead", [301]),
        ("not prequel.isRead", [48, 412]), ("pages between 48 and 301", [48, 301]),
        ("pages between 49 and 300 or isRead", [412]), ("not pages between 48 and 301", [412]),
        ("pages not between 48 and 301", [412]), ("weight between 0 and 1", [412]),
        ("weight not between 0 and 1", [48, 301]),
        ("published between 2001-01-01 and 2001-01-02", [301]), ("tags.count between 1 and 2", [48, 412]),
        ("title between A and E", [301, 412]), ("title like 'dün%'", [301, 412]), ("title like '%Band _'", [301, 412]),
        ("title like 'Dünen'", []), ("title not like '%band%'", [48]), ("title like 'Line_break%'", [48]),
        ("format like hard%", [412]), ("title like '%(%'", []), ("number is nil and title like '%\\\"%'", [48]),
        ("shelf.name like hall", [301, 412]), ("shelf.place.notes contains 'cold, dry'", [301, 412]),
        ("shelf.place.notes contains cold", []),
    ]

    private func pages(_ arguments: [String]) async throws -> [Int] {
        let result = await tool(arguments + ["--json"])
        try #require(result.status == 0, "\(result.messages)")
        let rows = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
        return try #require(rows).compactMap { ($0["values"] as? [String: Any])?["pages"] as? Int }
    }

    @Test func filtersChooseRows() async throws {
        let library = try FilledLibrary()
        for (filter, expected) in Self.filters {
            let found = try await pages(["query", library.path, "Book", "--filter", filter])
            #expect(found.sorted() == expected, "\(filter)")
            let count = await tool("query", library.path, "Book", "--count", "--filter", filter)
            #expect(count.output == "\(expected.count)\n", "\(filter): \(count.messages)")
        }
    }

    @Test func rowsAreNamedByKey() async throws {
        let library = try FilledLibrary()
        let hall = try library.sqlite3("SELECT Z_PK FROM ZSHELF WHERE ZNAME = 'Hall'")
        let sea = try library.sqlite3("SELECT Z_PK FROM ZTAG WHERE ZWORD = 'sea'")
        let comic = try library.sqlite3("SELECT Z_PK FROM ZBOOK WHERE ZPAGES = 48")
        #expect(
            try await pages(["query", library.path, "Book", "--filter", "shelf = p\(hall)"]).sorted() == [301, 412]
        )
        #expect(
            try await pages(["query", library.path, "Book", "--filter", "tags contains Tag/p\(sea)"]).sorted() == [
                48, 412,
            ]
        )
        #expect(try await pages(["query", library.path, "Comic", "--filter", "row = p\(comic)"]) == [48])
        #expect(try await pages(["query", library.path, "Comic", "--filter", "row not in (p\(comic))"]).isEmpty)
    }

    @Test func rowsAreSortedAndPaged() async throws {
        let library = try FilledLibrary()
        #expect(try await pages(["query", library.path, "Book", "--sort", "pages"]) == [48, 301, 412])
        #expect(try await pages(["query", library.path, "Book", "--sort", "pages desc"]) == [412, 301, 48])
        #expect(
            try await pages(["query", library.path, "Book", "--sort", "shelf.name, pages desc"]) == [48, 412, 301]
        )
        #expect(try await pages(["query", library.path, "Book", "--sort", "tags.count desc"]) == [412, 48, 301])
        #expect(try await pages(["query", library.path, "Book", "--sort", "pages", "--limit", "1"]) == [48])
        let second = ["query", library.path, "Book", "--sort", "pages", "--limit", "1", "--offset", "1"]
        #expect(try await pages(second) == [301])
    }

    @Test func aTableShowsTheChosenProperties() async throws {
        let library = try FilledLibrary()
        let result = await tool("query", library.path, "Comic", "--properties", "title, artist")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("Row") && lines[0].contains("artist") && !lines[0].contains("pages"))
        // Nothing stored moves the cursor.
        #expect(lines[2].contains("Line\\nbreak"))
    }

    @Test(arguments: [
        ("pages >", "at character 8: a value is missing before the end"), ("pages ~ 3", "~ is not valid here"),
        ("pages 3", "a comparison is missing before 3"), ("(pages = 3", ") is missing before the end"),
        ("pages = 3 pages = 4", "missing before pages"), ("pages = many", "pages is a whole number, and many is not"),
        ("title = \"open", "the quoted text has no end"), ("nowhere = 3", "Book has no property nowhere; it has"),
        ("shelf.nowhere = 3", "Shelf has no property nowhere"), ("published > soon", "published is a date"),
        ("loan = sold", "loan has no case sold; it has"), ("tags = 3", "tags has many members"),
        ("pages contains 3", "pages is no text"), ("pages", "a comparison is missing before the end"),
        ("pages between 3", "and is missing before the end"),
        ("pages not 3", "in, between or like is missing before 3"),
        ("pages like 3", "pages is no text"), ("isRead is true", "nil is missing before true"),
        ("pages < nil", "nil is neither less nor greater"),
        ("shelf = Hall", "shelf is a row"), (String(repeating: "(", count: 500), "nested too deeply"),
        ("", "a property is missing"),
    ])
    func whatIsWrongWithAFilterIsSaid(filter: String, message: String) async throws {
        let library = try FilledLibrary()
        let result = await tool("query", library.path, "Book", "--filter", filter)
        #expect(result.status == 64)
        #expect(result.messages.contains(message), "\(result.messages)")
    }

    @Test(arguments: [
        ("--sort", "titel", "The order is not understood: Book has no property titel"),
        ("--sort", "title up", "The order is not understood: up is neither asc nor desc"),
        ("--properties", "titel", "The properties are not understood: Book has no property titel"),
        ("--properties", "title,,pages", "The properties are not understood"),
    ])
    func whatIsWrongWithAnOrderOrAListOfPropertiesIsSaid(option: String, text: String, message: String) async throws {
        let library = try FilledLibrary()
        let result = await tool("query", library.path, "Book", option, text)
        #expect(result.status == 64)
        #expect(result.messages.contains(message), "\(result.messages)")
    }

    /// The file tells no types of what is in the bytes of a member.
    @Test func arraysInCompositesContainTextNumbersAndBooleans() async throws {
        let library = try FilledLibrary()
        let column = "ZNOTES"
        let names = try library.sqlite3("SELECT name FROM pragma_table_info('ZSHELF') WHERE name LIKE '%NOTES%'")
        try #require(names.contains(column), "\(names)")
        for (json, wanted, other) in [
            ("[\"Lemon\",\"5\"]", "Lemon", "lemon"), ("[5,7]", "5", "6"), ("[1.5]", "1.5", "1"),
            ("[true]", "true", "1"), ("[null,\"x\"]", "x", "null"),
        ] {
            try library.sqlite3("UPDATE ZSHELF SET \(names) = CAST('\(json)' AS BLOB) WHERE ZNAME = 'Hall'")
            for (value, count) in [(wanted, "1\n"), (other, "0\n")] {
                let filter = "place.notes contains \(value)"
                let result = await tool("query", library.path, "Shelf", "--filter", filter, "--count")
                #expect(result.output == count, "\(json) \(filter): \(result.messages)")
            }
        }
        // Bytes that are no array contain nothing.
        try library.sqlite3("UPDATE ZSHELF SET \(names) = x'00FF' WHERE ZNAME = 'Hall'")
        let none = await tool("query", library.path, "Shelf", "--filter", "place.notes contains a", "--count")
        #expect(none.output == "0\n", "\(none.messages)")
    }

    @Test(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
    func aStoreOfApplesIsQueried() async throws {
        let sample = try SampleStore("SampleModel2_V1.sqlite")
        defer { sample.remove() }
        let program = try #require(Program.sqlite3)
        func expected(_ sql: String) throws -> String { try program.run([sample.file.path, sql]) }
        for (arguments, sql) in [
            (["Page", "--filter", "number > 50"], "SELECT count(*) FROM ZPAGE WHERE ZNUMBER > 50"),
            (
                ["Book", "--filter", "pages.count > 90"],
                "SELECT count(*) FROM ZBOOK b WHERE (SELECT count(*) FROM ZPAGE p WHERE p.ZBOOK = b.Z_PK) > 90"
            ),
            (
                ["Feedback", "--filter", "rating >= 3 and bookID is not nil"],
                "SELECT count(*) FROM ZFEEDBACK WHERE ZRATING >= 3 AND ZBOOKID IS NOT NULL"
            ),
        ] {
            let result = await tool(["query", sample.file.path] + arguments + ["--count"])
            #expect(result.output == (try expected(sql)), "\(arguments): \(result.messages)")
        }
    }
}
