import Foundation
import SwiftDataCLI
import TestSupport
import Testing

/// The commands `backup`, `restore` and `salvage`.
@Suite(.enabled(if: Program.sqlite3 != nil && Program.python3 != nil, "needs sqlite3 and python3"))
struct BackupTests {
    private func dump(_ path: String) throws -> String { try #require(Program.sqlite3).run([path, ".dump"]) }

    private func covers(_ folder: URL, _ store: String = "library") -> [Data] {
        let place = folder.appending(path: ".\(store)_SUPPORT/_EXTERNAL_DATA")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        return names.sorted().compactMap { try? Data(contentsOf: place.appending(path: $0)) }
    }

    @Test(arguments: [false, true])
    func aStoreIsCopiedAndPutBack(hasLog: Bool) async throws {
        let library = try FilledLibrary()
        if hasLog { try library.keepingLog("UPDATE ZBOOK SET ZPAGES = 999") }
        let before = try FolderContents(library.folder.url)
        let target = library.folder.url.appending(path: "monday")
        let result = await tool("backup", library.path, target.path)
        #expect(result.status == 0, "\(result.messages)")
        let copy = target.appending(path: "library.store")
        #expect(result.output == "\(library.path) is copied to \(copy.path).\n")
        #expect(covers(target) == covers(library.folder.url) && covers(target).contains(Library.cover))
        let pages = "SELECT group_concat(ZPAGES) FROM (SELECT ZPAGES FROM ZBOOK ORDER BY Z_PK)"
        #expect(try library.folder.sqlite3(pages, "monday/library.store").hasPrefix("999") == hasLog)
        // The store has only been read.
        let after = try FolderContents(library.folder.url)
        #expect(after.names.filter { !$0.hasPrefix("monday") } == before.names)
        let whole = try dump(copy.path)

        try library.sqlite3("DELETE FROM ZBOOK")
        let restored = await tool("restore", target.path, library.path, "--keep", library.folder.url.path + "/kept")
        #expect(restored.status == 0, "\(restored.messages)")
        #expect(try dump(library.path) == whole)
        #expect(await tool("check", library.path).status == 0)
        #expect(try library.folder.sqlite3("SELECT count(*) FROM ZBOOK", "kept/library.store") == "0")
        let again = await tool("backup", library.path, target.path)
        #expect(again.status == 1)
        #expect(again.messages.contains("There is already a file or folder at"), "\(again.messages)")
    }

    @Test func reportsAreJSONForPrograms() async throws {
        let library = try FilledLibrary()
        let target = library.folder.url.appending(path: "monday").path
        let made = try await tool("backup", library.path, target, "--json").json()
        #expect(made["copy"] as? String == target + "/library.store")
        #expect((made["missingFiles"] as? [String])?.isEmpty == true)
        let restored = try await tool("restore", target, library.path, "--json").json()
        #expect(restored["store"] as? String == library.path && restored["kept"] is NSNull)
    }

    @Test func aLostFileIsTold() async throws {
        let library = try FilledLibrary()
        let place = library.folder.url.appending(path: ".library_SUPPORT/_EXTERNAL_DATA")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: place.path).first)
        try FileManager.default.removeItem(at: place.appending(path: name))
        let result = await tool("backup", library.path, library.folder.url.appending(path: "monday").path)
        #expect(result.status == 1)
        #expect(result.output.contains("- The file \(name) of a value is missing."), "\(result.output)")
    }

    @Test func whatIsNoStoreIsRefused() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.sqlite3("CREATE TABLE t (a)")
        let before = try FolderContents(folder.url)
        let result = await tool("backup", folder.file.path, folder.url.appending(path: "monday").path)
        #expect(result.status == 1)
        #expect(result.messages.contains("neither SwiftData nor Core Data made it"), "\(result.messages)")
        let restored = await tool("restore", folder.file.path, folder.url.appending(path: "other.store").path)
        #expect(restored.status == 1)
        #expect(try FolderContents(folder.url) == before)
    }

    @Test func aWholeStoreIsSalvagedWithoutALoss() async throws {
        let library = try FilledLibrary()
        let before = try FolderContents(library.folder.url)
        let output = library.folder.url.appending(path: "mended.store")
        let result = await tool("salvage", library.path, output.path)
        #expect(result.status == 0, "\(result.output)\(result.messages)")
        #expect(result.output.contains("Lost:\nNothing."))
        for table in ["ZBOOK", "ZSHELF", "ZTAG", "ZCLUB", "Z_PRIMARYKEY", "ACHANGE", "ATRANSACTION"] {
            let rows = "SELECT * FROM \(table)"
            #expect(try library.folder.sqlite3(rows, "mended.store") == (try library.sqlite3(rows)), "\(table)")
        }
        #expect(covers(library.folder.url, "mended") == covers(library.folder.url))
        let after = try FolderContents(library.folder.url)
        #expect(after.names.filter { !$0.contains("mended") } == before.names)
    }

    @Test func whatIsLostIsListed() async throws {
        let library = try FilledLibrary()
        let root = try #require(Int(try library.sqlite3("SELECT rootpage FROM sqlite_master WHERE name = 'ZTAG'")))
        var bytes = try Data(contentsOf: library.file)
        bytes.replaceSubrange((root - 1) * 4096..<root * 4096, with: Data(count: 4096))
        try bytes.write(to: library.file)
        let output = library.folder.url.appending(path: "mended.store")
        let result = await tool("salvage", library.path, output.path, "--json")
        #expect(result.status == 1)
        let lost = try #require(try result.json()["lost"] as? [String])
        #expect(!lost.isEmpty && lost.allSatisfy { $0.contains("Tag/p") }, "\(lost)")
        #expect(try library.folder.sqlite3("PRAGMA integrity_check", "mended.store") == "ok")
        #expect(try library.folder.sqlite3("SELECT count(*) FROM ZBOOK", "mended.store") == "3")
        _ = try Library.container(output)
        #expect(try Data(contentsOf: library.file) == bytes)
    }

    @Test func aFileThatCannotBeReadIsListedAndTheRestIsSalvaged() async throws {
        let library = try FilledLibrary()
        let place = library.folder.url.appending(path: ".library_SUPPORT/_EXTERNAL_DATA")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: place.path).first)
        // Reading a folder fails as reading a bad sector does.
        try FileManager.default.removeItem(at: place.appending(path: name))
        try FileManager.default.createDirectory(at: place.appending(path: name), withIntermediateDirectories: false)
        let output = library.folder.url.appending(path: "mended.store")
        let result = await tool("salvage", library.path, output.path, "--json")
        #expect(result.status == 1)
        let lost = try #require(try result.json()["lost"] as? [String])
        #expect(lost.contains { $0.hasPrefix("The file \(name) of a value cannot be read: ") }, "\(lost)")
        #expect(try library.folder.sqlite3("SELECT count(*) FROM ZBOOK", "mended.store") == "3")
        #expect(covers(library.folder.url, "mended").count == covers(library.folder.url).count)
        _ = try Library.container(output)
    }
}
