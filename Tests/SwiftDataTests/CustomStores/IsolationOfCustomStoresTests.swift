import SwiftData
import Testing

/// Merge policies and isolated transactions on stores of the user's own, which have neither counters nor locks.
@Suite struct IsolationOfCustomStoresTests {
    @Test(arguments: StoreKind.allCases)
    func anIsolatedTransactionIsRefusedBeforeItsClosureRuns(kind: StoreKind) throws {
        let store = try CustomStore(kind)
        let context = try store.context()
        var hasRun = false
        #expect(throws: DataStoreError.unsupportedFeature) { try context.transaction(isolated: true) { hasRun = true } }
        #expect(!hasRun)
        context.insert(Author(name: "A"))
        try context.save()
    }

    @Test(arguments: StoreKind.allCases)
    func anEditOfARowThatHasChangedIsRefused(kind: StoreKind) throws {
        let store = try CustomStore(kind)
        let context = try store.context()
        context.mergePolicy = .error
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        let other = ModelContext(context.container)
        let theirs = try #require(other.model(for: author.persistentModelID) as? Author)
        author.name = "same"
        theirs.name = "same"
        try other.save()
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .conflict && error?.propertyName == "name" && context.hasChanges)
        #expect(context.conflicts.map(\.propertyName) == ["name"])
        try context.refresh(author)
        #expect(context.conflicts.isEmpty)
        author.name = "mine"
        try context.save()
        let read = try ModelContext(context.container).fetch(FetchDescriptor<Author>()).map(\.name)
        #expect(read == ["mine"])
    }

    @Test(arguments: StoreKind.allCases)
    func theSameValueTwiceIsAConflict(kind: StoreKind) throws {
        let store = try CustomStore(kind)
        let context = try store.context()
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        let other = ModelContext(context.container)
        let theirs = try #require(other.model(for: author.persistentModelID) as? Author)
        author.name = "same"
        theirs.name = "same"
        try other.save()
        try context.save()
        #expect(context.conflicts.map(\.isOverwritten) == [true])
    }
}
