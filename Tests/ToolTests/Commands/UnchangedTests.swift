import Foundation
import SwiftDataSQLite
import TestSupport
import Testing

/// Commands that only read leave no trace: no changed byte of the store, no file beside it.
struct UnchangedTests {
    private func expectNoTrace(_ path: String, in folder: URL) async throws {
        let before = try FolderContents(folder)
        let entity = try DynamicStore(url: URL(filePath: path)).entityNames[0]
        for arguments in ReadingCommands.all(path, entity: entity) {
            let result = await tool(arguments)
            #expect([0, 1].contains(result.status), "\(arguments): \(result.messages)")
            #expect(try FolderContents(folder) == before, "\(arguments)")
        }
    }

    @Test(
        .enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"),
        arguments: SampleStore.names
    )
    func aStoreOfApplesStaysAsItIs(name: String) async throws {
        let sample = try SampleStore(name)
        defer { sample.remove() }
        try await expectNoTrace(sample.file.path, in: sample.folder)
    }

    @Test(arguments: [false, true])
    func aStoreOfOursStaysAsItIs(hasLog: Bool) async throws {
        let library = try FilledLibrary()
        if hasLog { try library.keepingLog("UPDATE ZBOOK SET ZPAGES = ZPAGES + 1") }
        #expect(FileManager.default.fileExists(atPath: library.path + "-wal") == hasLog)
        try await expectNoTrace(library.path, in: library.folder.url)
    }

    @Test func aFolderThatMayNotBeWrittenIsNoHindrance() async throws {
        let library = try FilledLibrary()
        try library.keepingLog("UPDATE ZBOOK SET ZPAGES = ZPAGES + 1")
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: library.folder.url.path)
        defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: library.folder.url.path) }
        try await expectNoTrace(library.path, in: library.folder.url)
    }

    @Test func theBuiltProgramLeavesNoTraceEither() throws {
        let library = try FilledLibrary()
        try library.keepingLog("UPDATE ZBOOK SET ZPAGES = ZPAGES + 1")
        let before = try FolderContents(library.folder.url)
        for arguments in ReadingCommands.all(library.path) {
            #expect(try BuiltTool.run(arguments).status == 0, "\(arguments)")
            #expect(try FolderContents(library.folder.url) == before, "\(arguments)")
        }
    }
}
