import SwiftData
import Testing

/// The cost of pending changes for a fetch: nothing for changes that cannot matter to it.
@Suite struct PendingFetchWorkTests {
    private func library(_ count: Int) throws -> (ModelContext, [Book]) {
        let context = try memoryContext(Author.self, Book.self, Tag.self)
        for number in 0..<count { context.insert(Book(title: "\(number)", pages: number)) }
        try context.save()
        return (context, try context.all(Book.self, sortBy: [SortDescriptor(\.pages)]))
    }

    private func titled(_ title: String) -> FetchDescriptor<Book> {
        FetchDescriptor<Book>(predicate: #Predicate { $0.title == title })
    }

    @Test func editsThatAPredicateDoesNotLookAtAreNotTested() throws {
        let (context, books) = try library(100)
        context.unit.counts.pendingTests = 0
        for (number, book) in books.enumerated() {
            #expect(try context.fetch(titled("\(number)")).map(\.title) == ["\(number)"])
            #expect(try context.fetchCount(titled("\(number)")) == 1)
            book.pages += 1_000
        }
        #expect(context.unit.counts.pendingTests == 0)
        // Those that it looks at are.
        for (number, book) in books.prefix(3).enumerated() {
            book.title = "new \(number)"
            #expect(try context.fetch(titled("new \(number)")).map(\.title) == ["new \(number)"])
            #expect(try context.fetchCount(titled("\(number)")) == 0)
        }
        #expect(context.unit.counts.pendingTests == 2 * (1 + 2 + 3))
    }

    @Test func modelsOfOtherClassesAreNotTested() throws {
        let (context, _) = try library(3)
        for number in 0..<50 { context.insert(Tag(name: "\(number)")) }
        context.unit.counts.pendingTests = 0
        #expect(try context.fetchCount(titled("1")) == 1)
        #expect(context.unit.counts.pendingTests == 0)
        context.insert(Book(title: "1"))
        #expect(try context.fetchCount(titled("1")) == 2)
        #expect(context.unit.counts.pendingTests == 1)
    }

    /// The same numbers each time.
    private struct Steps: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = (state &+ 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
            return state ^ (state >> 31)
        }
    }

    /// Random changes, and fetches of each kind, against arrays.
    @Test(arguments: 0..<20) func fetchesAmongPendingChangesAreThoseOfTheReferenceModel(_ seed: Int) throws {
        var random = Steps(state: UInt64(seed))
        let (context, saved) = try library(30)
        var books = saved
        var gone: [Book] = []
        for step in 0..<60 {
            let place = Int.random(in: 0..<books.count, using: &random)
            switch (seed + step) % 6 {
            case 0: books[place].title = "\(Int.random(in: 0..<30, using: &random))"
            case 1: books[place].pages = Int.random(in: 0..<1_000, using: &random)
            case 2: books[place].isRead.toggle()
            case 3:
                let book = Book(title: "\(step % 30)", pages: Int.random(in: 0..<1_000, using: &random))
                context.insert(book)
                books.append(book)
            case 4:
                let book = books.remove(at: place)
                if !book.persistentModelID.isTemporary { gone.append(book) }
                context.delete(book)
            default:
                guard let book = gone.popLast() else { continue }
                context.insert(book)
                books.append(book)
            }
            if step == 40 {
                try context.save()
                gone = []
            }
            let title = "\(step % 30)"
            #expect(Set(try context.fetch(titled(title))) == Set(books.filter { $0.title == title }))
            var sorted = FetchDescriptor<Book>(
                predicate: #Predicate { !$0.isRead },
                sortBy: [SortDescriptor(\.pages), SortDescriptor(\.title)]
            )
            (sorted.fetchOffset, sorted.fetchLimit) = (2, 9)
            let expected = books.filter { !$0.isRead }.map { ($0.pages, $0.title) }
                .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.dropFirst(2).prefix(9)
            #expect(try context.fetch(sorted).map(\.pages) == expected.map(\.0))
            #expect(try context.fetchCount(FetchDescriptor<Book>()) == books.count)
        }
    }
}
