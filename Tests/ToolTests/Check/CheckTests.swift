import Foundation
import SwiftDataCLI
import TestSupport
import Testing

struct CheckTests {
    private func findings(_ json: [String: Any]) throws -> [[String: Any]] {
        try #require(json["findings"] as? [[String: Any]])
    }

    private func isFinding(_ finding: [String: Any], _ damage: Damage) -> Bool {
        let place = [finding["entity"], finding["property"]].compactMap { $0 as? String }.joined(separator: ".")
        return finding["check"] as? String == damage.check && (damage.place.isEmpty || place == damage.place)
            && (damage.count == 0 || finding["count"] as? Int == damage.count)
            && (damage.part.isEmpty || (finding["message"] as? String ?? "").contains(damage.part))
    }

    @Test func aStoreOfOursHasNoProblems() async throws {
        let library = try FilledLibrary()
        let result = await tool("check", library.path)
        #expect(result.status == 0)
        #expect(result.output == "No problems were found.\n")
    }

    @Test(arguments: Damage.all)
    func damageIsFound(damage: Damage) async throws {
        let library = try FilledLibrary()
        try library.sqlite3(damage.sql)
        let before = try FolderContents(library.folder.url)
        let result = await tool("check", library.path, "--json")
        #expect(result.status == 1)
        let found = try findings(result.json())
        let finding = try #require(found.first { isFinding($0, damage) }, "\(result.output)")
        #expect(finding["severity"] as? String == "problem")
        #expect(finding["canBeRepaired"] as? Bool == (damage.repaired != nil))
        #expect(try FolderContents(library.folder.url) == before)
        // What people read names the place too.
        let text = await tool("check", library.path)
        #expect(text.status == 1)
        #expect(text.output.contains("problem (\(damage.check)): \(damage.place)"))
    }

    @Test(arguments: Damage.all.filter { $0.repaired != nil })
    func damageIsRepairedInACopy(damage: Damage) async throws {
        let library = try FilledLibrary()
        try library.sqlite3(damage.sql)
        let output = library.folder.url.appending(path: "repaired.store")
        let before = try Data(contentsOf: library.file)
        let result = await tool("check", library.path, "--json", "--repair", output.path)
        #expect(result.status == 0, "\(result.output)\(result.messages)")
        #expect(try Data(contentsOf: library.file) == before)
        let repair = try #require(try result.json()["repair"] as? [String: Any])
        #expect((repair["done"] as? [String] ?? []).isEmpty == false)
        #expect((repair["remaining"] as? [Any])?.isEmpty == true)
        let expected = try #require(damage.repaired)
        #expect(try library.folder.sqlite3(expected.query, "repaired.store") == expected.answer)
        // The copy is one file, which our own container takes.
        #expect(!FileManager.default.fileExists(atPath: output.path + "-wal"))
        #expect(try library.folder.sqlite3("PRAGMA integrity_check", "repaired.store") == "ok")
        _ = try Library.container(output)
    }

    @Test func whatNobodyCanRepairIsListedAgain() async throws {
        let library = try FilledLibrary()
        try library.sqlite3("UPDATE ZBOOK SET ZPAGES = 'many' WHERE ZPAGES = 301; UPDATE ZBOOK SET ZSHELF = 999")
        let output = library.folder.url.appending(path: "repaired.store")
        let result = await tool("check", library.path, "--repair", output.path)
        #expect(result.status == 1)
        #expect(result.output.contains("Book.shelf: Cleared the references to rows that are not there. (2)"))
        let left = try #require(result.output.components(separatedBy: "Remaining problems:").last)
        #expect(left.contains("Book.pages") && !left.contains("shelf"))
    }

    @Test func aCopyIsNeverWrittenOverAFile() async throws {
        let library = try FilledLibrary()
        let output = library.folder.url.appending(path: "taken.store")
        try Data("mine".utf8).write(to: output)
        let result = await tool("check", library.path, "--repair", output.path)
        #expect(result.status == 1)
        #expect(result.messages == "Error: There is already a file \(output.path).\n")
        #expect(try Data(contentsOf: output) == Data("mine".utf8))
    }

    @Test func aMissingIndexThatIsNotUniqueIsOnlyANote() async throws {
        let library = try FilledLibrary()
        try library.sqlite3("DROP INDEX Z_Book_SwiftDataIndexOnBinarytitle")
        let result = await tool("check", library.path, "--json")
        #expect(result.status == 0)
        let found = try findings(result.json())
        #expect(found.map { $0["severity"] as? String } == ["note"])
    }

    @Test func hashesMustFitTheirDigest() async throws {
        let library = try FilledLibrary()
        let python = try #require(Program.python3)
        try python.run(
            ["-", library.path],
            input: """
                import plistlib, sqlite3, sys
                database = sqlite3.connect(sys.argv[1])
                plist = plistlib.loads(database.execute("SELECT Z_PLIST FROM Z_METADATA").fetchone()[0])
                plist["NSStoreModelVersionHashes"]["Tag"] = bytes(32)
                plist["NSStoreModelVersionHashes"]["Ghost"] = bytes(32)
                data = plistlib.dumps(plist, fmt=plistlib.FMT_BINARY)
                database.execute("UPDATE Z_METADATA SET Z_PLIST = ?", (data,))
                database.commit()
                database.close()
                """
        )
        let result = await tool("check", library.path)
        #expect(result.status == 1)
        for part in ["digest", "checksum", "Ghost: The entity is in the metadata and not in the model cache."] {
            #expect(result.output.contains(part), "\(part)")
        }
    }
}
