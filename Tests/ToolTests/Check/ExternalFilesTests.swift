import Foundation
import SwiftData
import TestSupport
import Testing

struct ExternalFilesTests {
    private func support(_ file: URL) -> URL {
        let name = file.deletingPathExtension().lastPathComponent
        return file.deletingLastPathComponent().appending(path: ".\(name)_SUPPORT/_EXTERNAL_DATA")
    }

    @Test func aLostFileIsFoundAndItsValueCleared() async throws {
        let library = try FilledLibrary()
        let folder = support(library.file)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        let found = await tool("check", library.path)
        #expect(found.status == 1)
        #expect(found.output.contains("Book.cover: Rows refer to files of large values that are not there. 1 found"))
        let output = library.folder.url.appending(path: "repaired.store")
        #expect(await tool("check", library.path, "--repair", output.path).status == 0)
        #expect(try library.folder.sqlite3("SELECT count(ZCOVER) FROM ZBOOK", "repaired.store") == "1")
    }

    /// The files are where the store had them before it got a folder of its own, among those of the store beside it.
    @Test func filesOfTheFormerFolderAreNoLossAndGoWithACopy() async throws {
        let library = try FilledLibrary()
        let (former, stranger) = (support(library.file), "6F1C3D52-0B7F-4C11-9E55-0123456789AB")
        let files = try FileManager.default.contentsOfDirectory(atPath: former.path).sorted()
        try #require(!files.isEmpty)
        try Data([1]).write(to: former.appending(path: stranger))
        let own = library.folder.url.appending(path: ".\(library.file.lastPathComponent)_FILES")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: false)
        let found = await tool("check", library.path)
        #expect(found.status == 0, "\(found.output)")
        let count = try library.sqlite3("SELECT count(ZCOVER) FROM ZBOOK")
        let repaired = library.folder.url.appending(path: "repaired.store")
        _ = await tool("check", library.path, "--repair", repaired.path)
        let salvaged = library.folder.url.appending(path: "salvaged.store")
        _ = await tool("salvage", library.path, salvaged.path)
        for copy in [repaired, salvaged] where FileManager.default.fileExists(atPath: copy.path) || copy == salvaged {
            #expect(try library.folder.sqlite3("SELECT count(ZCOVER) FROM ZBOOK", copy.lastPathComponent) == count)
            let copied = try FileManager.default.contentsOfDirectory(atPath: support(copy).path).sorted()
            #expect(copied == files)
        }
    }

    /// Listing the folder is an error: root may read every folder, so it is a file here.
    private func blockFolder(_ file: URL) throws {
        let folder = support(file)
        try FileManager.default.moveItem(at: folder, to: folder.appendingPathExtension("aside"))
        try Data([1]).write(to: folder)
    }

    @Test func aFolderThatCannotBeListedIsNoLoss() async throws {
        let library = try FilledLibrary()
        try blockFolder(library.file)
        let found = await tool("check", library.path)
        #expect(found.status == 1)
        #expect(found.output.contains("The check of external files could not be completed"), "\(found.output)")
        #expect(!found.output.contains("Book.cover"))
        let output = library.folder.url.appending(path: "repaired.store")
        let repair = await tool("check", library.path, "--repair", output.path)
        #expect(repair.status == 1)
        #expect(repair.messages.contains("could not be listed"), "\(repair.messages)")
        #expect(!FileManager.default.fileExists(atPath: output.path))
    }

    @Test func aCopyWithoutItsFilesIsNotMade() async throws {
        let library = try FilledLibrary()
        try blockFolder(library.file)
        let target = library.folder.url.appending(path: "target.store")
        let types: [any PersistentModel.Type] = [Club.self]
        _ = try ModelContainer(for: Schema(types), configurations: [ModelConfiguration(url: target)])
        let output = library.folder.url.appending(path: "copy.store")
        let result = await tool("migrate", library.path, target.path, "--output", output.path)
        #expect(result.status == 1)
        #expect(result.messages.contains("could not be listed"), "\(result.messages)")
        #expect(!FileManager.default.fileExists(atPath: output.path))
    }

    /// The folder is on a volume that is not there now.
    @Test func aFolderBehindALinkThatLeadsNowhereIsNoLoss() async throws {
        let library = try FilledLibrary()
        let folder = support(library.file).deletingLastPathComponent()
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.createSymbolicLink(atPath: folder.path, withDestinationPath: "/nowhere/at/all")
        let found = await tool("check", library.path)
        #expect(found.output.contains("could not be listed"), "\(found.output)")
        #expect(!found.output.contains("Book.cover"))
    }

    @Test func aStoreWithoutAFolderIsCopied() async throws {
        let folder = try TemporaryFolder()
        let types: [any PersistentModel.Type] = [Club.self]
        _ = try ModelContainer(for: Schema(types), configurations: [ModelConfiguration(url: folder.file("a.store"))])
        let output = folder.file("copy.store")
        let result = await tool("check", folder.file("a.store").path, "--repair", output.path)
        #expect(result.status == 0, "\(result.messages)")
        #expect(FileManager.default.fileExists(atPath: output.path))
        // The folder's name would be longer than a name may be.
        let long = folder.file(String(repeating: "n", count: 246))
        try FileManager.default.copyItem(at: output, to: long)
        #expect(await tool("check", long.path).status == 0)
        let files = try await tool("inspect", long.path, "--json").json()["externalFiles"] as? [String: Any]
        #expect(files?["count"] as? Int == 0)
    }

    @Test func aFileOfNoRowIsFoundAndLeftOutOfTheCopy() async throws {
        let library = try FilledLibrary()
        let folder = support(library.file)
        try Data([1]).write(to: folder.appending(path: "00000000-0000-0000-0000-000000000000"))
        let found = await tool("check", library.path)
        #expect(found.status == 1)
        #expect(found.output.contains("belong to no row: 00000000-0000-0000-0000-000000000000"))
        let output = library.folder.url.appending(path: "repaired.store")
        #expect(await tool("check", library.path, "--repair", output.path).status == 0)
        let copied = try FileManager.default.contentsOfDirectory(atPath: support(output).path)
        #expect(copied.count == 1)
        #expect(try Data(contentsOf: support(output).appending(path: copied[0])) == Library.cover)
        // The store's own folder keeps what it has.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        let context = ModelContext(try Library.container(output))
        let books = try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.pages == 412 }))
        #expect(books.first?.cover == Library.cover)
    }
}
