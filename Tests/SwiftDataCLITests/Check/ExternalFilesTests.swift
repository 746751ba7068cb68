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
