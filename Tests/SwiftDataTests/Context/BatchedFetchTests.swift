import SwiftData
import Testing

/// Fetches in batches and walks, while rows come and go.
@Suite struct BatchedFetchTests {
    private func library() throws -> (ModelContext, [Book]) {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        author.books = (0..<10).map { Book(title: "\($0)", pages: $0) }
        context.insert(author)
        try context.save()
        return (context, author.books)
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
