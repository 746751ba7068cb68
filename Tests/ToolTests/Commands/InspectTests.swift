import Foundation
import SwiftDataCLI
import TestSupport
import Testing

struct InspectTests {
    @Test func indicesOfTheModelsComeBeforeThoseOfTheHistory() async throws {
        let library = try FilledLibrary()
        let json = try await tool("inspect", library.path, "--json").json()
        let tables = try #require(json["indices"] as? [[String: Any]]).compactMap { $0["table"] as? String }
        let first = try #require(tables.firstIndex { $0.hasPrefix("ACHANGE") || $0.hasPrefix("ATRANSACTION") })
        #expect(first > 0)
        #expect(tables[first...].allSatisfy { $0.hasPrefix("ACHANGE") || $0.hasPrefix("ATRANSACTION") })
        #expect(tables[..<first].contains("ZBOOK"))
    }

    @Test func aStoreOfOursIsDescribed() async throws {
        let library = try FilledLibrary()
        let result = await tool("inspect", library.path, "--json")
        #expect(result.status == 0)
        let json = try result.json()
        #expect(json["identifier"] as? String == (try library.sqlite3("SELECT Z_UUID FROM Z_METADATA")))
        #expect(json["madeBy"] as? String == "OpenSwiftData (layout 1)")
        #expect(json["hashesAreOurs"] as? Bool == true)
        #expect(json["oddities"] as? [String] == [])
        let entities = try #require(json["entities"] as? [[String: Any]])
        #expect(entities.map { $0["name"] as? String } == ["Book", "Comic", "Club", "Shelf", "Tag"])
        #expect(entities.map { $0["rowCount"] as? Int } == [2, 1, 1, 2, 2])
        #expect(entities[1]["superentity"] as? String == "Book")
        let history = try #require(json["history"] as? [String: Any])
        #expect(history["transactionCount"] as? Int == 2)
        let files = try #require(json["externalFiles"] as? [String: Any])
        #expect(files["count"] as? Int == 1)
        #expect(files["size"] as? Int == 150_000)
        #expect(json["fileSize"] as? Int == (try Data(contentsOf: library.file).count))
    }

    @Test func sizesAreThoseThatSQLiteCounts() async throws {
        let library = try FilledLibrary()
        let json = try await tool("inspect", library.path, "--json").json()
        #expect(json["sizesAreExact"] as? Bool == true)
        let indices = try #require(json["indices"] as? [[String: Any]])
        let counted = try library.sqlite3(
            "SELECT name, sum(pgsize) FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE type = 'index') "
                + "GROUP BY name ORDER BY name"
        ).split(separator: "\n").map(String.init)
        let ours = indices.compactMap { index -> String? in
            guard let name = index["name"] as? String, let size = index["size"] as? Int else { return nil }
            return "\(name)|\(size)"
        }
        #expect(ours.sorted() == counted.sorted())
        let entities = try #require(json["entities"] as? [[String: Any]])
        let book = try library.sqlite3(
            "SELECT sum(pgsize) FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = 'ZBOOK')"
        )
        #expect("\(entities[0]["size"] as? Int ?? 0)" == book)
        // A sub-entity has no table of its own.
        #expect(entities[1]["size"] is NSNull)
    }

    @Test func committedPagesOfTheLogAreCounted() async throws {
        let library = try FilledLibrary()
        try library.keepingLog("UPDATE ZBOOK SET ZPAGES = ZPAGES + 1")
        let json = try await tool("inspect", library.path, "--json").json()
        let log = try #require(json["wal"] as? [String: Any])
        let pages = try #require(log["committedPages"] as? Int)
        #expect(pages > 0)
        #expect(log["size"] as? Int == 32 + pages * (4096 + 24))
        #expect("\(json["oddities"] ?? "")".contains("never copy one without the other"))
    }

    @Test func whatCannotBeReadIsUnknownAndNotNothing() async throws {
        let library = try FilledLibrary()
        let folder = library.folder.url.appending(path: ".library_SUPPORT/_EXTERNAL_DATA")
        try FileManager.default.removeItem(at: folder)
        try Data([1]).write(to: folder)
        let result = await tool("inspect", library.path, "--json")
        #expect(result.status == 0)
        let files = try #require(try result.json()["externalFiles"] as? [String: Any])
        #expect(files["count"] is NSNull && files["size"] is NSNull)
        let text = await tool("inspect", library.path).output
        #expect(text.contains("External files    unknown\n"), "\(text)")
    }

    @Test func aLogThatCannotBeReadIsThere() throws {
        let folder = try TemporaryFolder()
        #expect(WriteAheadLog(store: folder.file("none").path) == nil)
        try FileManager.default.createDirectory(atPath: folder.file("a-wal").path, withIntermediateDirectories: false)
        let unreadable = try #require(WriteAheadLog(store: folder.file("a").path))
        #expect(unreadable.pageCount == nil)
        try Data([1]).write(to: folder.file("file"))
        let unknown = try #require(WriteAheadLog(store: folder.file("file/b").path))
        #expect(unknown.size == nil && unknown.pageCount == nil)
        #expect(StoreInspection.size(folder.file("file/b").path) == nil)
        #expect(StoreInspection.size(folder.file("none").path) == 0)
        #expect(StoreInspection.size(folder.file("file").path) == 1)
    }

    @Test func whatIsOddIsSaid() async throws {
        let library = try FilledLibrary()
        try library.sqlite3(
            """
            CREATE TABLE ANSCKEVENT (Z_PK INTEGER PRIMARY KEY);
            CREATE TABLE NOTES (text);
            CREATE TRIGGER mine AFTER INSERT ON NOTES BEGIN SELECT 1; END;
            DROP TABLE ACHANGE;
            """
        )
        let json = try await tool("inspect", library.path, "--json").json()
        let oddities = try #require(json["oddities"] as? [String])
        for part in ["1 table of CloudKit", "does not have: NOTES", "does not make: mine", "No history"] {
            #expect(oddities.contains { $0.contains(part) }, "\(part)")
        }
        #expect(json["history"] is NSNull)
    }

    @Test func theTableShowsWhatPeopleLookFor() async throws {
        let library = try FilledLibrary()
        let result = await tool("inspect", library.path, "--hashes")
        for part in [
            "Made by", "OpenSwiftData", "Comic", "Z_Book_SwiftDataIndexOnBinarytitle", "History", "2 transactions",
        ] {
            #expect(result.output.contains(part), "\(part)")
        }
    }

    @Test(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
    func aStoreOfSwiftDataIsDescribed() async throws {
        let sample = try SampleStore("swiftdata-spezi-iOS26MigrationInput.sqlite")
        defer { sample.remove() }
        let json = try await tool("inspect", sample.file.path, "--json").json()
        #expect(json["madeBy"] as? String == "SwiftData")
        #expect(json["frameworkVersion"] as? Int == 1447)
        #expect(json["identifier"] as? String == "BCBAB41C-CD5B-4FC0-A8A6-766E3138FA46")
        let entities = try #require(json["entities"] as? [[String: Any]])
        #expect(entities.map { $0["name"] as? String } == ["Outcome", "Task"])
        // The rows are in the -wal.
        #expect(entities.map { $0["rowCount"] as? Int } == [0, 5])
    }

    @Test(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
    func derivedAttributesAndRenamedClassesOfCoreDataAreNoticed() async throws {
        let sample = try SampleStore("SampleModel2_V2.sqlite")
        defer { sample.remove() }
        let json = try await tool("inspect", sample.file.path, "--json").json()
        #expect(json["madeBy"] as? String == "Core Data")
        let oddities = "\(json["oddities"] ?? "")"
        #expect(oddities.contains("5 triggers of derived attributes"))
        #expect(oddities.contains("Derived attributes: Book.pagesCount"))
        #expect(oddities.contains("Book is BookV2"))
    }
}
