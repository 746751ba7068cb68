import Foundation
import TestSupport
import Testing

struct CompactTests {
    private func contents(_ library: FilledLibrary) throws -> String {
        try library.sqlite3(
            "SELECT * FROM ZBOOK ORDER BY Z_PK; SELECT * FROM Z_PRIMARYKEY; SELECT count(*) FROM ACHANGE"
        )
    }

    private func fillAndEmpty(_ library: FilledLibrary) throws {
        try library.sqlite3(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO ZTAG (Z_ENT, Z_OPT, ZWORD) SELECT 5, 1, 'a word that takes some room ' || i FROM n;
            DELETE FROM ZTAG WHERE ZWORD LIKE 'a word%';
            """
        )
    }

    @Test(arguments: [false, true])
    func freePagesAreGivenBackAndRowsStay(full: Bool) async throws {
        let library = try FilledLibrary()
        try fillAndEmpty(library)
        let before = try contents(library)
        let size = try Data(contentsOf: library.file).count
        let result = await tool(["compact", library.path, "--json"] + (full ? ["--full"] : []))
        #expect(result.status == 0)
        let json = try result.json()
        let after = try #require(json["after"] as? [String: Any])
        #expect(json["isRewritten"] as? Bool == full)
        #expect((json["before"] as? [String: Any])?["fileSize"] as? Int == size)
        #expect(after["fileSize"] as? Int == (try Data(contentsOf: library.file).count))
        #expect(after["freePageCount"] as? Int == 0)
        #expect(try Data(contentsOf: library.file).count < size / 2)
        #expect(try contents(library) == before)
        #expect(try library.sqlite3("PRAGMA integrity_check; PRAGMA auto_vacuum") == "ok\n2")
    }

    @Test func theLogIsMovedIntoTheFile() async throws {
        let library = try FilledLibrary()
        try library.keepingLog("UPDATE ZBOOK SET ZPAGES = 999")
        #expect(await tool("compact", library.path).status == 0)
        #expect(!FileManager.default.fileExists(atPath: library.path + "-wal"))
        #expect(try library.sqlite3("SELECT DISTINCT ZPAGES FROM ZBOOK") == "999")
    }

    @Test func aDatabaseOfSomethingElseIsNotTouched() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.sqlite3("CREATE TABLE t (a); INSERT INTO t VALUES (1); DELETE FROM t")
        let before = try FolderContents(folder.url)
        let result = await tool("compact", folder.file.path)
        #expect(result.status == 1)
        #expect(result.messages.contains("neither SwiftData nor Core Data made it"))
        #expect(try FolderContents(folder.url) == before)
    }

    @Test func aFileKeepsItsJournalMode() async throws {
        let library = try FilledLibrary()
        try library.sqlite3("PRAGMA journal_mode = DELETE")
        #expect(await tool("compact", library.path).status == 0)
        #expect(try library.sqlite3("PRAGMA journal_mode") == "delete")
    }
}
