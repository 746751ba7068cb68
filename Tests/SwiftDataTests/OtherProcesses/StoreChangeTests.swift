import ClientModels
import SwiftData
import Testing

/// One notification for each commit of any process, as Core Data's `NSPersistentStoreRemoteChange`.
@MainActor @Suite struct StoreChangeTests {
    @Test func ownSavesAndThoseOfOthersArePosted() async throws {
        let store = try NeighbourStore()
        try store.neighbour("add", "1", "2")
        let container = try store.container()
        let all = Notices(of: container, named: ModelContainer.storeChange)
        let others = Notices(of: container)
        let context = ModelContext(container)
        let entries = try context.entries([1, 2])
        let identifiers = entries.map(\.persistentModelID)
        entries[0].seen = 3
        try context.save()
        #expect(all.all.map(\.updated) == [[identifiers[0]]])
        #expect(all.all.first?.tokens.keys.first == identifiers[0].storeIdentifier)
        try store.neighbour("edit", "2")
        #expect(try await waiting { all.all.count >= 2 })
        #expect(all.all.map(\.updated) == [[identifiers[0]], [identifiers[1]]])
        #expect(others.all.map(\.updated) == [[identifiers[1]]])
        // Nothing was saved.
        try context.save()
        #expect(all.all.count == 2)
    }

    @Test func insertionsDeletionsAndBatchDeletionsArePosted() throws {
        let container = try memoryContext(Author.self, Book.self, Tag.self).container
        let notices = Notices(of: container, named: ModelContainer.storeChange)
        let context = container.mainContext
        let author = Author(name: "A")
        context.insert(author)
        context.insert(Author(name: "B"))
        try context.save()
        #expect(notices.take().map(\.inserted.count) == [2])
        context.delete(author)
        try context.save()
        #expect(notices.take().map(\.deleted) == [[author.persistentModelID]])
        try context.delete(model: Author.self)
        #expect(notices.take().map(\.deleted.count) == [1])
        #expect(Notices(of: container).all.isEmpty)
    }

    @Test func eachStoreIsPostedByItself() throws {
        let container = try ModelContainer(
            for: Schema([Author.self, Book.self, Tag.self, Document.self]),
            configurations: [
                ModelConfiguration("a", schema: Schema([Author.self]), isStoredInMemoryOnly: true),
                ModelConfiguration("b", schema: Schema([Document.self]), isStoredInMemoryOnly: true),
            ]
        )
        let notices = Notices(of: container, named: ModelContainer.storeChange)
        let context = ModelContext(container)
        context.insert(Author(name: "A"))
        context.insert(Document(name: "B", content: Data()))
        try context.save()
        let stores = notices.all.map { Set($0.inserted.map(\.storeIdentifier)) }
        #expect(stores.count == 2 && stores.allSatisfy { $0.count == 1 } && stores[0] != stores[1])
        #expect(notices.all.allSatisfy { $0.tokens.count == 1 })
    }
}
