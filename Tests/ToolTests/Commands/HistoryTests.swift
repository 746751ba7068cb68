import Foundation
import TestSupport
import Testing

struct HistoryTests {
    private func transactions(_ arguments: String...) async throws -> [[String: Any]] {
        let result = await tool(arguments + ["--json"])
        #expect(result.status == 0)
        return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    }

    private func changes(_ transaction: [String: Any]) -> [String] {
        (transaction["changes"] as? [[String: Any]] ?? []).map { change in
            let properties = change["properties"] as? [String] ?? []
            return "\(change["change"] ?? "") \(change["entity"] ?? "") \(properties.joined(separator: ","))"
        }
    }

    @Test func eachSaveIsATransactionWithItsChanges() async throws {
        let library = try FilledLibrary()
        let all = try await transactions("history", library.path)
        #expect(all.map { $0["author"] as? String } == ["librarian", "editor"])
        #expect(changes(all[0]).count == 8)
        #expect(changes(all[0]).filter { $0.hasPrefix("insert Book") }.count == 2)
        #expect(changes(all[1]) == ["update Book pages"])
        let key = try library.sqlite3("SELECT Z_PK FROM ZBOOK WHERE ZPAGES = 301")
        let store = try library.sqlite3("SELECT Z_UUID FROM Z_METADATA")
        let change = try #require((all[1]["changes"] as? [[String: Any]])?.first)
        #expect(change["identifier"] as? String == "x-coredata://\(store)/Book/p\(key)")
    }

    @Test func filtersAndTheLimitChooseTransactions() async throws {
        let library = try FilledLibrary()
        #expect(
            try await transactions("history", library.path, "--limit", "1").map { $0["author"] as? String } == [
                "editor"
            ]
        )
        #expect(try await transactions("history", library.path, "--limit", "0").isEmpty)
        #expect(try await transactions("history", library.path, "--author", "librarian").count == 1)
        #expect(try await transactions("history", library.path, "--author", "nobody").isEmpty)
        #expect(try await transactions("history", library.path, "--since", "2020-01-01").count == 2)
        #expect(try await transactions("history", library.path, "--since", "2999-01-01").isEmpty)
        let tags = try await transactions("history", library.path, "--entity", "Tag")
        #expect(tags.flatMap(changes) == ["insert Tag ", "insert Tag "])
        // A sub-entity is of its parent's kind too.
        let books = try await transactions("history", library.path, "--entity", "Book")
        #expect(books.flatMap(changes).contains("insert Comic "))
    }

    @Test func theTableNamesRowsAndProperties() async throws {
        let library = try FilledLibrary()
        let result = await tool("history", library.path)
        #expect(result.output.contains("editor") && result.output.contains("pages"))
        #expect(result.output.contains("Comic/p"))
    }

    @Test func anUnknownEntityIsNamedWithThoseThatThereAre() async throws {
        let library = try FilledLibrary()
        let result = await tool("history", library.path, "--entity", "Bok")
        #expect(result.status == 1)
        #expect(result.messages == "Error: The store has no entity Bok; it has Book, Club, Comic, Shelf, Tag.\n")
    }

    @Test(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
    func aStoreWithoutHistoryIsSaidToHaveNone() async throws {
        let sample = try SampleStore("coredata-moody1.moody")
        defer { sample.remove() }
        let result = await tool("history", sample.file.path)
        #expect(result.status == 1)
        #expect(result.messages == "Error: The store has no history.\n")
    }
}
