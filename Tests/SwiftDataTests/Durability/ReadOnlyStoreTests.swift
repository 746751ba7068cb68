import SwiftData
import SwiftDataSQLite
import TestSupport
import Testing

/// A container with `allowsSave: false` writes nothing to the file or beside it.
@Suite struct ReadOnlyStoreTests {
    private func filledStore() throws -> TemporaryFolder {
        let store = try TemporaryFolder()
        let container = try store.container()
        let context = ModelContext(container)
        for number in 0..<10 { context.insert(Author(name: "\(number)")) }
        context.insert(Document(name: "large", content: Data(repeating: 1, count: 200_000)))
        try context.save()
        try container.defaultStore.connection.close()
        return store
    }

    private func use(_ store: TemporaryFolder) throws {
        let container = try store.container(for: Author.self, Document.self, allowsSave: false)
        let context = ModelContext(container)
        #expect(try context.fetch(FetchDescriptor<Author>()).map(\.name) == (0..<10).map(String.init))
        let document = try #require(try context.fetch(FetchDescriptor<Document>()).first)
        #expect(document.content.count == 200_000)
        document.content = Data(repeating: 2, count: 300_000)
        context.insert(Document(name: "new", content: Data(repeating: 1, count: 200_000)))
        context.insert(Author(name: "new"))
        #expect(storeError { try context.save() } == .readOnly)
        #expect(context.insertedModelsArray.count == 2)
        #expect(storeError { try context.delete(model: Author.self) } == .readOnly)
        #expect(storeError { try container.erase() } == .readOnly)
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 10)
    }

    @Test func aClosedStoreIsLeftAsItIs() throws {
        let store = try filledStore()
        let before = try store.files()
        #expect(before.keys.contains("test.store"))
        try use(store)
        #expect(try store.files() == before)
    }

    @Test func aFolderWithoutSupportFilesGetsNone() throws {
        let store = try TemporaryFolder()
        try store.container().defaultStore.connection.close()
        let before = try store.files()
        #expect(before.keys.sorted() == ["test.store"])
        let context = ModelContext(try store.container(for: Author.self, Document.self, allowsSave: false))
        context.insert(Document(name: "new", content: Data(repeating: 1, count: 200_000)))
        #expect(storeError { try context.save() } == .readOnly)
        #expect(try store.files() == before)
    }

    @Test func aStoreOfAKilledProcessIsReadAndLeftAsItIs() async throws {
        let store = try TemporaryFolder()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = store.file.path as String] in
            let configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
            let container = try ModelContainer(for: Author.self, Document.self, configurations: configuration)
            let context = ModelContext(container)
            for number in 0..<10 { context.insert(Author(name: "\(number)")) }
            context.insert(Document(name: "large", content: Data(repeating: 1, count: 200_000)))
            try context.save()
            kill(getpid(), SIGKILL)
        }
        let before = try store.files()
        #expect(before.keys.contains("test.store-wal"))
        #expect(before.keys.contains("test.store-shm"))
        try use(store)
        #expect(try store.files() == before)
    }

    @Test func aStoreThatAnotherContainerWritesIsReadAsItIsNow() throws {
        let store = try TemporaryFolder()
        let writer = ModelContext(try store.container())
        writer.insert(Author(name: "first"))
        try writer.save()
        let reader = ModelContext(try store.container(for: Author.self, Document.self, allowsSave: false))
        #expect(try reader.fetchCount(FetchDescriptor<Author>()) == 1)
        writer.insert(Author(name: "second"))
        try writer.save()
        #expect(try reader.fetchCount(FetchDescriptor<Author>()) == 2)
    }

    @Test func aMissingStoreIsNotMade() throws {
        let store = try TemporaryFolder()
        #expect(storeError { _ = try store.container(for: Author.self, allowsSave: false) } == .cannotOpen)
        #expect(try store.files().isEmpty)
    }
}
