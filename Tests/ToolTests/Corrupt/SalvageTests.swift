import Foundation
import TestSupport
import Testing

/// Damaged pages cost the rows that are on them, and no further ones.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3"))
struct SalvageTests {
    /// The library with 3,000 more tags, each led to by a club.
    private func wide() throws -> FilledLibrary {
        let library = try FilledLibrary()
        try library.sqlite3(
            """
            WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 3099)
            INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZWORD)
            SELECT i, (SELECT Z_ENT FROM ZTAG LIMIT 1), 1, 'word ' || i FROM n;
            UPDATE Z_PRIMARYKEY SET Z_MAX = 3099 WHERE Z_NAME = 'Tag';
            """
        )
        return library
    }

    private func words(_ text: String) -> Set<String> {
        Set(
            text.split(separator: "\n").compactMap { line in
                line.firstMatch(of: /"word":"([^"]*)"/).map { String($0.1) }
            }
        )
    }

    @Test(arguments: [[0], [3], [2, 3], [1, 4], [-1]])
    func anExportGoesOnBehindDamagedPages(places: [Int]) async throws {
        let library = try wide()
        let whole = words(await tool("export", library.path, "--entity", "Tag").output)
        #expect(whole.count == 3002)
        var pages = try TablePages(of: "ZTAG", library.file, library.folder)
        try #require(pages.leaves.count > 6)
        let damaged = places.map { pages.leaves[$0 < 0 ? pages.leaves.count + $0 : $0] }
        let lost = damaged.reduce(0) { $0 + pages.rowCount($1) }
        try pages.erase(damaged)
        let output = library.folder.url.appending(path: "rows.jsonl")
        let result = await tool("export", library.path, "--output", output.path)
        #expect(result.status == 1)
        let found = words(try String(contentsOf: output, encoding: .utf8))
        #expect(found.isSubset(of: whole) && found.count == 3002 - lost, "\(found.count) and \(lost)")
        let messages = result.messages.split(separator: "\n")
        let lines = messages.filter { $0.hasPrefix("Error: Tag/p") && $0.contains("cannot be read") }
        #expect(lines.count == (places == [1, 4] ? 2 : 1), "\(result.messages)")
        // The rows of other entities are all there.
        #expect(try String(contentsOf: output, encoding: .utf8).contains("\"title\":\"Dünen, Band 1\""))
        let strict = library.folder.url.appending(path: "strict.jsonl")
        #expect(await tool("export", library.path, "--output", strict.path, "--strict").status == 1)
        #expect(!FileManager.default.fileExists(atPath: strict.path))
    }

    @Test func aValueOnDamagedPagesIsLostAloneOfItsRow() async throws {
        let library = try FilledLibrary()
        try library.sqlite3(
            "DELETE FROM ZCLUB; INSERT INTO ZCLUB (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES "
                + (1...3).map {
                    "(\($0), (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Club'), 1, hex(zeroblob(6000)))"
                }
                .joined(separator: ", ")
        )
        var pages = try TablePages(of: "ZCLUB", library.file, library.folder)
        let leaf = try #require(pages.leaves.first { pages.rowCount($0) == 1 })
        try pages.erase([pages.overflow(leaf)])
        let result = await tool("export", library.path, "--entity", "Club")
        #expect(result.status == 1)
        #expect(result.output.split(separator: "\n").count == 3, "\(result.messages)")
        #expect(result.messages.split(separator: "\n").count == 1)
        #expect(result.messages.contains(".name: "), "\(result.messages)")
    }

    @Test func aRepairSavesWhatCanBeRead() async throws {
        let library = try wide()
        var pages = try TablePages(of: "ZTAG", library.file, library.folder)
        let lost = pages.rowCount(pages.leaves[3])
        try pages.erase([pages.leaves[3]])
        let before = try Data(contentsOf: library.file)
        let found = await tool("check", library.path)
        #expect(found.status == 1)
        #expect(found.output.contains("--repair OUTPUT makes a new file of what can be read."), "\(found.output)")
        let output = library.folder.url.appending(path: "mended.store")
        let result = await tool("check", library.path, "--repair", output.path)
        #expect(result.status == 1)
        #expect(try Data(contentsOf: library.file) == before)
        let part = try #require(result.output.components(separatedBy: "Lost:\n").last)
        #expect(part.hasPrefix("- Tag/p"), "\(result.output)")
        #expect(result.output.contains("Remaining problems:\nNo problems were found."), "\(result.output)")
        // By another program, and by our own container.
        #expect(try library.folder.sqlite3("PRAGMA integrity_check", "mended.store") == "ok")
        #expect(try library.folder.sqlite3("SELECT count(*) FROM ZTAG", "mended.store") == "\(3002 - lost)")
        #expect(try library.folder.sqlite3("SELECT count(*) FROM ZBOOK", "mended.store") == "3")
        let names = "SELECT group_concat(name || type) FROM (SELECT * FROM sqlite_master ORDER BY name)"
        #expect(try library.folder.sqlite3(names, "mended.store") == (try library.sqlite3(names)))
        #expect(await tool("check", output.path).status == 0)
        #expect(await tool("query", output.path, "Book").status == 0)
        _ = try Library.container(output)
    }

    @Test func noCopyIsMadeOfWhichNobodyHasAnyUse() async throws {
        let library = try FilledLibrary()
        let (file, folder) = (library.file, library.folder)
        let size = 4096
        var bytes = [UInt8](try Data(contentsOf: file))
        // Every table of rows, and none of what describes the store.
        let roots = try library.sqlite3(
            "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name IN ('ZBOOK', 'ZSHELF', 'ZTAG', 'ZCLUB')"
        )
        for root in roots.split(separator: "\n").compactMap({ Int($0) }) {
            for place in (root - 1) * size..<root * size { bytes[place] = 0 }
        }
        try Data(bytes).write(to: file)
        let before = try FolderContents(folder.url)
        let result = await tool("check", library.path, "--repair", folder.url.appending(path: "mended.store").path)
        #expect(result.status == 1)
        #expect(result.messages.contains("No row of the store can be read"), "\(result.messages)")
        #expect(try FolderContents(folder.url) == before)
    }

    @Test func noCopyIsMadeWhereTheFileDoesNotTellItsModel() async throws {
        let library = try FilledLibrary()
        let root = try #require(
            Int(try library.sqlite3("SELECT rootpage FROM sqlite_master WHERE name = 'Z_METADATA'"))
        )
        var bytes = [UInt8](try Data(contentsOf: library.file))
        for place in (root - 1) * 4096..<root * 4096 { bytes[place] = 0 }
        try Data(bytes).write(to: library.file)
        let before = try FolderContents(library.folder.url)
        let output = library.folder.url.appending(path: "mended.store").path
        let result = await tool("check", library.path, "--repair", output)
        #expect(result.status == 1)
        #expect(result.messages.hasPrefix("Error: "), "\(result.messages)")
        #expect(try FolderContents(library.folder.url) == before)
    }
}
