import SwiftData
import TestSupport
import Testing

/// A new model that comes into a context by the model that it is related to.
@Suite struct EnteringTests {
    private func context(_ types: any PersistentModel.Type...) throws -> (TemporaryFolder, ModelContext) {
        let store = try TemporaryFolder()
        let context = ModelContext(
            try ModelContainer(for: Schema(types), configurations: [ModelConfiguration(url: store.file)])
        )
        context.autosaveEnabled = false
        return (store, context)
    }

    private func author(in context: ModelContext) -> Author {
        let author = Author(name: "A")
        context.insert(author)
        return author
    }

    @Test func itIsInTheContextAndOnBothSidesOnceInTheOrderOfComing() throws {
        let (store, context) = try context(Author.self, Book.self, Tag.self)
        let author = author(in: context)
        let books = (0..<50).map { Book(title: "\($0)", author: author) }
        #expect(author.books.map(\.title) == (0..<50).map(String.init))
        #expect(books.allSatisfy { $0.modelContext === context && $0.author === author })
        #expect(context.insertedModelsArray.count == 51)
        // Said again, on either side and by inserting, it is the same.
        for book in books {
            book.author = author
            context.insert(book)
        }
        author.books = books
        #expect(author.books.count == 50)
        #expect(context.insertedModelsArray.count == 51)
        try context.save()
        #expect(try store.sqlite3("SELECT count(*), min(ZAUTHOR), max(ZAUTHOR) FROM ZBOOK") == "50|1|1")
        #expect(
            try store.sqlite3("SELECT group_concat(ZTITLE) FROM (SELECT ZTITLE FROM ZBOOK ORDER BY Z_PK)")
                == (0..<50).map(String.init).joined(separator: ",")
        )
        #expect(author.books.map(\.title) == (0..<50).map(String.init))
    }

    @Test func whatItHoldsComesAlong() throws {
        let (store, context) = try context(Author.self, Book.self, Tag.self)
        let author = author(in: context)
        let tags = [Tag(name: "a"), Tag(name: "b")]
        let book = Book(title: "held", tags: tags)
        #expect(tags.allSatisfy { $0.modelContext == nil && $0.books.map(\.title) == ["held"] })
        book.author = author
        #expect(tags.allSatisfy { $0.modelContext === context })
        try context.save()
        #expect(try store.sqlite3("SELECT count(*) FROM ZTAG") == "2")
        #expect(try store.sqlite3("SELECT count(*) FROM ZBOOK WHERE ZAUTHOR = 1") == "1")
        #expect(Set(book.tags.map(\.name)) == ["a", "b"])
    }

    @Test func aMemberOfAnotherOwnerChangesItsOwner() throws {
        let (_, context) = try context(Author.self, Book.self, Tag.self)
        let (first, second) = (author(in: context), author(in: context))
        let book = Book(title: "moves", author: first)
        book.author = second
        #expect(first.books.isEmpty)
        #expect(second.books.map(\.title) == ["moves"])
        book.author = nil
        #expect(second.books.isEmpty)
        #expect(book.modelContext === context)
    }

    @Test func rollingBackTakesItOutAgain() throws {
        let (store, context) = try context(Author.self, Book.self, Tag.self)
        let author = author(in: context)
        let book = Book(title: "gone", author: author)
        context.rollback()
        #expect(book.modelContext == nil)
        #expect(!context.hasChanges)
        try context.save()
        #expect(try store.sqlite3("SELECT count(*) FROM ZBOOK") == "0")
    }

    @Test func undoingTakesItOutAgain() throws {
        let (_, context) = try context(Author.self, Book.self, Tag.self)
        let author = author(in: context)
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        manager.beginUndoGrouping()
        let book = Book(title: "undone", author: author)
        manager.endUndoGrouping()
        #expect(author.books.count == 1)
        manager.undo()
        #expect(author.books.isEmpty)
        #expect(book.modelContext == nil)
    }

    @Test func nobodyKeepsItOnceItIsSaved() throws {
        let (store, context) = try context(Author.self, Book.self, Tag.self)
        defer { withExtendedLifetime(store) {} }
        let author = author(in: context)
        weak var book: Book?
        do {
            let made = Book(title: "free", author: author)
            book = made
        }
        #expect(book != nil, "The context keeps it until then.")
        try context.save()
        #expect(book == nil)
        #expect(author.books.map(\.title) == ["free"])
    }

    @Test func whoTracksTheOwnerIsTold() throws {
        let (_, context) = try context(Author.self, Book.self, Tag.self)
        let author = author(in: context)
        let reported = Mutexed(0)
        withObservationTracking {
            _ = author.books.count
        } onChange: {
            reported.withLock { $0 += 1 }
        }
        let book = Book(title: "seen", author: author)
        #expect(reported.withLock { $0 } == 1)
        withExtendedLifetime(book) {}
    }
}
