import SwiftData
import Testing

@Suite struct FetchingTests {
    private func library() throws -> ModelContext {
        let context = try memoryContext(Author.self)
        for (name, pages) in [("Ann", [10, 20]), ("Bob", [30]), ("Cid", [])] {
            let author = Author(name: name)
            author.books = pages.map { Book(title: "\(name) \($0)", pages: $0) }
            context.insert(author)
        }
        try context.save()
        return context
    }

    private var byTitle: [SortDescriptor<Book>] { [SortDescriptor(\.title)] }

    @Test func predicateSortLimitAndOffset() throws {
        let context = try library()
        var descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.pages >= 10 }, sortBy: byTitle)
        #expect(try context.fetch(descriptor).map(\.pages) == [10, 20, 30])
        descriptor.fetchOffset = 1
        descriptor.fetchLimit = 1
        #expect(try context.fetch(descriptor).map(\.pages) == [20])
        #expect(try context.fetchCount(descriptor) == 1)
        #expect(try context.fetchIdentifiers(descriptor).count == 1)
    }

    @Test func pendingChangesTakePart() throws {
        let context = try library()
        let books = try context.fetch(FetchDescriptor<Book>(sortBy: byTitle))
        books[0].pages = 1000
        context.delete(books[1])
        context.insert(Book(title: "New", pages: 500))
        let large = FetchDescriptor<Book>(predicate: #Predicate { $0.pages >= 100 }, sortBy: [SortDescriptor(\.pages)])
        #expect(try context.fetch(large).map(\.pages) == [500, 1000])
        #expect(try context.fetchCount(large) == 2)
        #expect(try context.fetchIdentifiers(large).count == 2)
        #expect(try context.fetch(FetchDescriptor<Book>()).count == 3)

        var stored = large
        stored.includePendingChanges = false
        #expect(try context.fetch(stored).isEmpty)
    }

    @Test func limitsHoldWithPendingChanges() throws {
        let context = try library()
        context.insert(Book(title: "AAA", pages: 1))
        var descriptor = FetchDescriptor<Book>(sortBy: byTitle)
        descriptor.fetchLimit = 2
        #expect(try context.fetch(descriptor).map(\.title) == ["AAA", "Ann 10"])
        descriptor.fetchOffset = 2
        #expect(try context.fetch(descriptor).map(\.title) == ["Ann 20", "Bob 30"])
    }

    @Test func conditionsThroughRelationshipsSeePendingChanges() throws {
        let context = try library()
        let ann = try #require(
            try context.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == "Ann" })).first
        )
        ann.name = "Zoe"
        let descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.author?.name == "Zoe" }, sortBy: byTitle)
        #expect(try context.fetch(descriptor).map(\.pages) == [10, 20])
        try context.save()
        #expect(try context.fetch(descriptor).map(\.pages) == [10, 20])
    }

    @Test func batchedFetchMergesPendingChanges() throws {
        let context = try library()
        context.insert(Book(title: "New", pages: 5))
        let results = try context.fetch(FetchDescriptor<Book>(sortBy: byTitle), batchSize: 2)
        #expect(results.count == 4)
        #expect(results.map(\.title) == ["Ann 10", "Ann 20", "Bob 30", "New"])
        #expect(results[3].title == "New")
    }

    @Test func enumerateWalksOverEverything() throws {
        let context = try library()
        var titles: [String] = []
        try context.enumerate(FetchDescriptor<Book>(sortBy: byTitle), batchSize: 2) { titles.append($0.title) }
        #expect(titles == ["Ann 10", "Ann 20", "Bob 30"])
    }

    @Test func sortsByOptionalsAndThroughToOne() throws {
        let context = try library()
        let authors = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
        authors[1].born = Date(timeIntervalSinceReferenceDate: 0)
        try context.save()
        let byBirth = try context.fetch(
            FetchDescriptor<Author>(sortBy: [SortDescriptor(\.born), SortDescriptor(\.name)])
        )
        #expect(byBirth.map(\.name) == ["Ann", "Cid", "Bob"])
        let books = try context.fetch(
            FetchDescriptor<Book>(sortBy: [SortDescriptor(\.author?.name, order: .reverse), SortDescriptor(\.title)])
        )
        #expect(books.map(\.title) == ["Bob 30", "Ann 10", "Ann 20"])
    }

    @Test func oneObjectForOneRow() throws {
        let context = try library()
        let first = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
        let second = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
        #expect(zip(first, second).allSatisfy { $0 === $1 })
        let identifier = first[0].persistentModelID
        #expect(context.model(for: identifier) === first[0])
        #expect(context.registeredModel(for: identifier) as Author? === first[0])
    }

    @Test func batchDeleteFollowsTheRules() throws {
        let context = try library()
        try context.delete(model: Author.self, where: #Predicate { $0.name == "Ann" })
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 2)
        #expect(try context.fetch(FetchDescriptor<Book>()).map(\.pages) == [30])
        try context.delete(model: Book.self)
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
    }

    private func shelf() throws -> (ModelContext, [Book]) {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        author.books = (0..<10).map { Book(title: "\($0)", pages: $0) }
        context.insert(author)
        try context.save()
        return (context, author.books)
    }

    /// Returns the expected result of a fetch: the same on all models in memory.
    private func expected(_ context: ModelContext, offset: Int, limit: Int) throws -> [Int] {
        let all = try context.fetch(FetchDescriptor<Book>()).filter { $0.pages > 2 }.map(\.pages).sorted()
        return Array(all.dropFirst(offset).prefix(limit))
    }

    @Test(arguments: [(0, 3), (2, 3), (5, 10), (20, 2)])
    func pagesAreRightWithChangesOfEveryKind(offset: Int, limit: Int) throws {
        let (context, books) = try shelf()
        books[3].pages = 0
        books[0].pages = 50
        books[1].pages = 4
        context.delete(books[5])
        context.insert(Book(title: "new", pages: 6))
        var descriptor = FetchDescriptor<Book>(
            predicate: #Predicate { $0.pages > 2 },
            sortBy: [SortDescriptor(\.pages)]
        )
        descriptor.fetchOffset = offset
        descriptor.fetchLimit = limit
        let wanted = try expected(context, offset: offset, limit: limit)
        #expect(try context.fetch(descriptor).map(\.pages) == wanted)
        #expect(try context.fetchCount(descriptor) == wanted.count)
        #expect(try context.fetchIdentifiers(descriptor).count == wanted.count)
        #expect(try Array(context.fetch(descriptor, batchSize: 2)).map(\.pages) == wanted)
        try context.save()
        #expect(try ModelContext(context.container).fetch(descriptor).map(\.pages) == wanted)
    }

    @Test func withoutPendingChangesTheStoreIsSeenAndMemoryKeepsItsEdits() throws {
        let (context, books) = try shelf()
        books[3].pages = 100
        context.delete(books[4])
        context.insert(Book(title: "new", pages: 7))
        var descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.pages == 3 })
        descriptor.includePendingChanges = false
        #expect(try context.fetch(descriptor).map(\.title) == ["3"])
        #expect(books[3].pages == 100)
        #expect(try context.fetchCount(descriptor) == 1)
        descriptor.predicate = nil
        #expect(try context.fetchCount(descriptor) == 10)
    }

    @Test func anUnsavedParentIsFoundThroughItsChildren() throws {
        let (context, books) = try shelf()
        books[2].author = Author(name: "unsaved")
        let descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.author?.name == "unsaved" })
        #expect(try context.fetch(descriptor).map(\.title) == ["2"])
        let authors = FetchDescriptor<Author>(
            predicate: #Predicate { $0.books.contains { $0.title == "2" } },
            sortBy: [SortDescriptor(\.name)]
        )
        #expect(try context.fetch(authors).map(\.name) == ["unsaved"])
        context.rollback()
        #expect(try context.fetch(authors).map(\.name) == ["A"])
    }

    @Test func anUntouchedClassIsCountedByTheStore() throws {
        let (context, table) = tableContext(Author.self, Tag.self)
        context.insert(Tag(name: "x"))
        context.insert(Author(name: "A"))
        try context.save()
        context.insert(Tag(name: "y"))
        table.calls = []
        #expect(try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])).count == 1)
        #expect(table.calls == ["fetch Author"])
    }
}
