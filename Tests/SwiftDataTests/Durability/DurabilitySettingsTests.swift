import SwiftData
import SwiftDataSQLite
import TestSupport
import Testing

/// SQLite's settings of durability, read back from the connection that writes.
@Suite struct DurabilitySettingsTests {
    @Test func aReturnedSaveHasReachedTheDisk() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Author.self))
        context.insert(Author(name: "A"))
        try context.save()
        let connection = try context.container.defaultStore.connection
        let settings = try connection.writeWithoutTransaction { runner in
            try ["synchronous", "journal_mode", "auto_vacuum"].map { try runner.strings("PRAGMA \($0)").first }
        }
        // FULL, with a log that is synchronised at each commit.
        #expect(settings == ["2", "wal", "2"])
    }

    @Test func aStoreInMemoryLeavesNoFile() throws {
        let folder = FileManager.default.currentDirectoryPath
        let before = try FileManager.default.contentsOfDirectory(atPath: folder)
        let context = try memoryContext(Author.self, Document.self)
        context.insert(Author(name: "A"))
        context.insert(Document(name: "large", content: Data(repeating: 1, count: 300_000)))
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Document>()).first?.content.count == 300_000)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == before)
    }
}
