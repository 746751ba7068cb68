import SwiftData
import TestSupport
import Testing

/// The work of contexts beside fetching and saving, on custom stores.
@Suite struct CustomStoreContextTests {
    @Test(arguments: StoreKind.allCases)
    func insertionsDeletionsAndEditsAreUndoneAndRedone(_ kind: StoreKind) throws {
        let store = try CustomStore(kind)
        let context = try store.context()
        let undo = UndoManager()
        undo.groupsByEvent = false
        context.undoManager = undo
        func step(_ change: () -> Void) {
            undo.beginUndoGrouping()
            change()
            undo.endUndoGrouping()
        }
        let author = Author(name: "A")
        author.books = [Book(title: "1")]
        step { context.insert(author) }
        try context.save()
        step { author.name = "B" }
        step { context.delete(author) }
        try context.save()
        #expect(try store.context().all(Book.self).isEmpty)
        undo.undo()
        try context.save()
        let read = try #require(try store.context().all(Author.self).first)
        #expect(read.name == "B" && read.books.map(\.title) == ["1"])
        undo.undo()
        try context.save()
        #expect(try store.context().all(Author.self).map(\.name) == ["A"])
        undo.redo()
        try context.save()
        #expect(try store.context().all(Author.self).map(\.name) == ["B"])
    }

    @Test(arguments: StoreKind.allCases)
    func aContextWithAutosaveSaves(_ kind: StoreKind) throws {
        let store = try CustomStore(kind)
        let context = try store.context()
        context.autosaveEnabled = true
        context.insert(Author(name: "A"))
        context.processPendingChanges()
        #expect(!context.hasChanges)
        #expect(try store.context().all(Author.self).map(\.name) == ["A"])
    }

    @Test(arguments: StoreKind.allCases)
    func otherContextsSeeASave(_ kind: StoreKind) throws {
        let store = try CustomStore(kind)
        let first = try store.context()
        let author = Author(name: "A")
        author.books = [Book(title: "1")]
        first.insert(author)
        try first.save()
        let second = ModelContext(first.container)
        let theirs = try #require(try second.all(Author.self).first)
        #expect(theirs.books.count == 1)
        author.name = "B"
        author.books.append(Book(title: "2"))
        first.delete(author.books[0])
        try first.save()
        second.processPendingChanges()
        #expect(theirs.name == "B")
        #expect(theirs.books.map(\.title) == ["2"])
        #expect(try store.context().all(Author.self).first?.books.map(\.title) == ["2"])
    }

    @Test func aStoreThatFailsLeavesTheChangesPending() throws {
        let store = try CustomStore(.plain)
        let context = try store.context()
        let configuration = try #require(store.configuration as? PlainConfiguration<DefaultSnapshot>)
        let author = Author(name: "A")
        author.books = [Book(title: "1")]
        context.insert(author)
        configuration.failure.next = CocoaError(.fileWriteOutOfSpace)
        #expect(throws: CocoaError.self) { try context.save() }
        #expect(author.persistentModelID.isTemporary && context.hasChanges)
        configuration.failure.next = nil
        try context.save()
        let read = try #require(try store.context().all(Author.self).first)
        #expect(read.books.map(\.title) == ["1"] && read.books.first?.author === read)
    }

    @Test func storesOfDifferentKindsInOneContainerSaveTogether() throws {
        let folder = try TemporaryFolder()
        let plain = PlainConfiguration<DefaultSnapshot>(file: folder.file, schema: Schema([Author.self]))
        var table = TableConfiguration()
        table.schema = Schema([Person.self])
        let database = ModelConfiguration("pages", schema: Schema([Page.self]), isStoredInMemoryOnly: true)
        let schema = Schema([Author.self, Person.self, Page.self])
        let container = try ModelContainer(for: schema, configurations: [plain, database, table])
        let context = ModelContext(container)
        let author = Author(name: "A")
        author.books = [Book(title: "1")]
        let page = Page(number: 1)
        for model in [author, Person(name: "P"), page] as [any PersistentModel] { context.insert(model) }
        plain.failure.next = CocoaError(.fileWriteOutOfSpace)
        #expect(throws: CocoaError.self) { try context.save() }
        #expect(page.persistentModelID.isTemporary)
        #expect(try ModelContext(container).all(Page.self).isEmpty)
        plain.failure.next = nil
        try context.save()
        #expect(author.persistentModelID.storeIdentifier == "plain")
        #expect(container.configurationName(forStoreIdentifier: "table") == "table")
        let other = ModelContext(container)
        #expect(try other.all(Author.self).first?.books.map(\.title) == ["1"])
        #expect(try other.all(Person.self).map(\.name) == ["P"])
        #expect(try other.all(Page.self).map(\.number) == [1])
    }
}
