import SwiftData
import Testing

/// Fetches that have to agree with what memory shows.
@Suite struct ReviewFetchingTests {
    private func library() throws -> (ModelContext, [Book]) {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        author.books = (0..<10).map { Book(title: "\($0)", pages: $0) }
        context.insert(author)
        try context.save()
        return (context, author.books)
    }

    /// What a fetch has to return: the same on all models in memory.
    private func expected(_ context: ModelContext, offset: Int, limit: Int) throws -> [Int] {
        let all = try context.fetch(FetchDescriptor<Book>()).filter { $0.pages > 2 }.map(\.pages).sorted()
        return Array(all.dropFirst(offset).prefix(limit))
    }

    @Test(arguments: [(0, 3), (2, 3), (5, 10), (20, 2)])
    func pagesAreRightWithChangesOfEveryKind(offset: Int, limit: Int) throws {
        let (context, books) = try library()
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
        let (context, books) = try library()
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
        let (context, books) = try library()
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

    @Test func rowsThatVanishDuringAWalkAreLeftOut() throws {
        let (context, _) = try library()
        let walker = ModelContext(context.container)
        var seen: [String] = []
        try walker.enumerate(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages)]), batchSize: 3) { book in
            if book.pages == 2 {
                try context.delete(model: Book.self, where: #Predicate { $0.pages == 4 || $0.pages == 8 })
            }
            seen.append(book.title)
        }
        #expect(seen == ["0", "1", "2", "3", "5", "6", "7", "9"])
    }

    @Test func modelsDeletedByTheWalkItselfAreLeftOut() throws {
        let (context, _) = try library()
        let walker = ModelContext(context.container)
        var seen: [String] = []
        try walker.enumerate(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages)]), batchSize: 4) { book in
            seen.append(book.title)
            if book.pages == 1 { try walker.delete(model: Book.self, where: #Predicate { $0.pages == 2 }) }
            book.title += "!"
            try walker.save()
        }
        #expect(seen == ["0", "1", "3", "4", "5", "6", "7", "8", "9"])
        #expect(try walker.fetch(FetchDescriptor<Book>()).allSatisfy { $0.title.hasSuffix("!") })
    }

    @Test func aBatchedResultWhoseRowVanishedReadsAsBlank() throws {
        let (context, _) = try library()
        let reader = ModelContext(context.container)
        let books = try reader.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages)]), batchSize: 2)
        try context.delete(model: Book.self)
        #expect(books.count == 10)
        for book in books { #expect(book.title.isEmpty && book.pages == 0) }
    }

    @Test func batchesOfABaseClassHoldSubclasses() throws {
        let context = try memoryContext(Animal.self, Dog.self, Person.self)
        for number in 0..<5 {
            context.insert(Animal(name: "a\(number)"))
            context.insert(Dog(name: "d\(number)", breed: "b\(number)", owner: Person(name: "p\(number)")))
        }
        try context.save()
        let reader = ModelContext(context.container)
        let animals = try reader.fetch(FetchDescriptor<Animal>(sortBy: [SortDescriptor(\.name)]), batchSize: 3)
        #expect(animals.map(\.name) == ["a0", "a1", "a2", "a3", "a4", "d0", "d1", "d2", "d3", "d4"])
        #expect(animals.compactMap { ($0 as? Dog)?.breed } == ["b0", "b1", "b2", "b3", "b4"])
        let dogs = try reader.fetch(
            FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.name, order: .reverse)]),
            batchSize: 2
        )
        #expect(dogs.map { $0.owner?.name } == ["p4", "p3", "p2", "p1", "p0"])
    }

    @Test func walkingBackwardsLoadsInBatches() throws {
        let (context, table) = tableContext(Author.self, Book.self, Tag.self)
        for number in 0..<100 { context.insert(Book(title: "\(number)", author: Author(name: "\(number)"))) }
        try context.save()
        let reader = ModelContext(context.container)
        let authors = try reader.fetch(FetchDescriptor<Author>())
        table.calls = []
        for author in authors.reversed() { #expect(author.books.count == 1) }
        #expect(table.calls.count == 1)
        let books = try ModelContext(context.container).fetch(FetchDescriptor<Book>())
        table.calls = []
        for book in books.reversed() { #expect(book.author?.name == book.title) }
        #expect(table.calls.count == 1)
    }
}
