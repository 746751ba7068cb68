import SwiftData
import TestSupport
import Testing

/// Observers of a save that fetch, edit the graph and save again.
@Suite struct ObserverGraphTests {
    /// Lets an observer, which has to be `Sendable`, use the context that posts on its own thread.
    private final class Handler: @unchecked Sendable {
        // No lock: a notification is handed over on the thread that posts it, which is the test's.
        var calls = 0
        let action: (Handler) -> Void

        init(_ action: @escaping (Handler) -> Void) { self.action = action }

        func observe(_ name: Notification.Name, _ context: ModelContext) -> any NSObjectProtocol {
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { [self] _ in
                calls += 1
                action(self)
            }
        }
    }

    private func library() throws -> (TemporaryFolder, ModelContext, Author) {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Author.self))
        let author = Author(name: "A")
        author.books = [Book(title: "1"), Book(title: "2")]
        context.insert(author)
        try context.save()
        return (store, context, author)
    }

    @Test func aHandlerOfWillSaveSeesWhatIsPendingAndMovesIt() throws {
        let (store, context, author) = try library()
        let handler = Handler { _ in
            let books = (try? context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))) ?? []
            #expect(books.map(\.title) == ["1", "2", "3"])
            let heir = Author(name: "heir")
            heir.books = books.filter { $0.title != "1" }
            context.delete(books[0])
            try? context.save()
            #expect(context.hasChanges)
        }
        let token = handler.observe(ModelContext.willSave, context)
        defer { NotificationCenter.default.removeObserver(token) }
        author.books.append(Book(title: "3"))
        try context.save()
        #expect(handler.calls == 1)
        #expect(!context.hasChanges)
        #expect(author.books.isEmpty)
        let titles =
            "SELECT group_concat(ZTITLE || ZNAME) FROM (SELECT * FROM ZBOOK b JOIN ZAUTHOR a "
            + "ON a.Z_PK = b.ZAUTHOR ORDER BY ZTITLE)"
        #expect(try store.sqlite3(titles) == "2heir,3heir")
    }

    @Test func aHandlerOfDidSaveThatSavesUntilAllIsDoneEnds() throws {
        let (store, context, author) = try library()
        let handler = Handler { handler in
            // Fetches what has just been written, and goes on with it.
            let saved = (try? ModelContext(context.container).fetch(FetchDescriptor<Book>())) ?? []
            #expect(saved.count == 1 + handler.calls)
            guard handler.calls < 5 else { return }
            author.books.append(Book(title: "\(handler.calls)"))
            try? context.save()
            #expect(!context.hasChanges)
        }
        author.name = "B"
        let token = handler.observe(ModelContext.didSave, context)
        defer { NotificationCenter.default.removeObserver(token) }
        try context.save()
        #expect(handler.calls == 5)
        #expect(author.books.count == 6)
        #expect(try store.sqlite3("SELECT count(*) FROM ZBOOK") == "6")
    }

    @Test func aHandlerOfDidSaveThatRollsBackOrUndoesKeepsWhatWasSaved() throws {
        let (store, context, author) = try library()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        manager.group { author.name = "B" }
        let handler = Handler { handler in
            guard handler.calls == 1 else { return }
            author.born = .distantPast
            context.rollback()
            #expect(author.born == nil)
            #expect(author.name == "B")
        }
        let token = handler.observe(ModelContext.didSave, context)
        defer { NotificationCenter.default.removeObserver(token) }
        try context.save()
        #expect(!context.hasChanges)
        #expect(try store.sqlite3("SELECT ZNAME FROM ZAUTHOR") == "B")
    }

    @Test func aSaveInsideAnEnumerationThatDeletesWhatComesNext() throws {
        let (store, context, author) = try library()
        for number in 3...60 { author.books.append(Book(title: "\(number)")) }
        try context.save()
        var seen: [String] = []
        let sorted = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.persistentModelID)])
        try context.enumerate(sorted, batchSize: 10) { book in
            seen.append(book.title)
            guard let number = Int(book.title), number.isMultiple(of: 3) else { return }
            let next = "\(number + 1)"
            for book in author.books where book.title == next { context.delete(book) }
            book.pages = number
            try context.save()
        }
        let expected = (1...60).filter { $0 == 1 || $0 % 3 != 1 }.map(String.init)
        #expect(seen == expected)
        #expect(author.books.map(\.title) == expected)
        #expect(try store.sqlite3("SELECT count(*), sum(ZPAGES = ZTITLE) FROM ZBOOK") == "\(expected.count)|20")
    }
}
