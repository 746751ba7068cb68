import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// Transactions, undo managers and observers read nothing that is not read without them.
@Suite struct JournalWorkTests {
    enum Company: CaseIterable { case nobody, transaction, undoManager, observer }

    /// A store with tags of many books, and a context that has read a book without any and the tags.
    private func library(_ store: TemporaryFolder) throws -> (ModelContext, [Book], [Tag]) {
        let container = try store.container(for: Author.self, Book.self, Tag.self)
        let filling = ModelContext(container)
        let author = Author(name: "author")
        filling.insert(author)
        for name in ["1", "2"] {
            let tag = Tag(name: name)
            for number in 0..<100 { filling.insert(Book(title: "\(name).\(number)", author: author, tags: [tag])) }
        }
        for number in 0..<5 { filling.insert(Book(title: "new \(number)")) }
        try filling.save()
        let context = ModelContext(container)
        let new = FetchDescriptor<Book>(
            predicate: #Predicate { $0.title.starts(with: "new") },
            sortBy: [SortDescriptor(\.title)]
        )
        return (context, try context.fetch(new), try context.all(Tag.self, sortBy: [SortDescriptor(\.name)]))
    }

    @Test func addingToARelationshipReadsTheSameInAnyCompany() throws {
        var statements: [Company: [String]] = [:]
        var objects: [Company: Int] = [:]
        for company in Company.allCases {
            let store = try TemporaryFolder()
            let (context, books, tags) = try library(store)
            let author = try #require(try context.all(Author.self).first)
            let manager = UndoManager()
            var observer: AnyObject?
            if company == .undoManager { context.undoManager = manager }
            if company == .observer {
                let tags = try ResultsObserver(sortBy: [SortDescriptor(\Tag.name)], modelContext: context)
                #expect(tags.results.count == 2)
                observer = tags
            }
            let recorder = StatementRecorder(context.container)
            let work = {
                for book in books {
                    for tag in tags where !book.tags.contains(tag) { book.tags.append(tag) }
                    book.author = author
                }
            }
            let ran: [String]
            if company == .transaction {
                var inside: [String] = []
                try context.transaction {
                    work()
                    inside = recorder.statements
                }
                ran = inside
            } else {
                ran = recorder.statements(during: work)
            }
            statements[company] = ran
            objects[company] = context.unit.identityMap.count
            if company != .transaction { try context.save() }
            let linked = try ModelContext(context.container).all(Tag.self).map(\.books.count)
            #expect(linked == [105, 105])
            withExtendedLifetime(observer) {}
        }
        #expect(statements[.transaction] == statements[.nobody])
        #expect(statements[.undoManager] == statements[.nobody])
        #expect(statements[.observer] == statements[.nobody])
        #expect(Set(objects.values).count == 1)
    }

    @Test(arguments: [false, true]) func whatWasAddedUnreadIsTakenBack(isSaved: Bool) throws {
        let store = try TemporaryFolder()
        let (context, books, tags) = try library(store)
        let manager = UndoManager()
        context.undoManager = manager
        books[0].tags = [tags[0], tags[1]]
        context.processPendingChanges()
        if isSaved { try context.save() }
        manager.undo()
        #expect(books[0].tags.isEmpty)
        #expect(context.hasChanges == isSaved)
        try context.save()
        #expect(try ModelContext(context.container).all(Tag.self).map(\.books.count) == [100, 100])
        manager.redo()
        try context.save()
        #expect(books[0].tags.map(\.name).sorted() == ["1", "2"])
        #expect(try ModelContext(context.container).all(Tag.self).map(\.books.count) == [101, 101])
    }

    @Test func aTransactionThatThrowsTakesBackWhatItAddedUnread() throws {
        let store = try TemporaryFolder()
        let (context, books, tags) = try library(store)
        let recorder = StatementRecorder(context.container)
        books[0].tags = [tags[0]]
        #expect(throws: Sabotage.self) {
            try context.transaction {
                books[0].tags.append(tags[1])
                books[1].tags = [tags[0]]
                tags[1].books = []
                throw Sabotage()
            }
        }
        #expect(recorder.statements.allSatisfy { !$0.hasPrefix("UPDATE") })
        #expect(books[0].tags.map(\.name) == ["1"])
        #expect(books[1].tags.isEmpty)
        #expect(tags.map(\.books.count) == [101, 100])
        try context.save()
        #expect(try ModelContext(context.container).all(Tag.self).map(\.books.count) == [101, 100])
    }
}
