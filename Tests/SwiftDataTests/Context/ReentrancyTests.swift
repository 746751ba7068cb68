import SwiftData
import TestSupport
import Testing

/// User code that runs in the middle of the context's work.
@Suite struct ReentrancyTests {
    @Test func aSaveInDidSaveIsASave() throws {
        let context = try memoryContext(Author.self)
        let box = Box(context)
        let token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
            _ in
            guard !box.done else { return }
            box.done = true
            box.context?.insert(Author(name: "second"))
            try? box.context?.save()
        }
        defer { NotificationCenter.default.removeObserver(token) }
        context.insert(Author(name: "first"))
        try context.save()
        #expect(!context.hasChanges)
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Author>()) == 2)
    }

    @Test func changesInWillSaveAreSavedWithIt() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        context.insert(author)
        let box = Box(context)
        let token = NotificationCenter.default.addObserver(forName: ModelContext.willSave, object: context, queue: nil)
        { _ in
            box.context?.insert(Author(name: "B"))
            for case let model as Author in box.context?.insertedModelsArray ?? [] { model.born = .distantPast }
            try? box.context?.save()
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try context.save()
        let read = try ModelContext(context.container).fetch(FetchDescriptor<Author>())
        #expect(read.count == 2)
        #expect(read.allSatisfy { $0.born == .distantPast })
    }

    @Test func aRollbackInWillSaveLeavesNothingToSave() throws {
        let context = try memoryContext(Author.self)
        context.insert(Author(name: "A"))
        let box = Box(context)
        let token = NotificationCenter.default.addObserver(forName: ModelContext.willSave, object: context, queue: nil)
        { _ in box.context?.rollback() }
        defer { NotificationCenter.default.removeObserver(token) }
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 0)
    }

    @Test func anObserverThatEditsWhileARefreshArrivesLosesNothing() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        let bystander = Author(name: "bystander")
        context.insert(author)
        context.insert(bystander)
        try context.save()
        let other = ModelContext(context.container)
        let theirs = try #require(other.model(for: author.persistentModelID) as? Author)
        theirs.name = "B"
        try other.save()
        nonisolated(unsafe) let edited = bystander
        nonisolated(unsafe) let shared = context
        withObservationTracking {
            _ = author.name
        } onChange: {
            edited.name = "edited"
            shared.insert(Author(name: "inserted"))
            _ = try? shared.fetch(FetchDescriptor<Author>())
        }
        context.processPendingChanges()
        #expect(author.name == "B")
        #expect(bystander.name == "edited")
        try context.save()
        let names = try ModelContext(context.container).fetch(FetchDescriptor<Author>()).map(\.name)
        #expect(Set(names) == ["B", "edited", "inserted"])
    }

    @Test func anObserverThatEditsDuringARollbackKeepsItsEdit() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        let bystander = Author(name: "bystander")
        context.insert(author)
        context.insert(bystander)
        try context.save()
        author.name = "B"
        nonisolated(unsafe) let edited = bystander
        withObservationTracking {
            _ = author.name
        } onChange: {
            edited.name = "edited"
        }
        context.rollback()
        #expect(author.name == "A")
        try context.save()
        let names = try ModelContext(context.container).fetch(FetchDescriptor<Author>()).map(\.name)
        #expect(names.contains(bystander.name))
    }

    @Test func aNestedTransactionDoesNotEndTheOuterOne() throws {
        let context = try memoryContext(Author.self)
        context.autosaveEnabled = true
        try context.transaction {
            context.insert(Author(name: "A"))
            try context.transaction { context.insert(Author(name: "B")) }
            context.insert(Author(name: "C"))
            context.processPendingChanges()
            #expect(context.hasChanges)
        }
        #expect(!context.hasChanges)
    }

    @Test func whatAnObserverEditsWhileModelsAreJoinedIsSavedNext() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self, Book.self, Tag.self)
        let context = ModelContext(container)
        let (tag, author) = (Tag(name: "x", weight: 1), Author(name: "Ada"))
        context.insert(tag)
        context.insert(author)
        try context.save()
        let observed = Observed(author)
        withObservationTracking {
            _ = tag.weight
        } onChange: {
            observed.author.name = "Ada King"
        }
        context.insert(Tag(name: "x", weight: 2))
        try context.save()
        #expect(tag.weight == 2)
        #expect(author.name == "Ada King")
        #expect(context.hasChanges)
        try context.save()
        #expect(try store.sqlite3("SELECT ZNAME FROM ZAUTHOR") == "Ada King")
    }

    private final class Box: @unchecked Sendable {
        // Used on the thread of the test only.
        weak var context: ModelContext?
        var done = false
        init(_ context: ModelContext) { self.context = context }
    }

    /// Used on the test's own thread alone, where the context calls its observers.
    private final class Observed: @unchecked Sendable {
        let author: Author
        init(_ author: Author) { self.author = author }
    }
}
