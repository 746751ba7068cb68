import Foundation
import TestSupport
import Testing

/// A query over damaged pages finds the rows that can be read.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3"))
struct DamagedQueryTests {
    /// The library with 3,000 more tags, in an order of their own by word; the fifth leaf of their table is lost.
    private struct Damaged {
        let library: FilledLibrary
        /// The tags as `sqlite3` has read them before the damage.
        let words: [(key: Int, word: String)]
        let lost: ClosedRange<Int>

        init(leaf: Int = 4) throws {
            library = try FilledLibrary()
            try library.sqlite3(
                """
                WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 3099)
                INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZWORD)
                SELECT i, (SELECT Z_ENT FROM ZTAG LIMIT 1), 1, 'word ' || (i * 7919 % 3000) FROM n;
                UPDATE Z_PRIMARYKEY SET Z_MAX = 3099 WHERE Z_NAME = 'Tag';
                """
            )
            let rows = try library.sqlite3("SELECT Z_PK, ZWORD FROM ZTAG ORDER BY Z_PK").split(separator: "\n")
            words = rows.map { row in
                let parts = row.split(separator: "|")
                return (Int(parts[0]) ?? 0, String(parts[1]))
            }
            var pages = try TablePages(of: "ZTAG", library.file, library.folder)
            let before = pages.leaves[..<leaf].reduce(0) { $0 + pages.rowCount($1) }
            lost = words[before].key...words[before + pages.rowCount(pages.leaves[leaf]) - 1].key
            try pages.erase([pages.leaves[leaf]])
        }

        /// The tags that can be read still.
        var left: [(key: Int, word: String)] { words.filter { !lost.contains($0.key) } }

        func query(_ arguments: String...) async -> ToolResult {
            await tool(["query", library.path, "Tag", "--properties", "word", "--csv"] + arguments)
        }
    }

    private func lines(_ tags: some Sequence<(key: Int, word: String)>) -> [String] {
        tags.map { "Tag/p\($0.key),\($0.word)" }
    }

    private func lines(_ result: ToolResult) -> [String] {
        result.output.split(separator: "\r\n").dropFirst().map(String.init)
    }

    private func expectLoss(_ result: ToolResult, _ damaged: Damaged) {
        #expect(result.status == 1)
        #expect(
            result.messages.hasPrefix(
                "Error: Tag/p\(damaged.lost.lowerBound) to p\(damaged.lost.upperBound), as far as"
            ),
            "\(result.messages)"
        )
        #expect(result.messages.split(separator: "\n").count == 1, "\(result.messages)")
    }

    @Test func aFilterFindsTheRowsThatAreLeft() async throws {
        let damaged = try Damaged()
        #expect(damaged.left.count < damaged.words.count)
        let result = await damaged.query("--filter", "word contains \"7\"")
        expectLoss(result, damaged)
        #expect(lines(result) == lines(damaged.left.filter { $0.word.contains("7") }))
        let count = await tool("query", damaged.library.path, "Tag", "--filter", "word contains \"7\"", "--count")
        expectLoss(count, damaged)
        #expect(count.output == "\(damaged.left.filter { $0.word.contains("7") }.count)\n")
        let strict = await damaged.query("--filter", "word contains \"7\"", "--strict")
        #expect(strict.status == 1 && strict.output.isEmpty)
    }

    @Test func anOrderSortsTheRowsThatAreLeft() async throws {
        let damaged = try Damaged()
        let sorted = damaged.left.sorted { $0.word == $1.word ? $0.key < $1.key : $0.word > $1.word }
        let result = await damaged.query("--sort", "word desc")
        expectLoss(result, damaged)
        #expect(lines(result) == lines(sorted))
        let part = await damaged.query("--sort", "word desc", "--limit", "20", "--offset", "5")
        #expect(lines(part) == lines(sorted[5..<25]))
        let all = await damaged.query()
        expectLoss(all, damaged)
        #expect(lines(all) == lines(damaged.left))
    }

    /// The first leaf has the tags of the books: of a book with tags the filter tells nothing, of other books it does.
    @Test func aRowWhoseNeighboursAreLostCannotBeTested() async throws {
        let damaged = try Damaged(leaf: 0)
        let arguments = ["query", damaged.library.path, "Book", "--properties", "pages", "--csv"]
        let tagged = try damaged.library.sqlite3("SELECT Z_PK FROM ZBOOK WHERE ZPAGES IN (48, 412)")
        let result = await tool(arguments + ["--filter", "not tags.word = sand and pages > 10"])
        #expect(result.status == 1)
        for key in tagged.split(separator: "\n") {
            #expect(result.messages.contains("/p\(key): the filter cannot be evaluated for it."))
        }
        #expect(result.messages.split(separator: "\n").count == 2, "\(result.messages)")
        #expect(lines(result).map { $0.split(separator: ",").last } == ["301"], "\(result.output)")
    }
}
