import Foundation
import SwiftData
import TestSupport
import Testing

/// Rows that are exported and imported again are the same as before.
@Suite(.enabled(if: Program.python3 != nil && Program.sqlite3 != nil, "needs python3 and sqlite3"))
struct RoundTripTests {
    private func export(_ path: String, to file: URL) async throws {
        let result = await tool("export", path, "--output", file.path)
        try #require(result.status == 0, "\(result.messages)")
    }

    private func expectEqualContents(_ original: URL, in folder: URL, format: String, ordered: Bool) async throws {
        let (file, copy) = (folder.appending(path: "rows.\(format)"), folder.appending(path: "copy-\(format).store"))
        let written = await tool("export", original.path, "--format", format, "--output", file.path)
        try #require(written.status == 0, "\(written.messages)")
        let read = await tool("import", copy.path, file.path, "--like", original.path)
        try #require(read.status == 0, "\(read.messages)")
        let (first, second) = (folder.appending(path: "first-\(format)"), folder.appending(path: "second-\(format)"))
        try await export(original.path, to: first)
        try await export(copy.path, to: second)
        #expect(try GraphComparison.areEqual(first, second, ordered: ordered))
        #expect(await tool("diff", original.path, copy.path).status == 0)
        let check = await tool("check", copy.path)
        #expect(check.status == 0, "\(check.output)")
    }

    @Test(arguments: ["jsonl", "csv"])
    func aStoreOfOursComesBackWhole(format: String) async throws {
        let library = try FilledLibrary()
        try await expectEqualContents(library.file, in: library.folder.url, format: format, ordered: true)
        // Our own container reads the copy as the original.
        let context = ModelContext(try Library.container(library.folder.url.appending(path: "copy-\(format).store")))
        let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages)]))
        #expect(books.map(\.pages) == [48, 301, 412])
        let first = try #require(books.last)
        #expect(first.price == Decimal(string: "12345678901234567890.123"))
        #expect(first.published == Date(timeIntervalSinceReferenceDate: 700_000_000.123456789))
        #expect(first.cover == Library.cover && first.loan == .lent(to: "Ada", days: 14) && first.ratings == [5, 3])
        #expect(first.tags.map(\.word).sorted() == ["sand", "sea"] && first.sequel?.pages == 301)
        #expect(first.shelf?.place?.notes == ["by \"the\" door", "cold, dry"])
        #expect((books.first as? Comic)?.artist == "Ōé 😀")
        #expect(try context.fetch(FetchDescriptor<Club>()).first?.wishes.map(\.word) == ["sea"])
    }

    @Test(
        .enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"),
        arguments: SampleStore.names.filter { !$0.hasPrefix("coredata-ddg") },
        ["jsonl", "csv"]
    )
    func aStoreOfApplesComesBackWhole(name: String, format: String) async throws {
        let sample = try SampleStore(name)
        defer { sample.remove() }
        try await expectEqualContents(sample.file, in: sample.folder, format: format, ordered: false)
    }

    @Test(arguments: ["jsonl", "csv"])
    func numbersAndTextsAtTheirLimitsComeBack(format: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("limits.store")
        let doubles: [Double] = [
            0.1, -0.0, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
        ]
        let texts = [
            "", " ", "\n", "\r\n", "\"", ",", "null", "a\u{0}b", "\u{2028}", "é", "e\u{301}", "{}", "Book/p1", "=1+1",
        ]
        do {
            let container = try Library.container(file)
            let context = ModelContext(container)
            for (index, text) in texts.enumerated() {
                let book = Book(text, pages: index == 0 ? .max : index == 1 ? .min : index)
                book.weight = doubles[index % doubles.count]
                book.published = Date(
                    timeIntervalSinceReferenceDate: [0.1, -1e12, 1e300, 3, 123_456_789.987654321][index % 5]
                )
                book.price = [Decimal.nan, Decimal(string: "0.000000000000000000000000001"), -5, nil][index % 4]
                book.digest = index % 2 == 0 ? Data() : Data([UInt8(index)])
                book.ratings = index % 2 == 0 ? [] : [.max, .min]
                context.insert(book)
            }
            try context.save()
        }
        try await expectEqualContents(file, in: folder.url, format: format, ordered: true)
        // Not by our own reader: the rows as they are in the files.
        let columns = "ZTITLE, ZPAGES, ZWEIGHT, ZPUBLISHED, quote(ZPRICE), quote(ZDIGEST), quote(ZRATINGS)"
        let sql = "SELECT hex(ZTITLE), \(columns) FROM ZBOOK ORDER BY ZTITLE, ZPAGES"
        #expect(try folder.sqlite3(sql, "limits.store") == (try folder.sqlite3(sql, "copy-\(format).store")))
    }

    @Test func otherProgramsReadWhatIsWritten() async throws {
        let library = try FilledLibrary()
        let (lines, tables) = (
            library.folder.url.appending(path: "a.jsonl"), library.folder.url.appending(path: "tables")
        )
        #expect(await tool("export", library.path, "--output", lines.path).status == 0)
        #expect(await tool("export", library.path, "--format", "csv", "--output", tables.path).status == 0)
        let python = try #require(Program.python3)
        let answer = try python.run(
            ["-", lines.path, tables.path],
            input: """
                import csv, json, sys
                rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
                first = [row["values"] for row in rows if row["values"].get("pages") == 412][0]
                print(len(rows), first["title"], first["price"], first["loan"]["lent"]["days"], first["ratings"]["json"],
                    len(first["tags"]), first["isRead"], first["weight"])
                with open(sys.argv[2] + "/Comic.csv", encoding="utf-8", newline="") as file:
                    comic = list(csv.DictReader(file))
                print(len(comic), repr(comic[0]["title"]), comic[0]["pages"], comic[0]["artist"], comic[0]["price"])
                """
        )
        #expect(
            answer == """
                8 Dünen, Band 1 12345678901234567890.123 14 [5, 3] 2 True 0.1
                1 'Line\\nbreak; "quotes", comma' 48 Ōé 😀 9.5

                """
        )
    }

    @Test func oneEntityGoesToTheOutput() async throws {
        let library = try FilledLibrary()
        let csv = await tool("export", library.path, "--format", "csv", "--entity", "Tag")
        #expect(csv.output.hasPrefix("id,books,word\r\n"))
        #expect(csv.output.components(separatedBy: "\r\n").count == 4)
        let lines = await tool("export", library.path, "--entity", "Book")
        // Comics are an entity of their own.
        #expect(lines.output.split(separator: "\n").count == 2)
    }
}
