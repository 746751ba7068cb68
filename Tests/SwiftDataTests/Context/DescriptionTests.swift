import SwiftData
import Testing

/// The descriptions of contexts, models and snapshots.
@Suite struct DescriptionTests {
    @Test func aContextTellsItsStoresAndWhatIsPending() throws {
        let context = try memoryContext(Author.self, Book.self, Tag.self)
        context.author = "me"
        let saved = Author(name: "a secret")
        context.insert(saved)
        try context.save()
        saved.name = "another secret"
        context.insert(Author(name: "third"))
        let text = context.debugDescription
        #expect(text.hasPrefix("ModelContext(stores: \""))
        #expect(text.contains("inserted: 1, changed: 1, deleted: 0, autosave: off, author: \"me\""))
        #expect(!text.contains("secret"))
    }

    @Test func aModelTellsItsAddressAndWhatIsUnsaved() throws {
        let context = try memoryContext(Author.self, Book.self, Tag.self)
        let author = Author(name: "a secret")
        #expect(author.debugDescription.hasSuffix(", in no context)"))
        context.insert(author)
        #expect(author.debugDescription.hasSuffix(", not saved yet)"))
        try context.save()
        #expect(author.debugDescription == "Author(\(author.persistentModelID), no unsaved edits)")
        author.name = "another secret"
        #expect(author.debugDescription == "Author(\(author.persistentModelID), unsaved: name)")
        context.delete(author)
        #expect(author.debugDescription.hasSuffix(", to be deleted)"))
        try context.save()
        #expect(author.debugDescription.hasSuffix(", deleted)"))
    }

    @Test func identifiersOfTwoEntitiesDiffer() throws {
        let context = try memoryContext(Author.self, Book.self, Tag.self)
        let (author, tag) = (Author(name: "A"), Tag(name: "A"))
        context.insert(author)
        context.insert(tag)
        try context.save()
        let keys = Set([String(describing: author.persistentModelID), String(describing: tag.persistentModelID)])
        #expect(keys.count == 2)
        #expect(keys.allSatisfy { $0.hasPrefix("x-coredata://") && $0.hasSuffix("/p1") })
        let again = try #require(PersistentIdentifier(author.persistentModelID.description))
        #expect((ModelContext(context.container).model(for: again) as? Author)?.name == "A")
    }

    @Test func aSnapshotTellsItsAddressAndValues() throws {
        let author = Author(name: "Ada")
        var related: [PersistentIdentifier: any BackingData] = [:]
        let snapshot = DefaultSnapshot(from: author.persistentBackingData, relatedBackingDatas: &related)
        #expect(String(describing: snapshot).hasPrefix("DefaultSnapshot(x-coredata:///Author/t"))
        #expect(String(describing: snapshot).contains("name: \"Ada\""))
    }

    @Test func theAuthorIsSetThroughTheEditingState() throws {
        let context = try memoryContext(Author.self)
        let identity = context.editingState.id
        context.editingState.author = "me"
        #expect(context.author == "me")
        context.insert(Author(name: "A"))
        try context.save()
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.map(\.author) == ["me"])
        // The identity is what stores know the context by.
        context.editingState = ModelContext(context.container).editingState
        #expect(context.editingState.id == identity)
        #expect(context.author == nil)
    }
}
