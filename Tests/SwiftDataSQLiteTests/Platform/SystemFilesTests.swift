import Foundation
import SwiftDataSQLite
import TestSupport
import Testing

/// The calls for files do the same whatever makes them: the system's own, or Foundation's where the fallbacks are
/// built.
@Suite struct SystemFilesTests {
    private let folder: TemporaryFolder
    private let files = SystemFiles()

    init() throws { folder = try TemporaryFolder() }

    private func number(of failing: () throws -> Void) -> Int32? {
        do {
            try failing()
            return nil
        } catch {
            return (error as? FileFailure)?.number
        }
    }

    @Test func aFolderIsMadeOnce() throws {
        let path = folder.path("folder")
        #expect(try files.makeFolder(path, FilePermissions()))
        #expect(try !files.makeFolder(path, FilePermissions()))
        var isFolder: ObjCBool = false
        #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue)
        let below = folder.path("none/folder")
        #expect(number { _ = try files.makeFolder(below, FilePermissions()) } == ENOENT)
    }

    @Test func aFileIsWrittenOnceAndAddedTo() throws {
        let path = folder.path("file")
        try files.write(Data("first".utf8), to: path, FilePermissions())
        #expect(number { try files.write(Data("again".utf8), to: path, FilePermissions()) } == EEXIST)
        try files.append(Data(", second".utf8), to: path)
        try files.syncFile(path)
        try files.syncFolder(folder.url.path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "first, second")
        #expect(try files.contents(of: path) == Data("first, second".utf8))
        #expect(number { try files.append(Data(), to: folder.path("none")) } == ENOENT)
        #expect(number { try files.write(Data(), to: folder.path("none/file"), FilePermissions()) } == ENOENT)
    }

    @Test func aCopyHasTheContentAndReplacesNothing() throws {
        let (source, copy) = (folder.path("source"), folder.path("copy"))
        let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try content.write(to: URL(fileURLWithPath: source))
        var reported: Int64 = 0
        try files.copy(source, to: copy, FilePermissions()) { reported += $0 }
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == content && reported == Int64(content.count))
        #expect(number { try files.copy(source, to: copy, FilePermissions()) { _ in } } == EEXIST)
        #expect(
            number { try files.copy(folder.path("none"), to: folder.path("other"), FilePermissions()) { _ in } }
                == ENOENT
        )
    }

    @Test func aNameIsGivenAlsoWhereThereIsAFileOfIt() throws {
        let (old, new) = (folder.path("old"), folder.path("new"))
        for content in ["one", "two"] {
            try Data(content.utf8).write(to: URL(fileURLWithPath: old))
            try files.rename(old, to: new)
            #expect(try files.names(in: folder.url.path) == ["new"])
            #expect(try String(contentsOfFile: new, encoding: .utf8) == content)
        }
        #expect(number { try files.rename(folder.path("none"), to: new) } == ENOENT)
        #expect(try files.contents(of: new) == Data("two".utf8))
    }

    @Test func whatIsThereIsRemoved() throws {
        let (path, file) = (folder.path("folder"), folder.path("folder/file"))
        _ = try files.makeFolder(path, FilePermissions())
        try files.write(Data(), to: file, FilePermissions())
        files.removeFolder(path)
        #expect(try files.names(in: path) == ["file"])
        #expect(try files.remove(file))
        #expect(try !files.remove(file))
        files.removeFolder(path)
        #expect(try files.names(in: folder.url.path) == [])
    }
}
