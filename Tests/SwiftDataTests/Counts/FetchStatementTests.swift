import SwiftData
import SwiftDataTesting
import Testing

/// The numbers of statements for reading: never one for each row.
@Suite struct FetchStatementTests {
    /// Each author has one book, each book two tags that it shares with all.
    private func library(authors count: Int) throws -> ModelContainer {
        let context = try memoryContext(Author.self)
        let tags = [Tag(name: "a"), Tag(name: "b")]
        for number in 0..<count {
            context.insert(Book(title: "\(number)", author: Author(name: "A\(number)"), tags: tags))
        }
        try context.save()
        return context.container
    }

    @Test(arguments: [1, 1_000])
    func aFetchIsOneStatementWhateverItFinds(count: Int) throws {
        let container = try library(authors: count)
        let context = ModelContext(container)
        let log = StatementRecorder(container)
        let fetch = try log.statements { () throws in
            #expect(try context.fetch(FetchDescriptor<Book>()).allSatisfy { $0.pages == 100 && !$0.isRead })
        }
        let counting = try log.statements { _ = try context.fetchCount(FetchDescriptor<Book>()) }
        let identifying = try log.statements { _ = try context.fetchIdentifiers(FetchDescriptor<Book>()) }
        let counts = [fetch.count, counting.count, identifying.count]
        #expect(counts == [1, 1, 1])
    }

    @Test func aBatchedFetchIsOneStatementAndOneForEachBatch() throws {
        let container = try library(authors: 1_000)
        let context = ModelContext(container)
        let log = StatementRecorder(container)
        let statements = try log.statements {
            let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]), batchSize: 100)
            #expect(books.map(\.title) == (0..<1_000).map(String.init))
        }
        #expect(statements.count == 1 + 10)
    }

    @Test func anEnumerationIsOneStatementAndOneForEachBatch() throws {
        let container = try library(authors: 1_000)
        let log = StatementRecorder(container)
        for order in [[], [SortDescriptor(\Book.title, order: .reverse)]] {
            var titles: [String] = []
            let statements = try log.statements {
                try ModelContext(container).enumerate(FetchDescriptor<Book>(sortBy: order), batchSize: 100) {
                    titles.append($0.title)
                }
            }
            #expect(statements.count == 1 + 10)
            let all = (0..<1_000).map(String.init)
            #expect(titles == (order.isEmpty ? all : all.reversed()))
        }
    }

    @Test func readingOneFaultOfAFetchLoadsItsNeighbours() throws {
        let container = try library(authors: 1_000)
        let context = ModelContext(container)
        let books = try context.fetch(FetchDescriptor<Book>())
        let other = ModelContext(container)
        for book in try other.fetch(FetchDescriptor<Book>()) { book.pages = 7 }
        try other.save()
        context.processPendingChanges()
        let log = StatementRecorder(container)
        let one = log.statements { #expect(books[0].pages == 7) }
        let rest = log.statements { #expect(books[1...].allSatisfy { $0.pages == 7 && $0.title != "" }) }
        let again = log.statements { #expect(books.allSatisfy { $0.pages == 7 }) }
        let counts = [one.count, rest.count, again.count]
        #expect(counts == [1, 4, 0])
    }

    @Test func aToManyOfAHundredOwnersIsOneStatement() throws {
        let container = try library(authors: 100)
        let context = ModelContext(container)
        let authors = try context.fetch(FetchDescriptor<Author>())
        let log = StatementRecorder(container)
        let byKey = log.statements { #expect(authors.allSatisfy { $0.books.count == 1 && $0.books[0].pages == 100 }) }
        #expect(byKey.count == 1)
        let books = authors.flatMap(\.books)
        let byJoin = log.statements { #expect(books.allSatisfy { $0.tags.map(\.name) == ["a", "b"] }) }
        #expect(byJoin.count == 1)
    }

    @Test func aWalkAlongAToOneLoadsTwoHundredAtATime() throws {
        let container = try library(authors: 1_000)
        let context = ModelContext(container)
        let books = try context.fetch(FetchDescriptor<Book>())
        let log = StatementRecorder(container)
        let walk = log.statements { #expect(Set(books.compactMap { $0.author?.name }).count == 1_000) }
        let back = log.statements { #expect(books.allSatisfy { $0.author?.books.first === $0 }) }
        let counts = [walk.count, back.count]
        // The way back begins with one author: only the second tells that it is a walk, which loads all the others.
        #expect(counts == [5, 2])
    }

    @Test(arguments: [300, 1_200])
    func aToManyOfAnyNumberOfOwnersIsTwoStatements(count: Int) throws {
        let container = try library(authors: count)
        let context = ModelContext(container)
        let authors = try context.fetch(FetchDescriptor<Author>())
        let log = StatementRecorder(container)
        let byKey = log.statements { #expect(authors.allSatisfy { $0.books.count == 1 && $0.books[0].pages == 100 }) }
        let books = try ModelContext(container).fetch(FetchDescriptor<Book>())
        let byJoin = log.statements { #expect(books.allSatisfy { $0.tags.map(\.name) == ["a", "b"] }) }
        let counts = [byKey.count, byJoin.count]
        #expect(counts == [2, 2])
    }

    @Test(arguments: [1, 300, 1_200])
    func whatWasPrefetchedTakesNoFurtherStatement(count: Int) throws {
        let container = try library(authors: count)
        let context = ModelContext(container)
        let log = StatementRecorder(container)
        var descriptor = FetchDescriptor<Book>()
        descriptor.relationshipKeyPathsForPrefetching = [\.author, \.tags]
        var books: [Book] = []
        let fetched = try log.statements { books = try context.fetch(descriptor) }
        // The rows, and one for each relationship.
        #expect(fetched.count == 3)
        let walk = log.statements {
            #expect(books.allSatisfy { $0.author?.name.isEmpty == false && $0.tags.map(\.name) == ["a", "b"] })
        }
        #expect(walk.isEmpty)
    }

    @Test func propertiesToFetchLeavesTheOthersForLater() throws {
        let container = try library(authors: 1_000)
        let context = ModelContext(container)
        let log = StatementRecorder(container)
        var descriptor = FetchDescriptor<Book>()
        descriptor.propertiesToFetch = [\.title]
        var books: [Book] = []
        let fetched = try log.statements { books = try context.fetch(descriptor) }
        #expect(fetched.count == 1)
        #expect(fetched.first?.contains("ZTITLE") == true)
        #expect(fetched.first?.contains("ZPAGES") == false)
        let titles = log.statements { #expect(Set(books.map(\.title)).count == 1_000) }
        let pages = log.statements { #expect(books.allSatisfy { $0.pages == 100 }) }
        let counts = [titles.count, pages.count]
        #expect(counts == [0, 5])
    }

    @Test func findingAModelInMemoryTakesNoStatement() throws {
        let container = try library(authors: 10)
        let context = ModelContext(container)
        let books = try context.fetch(FetchDescriptor<Book>())
        let log = StatementRecorder(container)
        let statements = log.statements {
            for book in books {
                #expect((context.model(for: book.persistentModelID) as? Book)?.title == book.title)
            }
        }
        #expect(statements.isEmpty)
    }
}
