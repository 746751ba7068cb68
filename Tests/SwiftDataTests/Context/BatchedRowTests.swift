import SwiftData
import SwiftDataCore
import SwiftDataTesting
import TestSupport
import Testing

/// Rows that contexts take in batches: each in its place, whatever order, gaps and models in memory there are.
@Suite struct BatchedRowTests {
    /// Thirty books, of which some have been deleted again.
    private func shelf(without gone: Set<Int> = []) throws -> (TemporaryFolder, ModelContainer) {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let context = ModelContext(container)
        for number in 0..<30 { context.insert(Book(title: "\(number)", pages: number)) }
        try context.save()
        try context.delete(model: Book.self, where: #Predicate { gone.contains($0.pages) })
        return (store, container)
    }

    @Test(arguments: [[], [SortDescriptor(\Book.pages, order: .reverse)]], [1, 7, 100])
    func anEnumerationKeepsTheOrderOverGaps(order: [SortDescriptor<Book>], size: Int) throws {
        let (store, container) = try shelf(without: [3, 4, 5, 11, 29])
        let descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.pages % 2 == 1 }, sortBy: order)
        let wanted = (0..<30).filter { $0 % 2 == 1 && ![3, 5, 11, 29].contains($0) }
        var seen: [Int] = []
        try ModelContext(container).enumerate(descriptor, batchSize: size) { seen.append($0.pages) }
        #expect(seen == (order.isEmpty ? wanted : wanted.reversed()))
        withExtendedLifetime(store) {}
    }

    @Test func modelsInMemoryTakeTheirPlaceInABatch() throws {
        let (store, container) = try shelf(without: [8])
        let context = ModelContext(container)
        let held = try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.pages > 5 && $0.pages < 12 }))
        held[1].title = "changed"
        let descriptor = FetchDescriptor<Book>()
        let batched = try context.fetch(descriptor, batchSize: 4)
        #expect(batched.map(\.pages) == (0..<30).filter { $0 != 8 })
        #expect(held.allSatisfy { book in batched.contains { $0 === book } })
        #expect(batched.filter { $0.title == "changed" }.map(\.pages) == [7])
        withExtendedLifetime(store) {}
    }

    @Test func insertsMeanwhileDoNotMakeAnEnumerationEndless() throws {
        let (store, container) = try shelf()
        let context = ModelContext(container)
        var seen: [Int] = []
        try context.enumerate(FetchDescriptor<Book>(), batchSize: 3) { book in
            seen.append(book.pages)
            context.insert(Book(title: "new", pages: 100 + book.pages))
            try context.save()
        }
        #expect(seen == Array(0..<30))
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 60)
        withExtendedLifetime(store) {}
    }

    @Test func aRegisteredModelTakesWhatItsRowHasNow() throws {
        let (store, container) = try shelf()
        let context = ModelContext(container)
        let books = try context.fetch(FetchDescriptor<Book>())
        books[2].title = "mine"
        _ = try store.sqlite3("UPDATE ZBOOK SET ZTITLE = 'theirs', ZPAGES = ZPAGES + 1")
        let again = try context.fetch(FetchDescriptor<Book>())
        #expect(zip(books, again).allSatisfy { $0 === $1 })
        #expect(again.map(\.pages) == Array(1...30))
        #expect(again[2].title == "mine" && again[3].title == "theirs")
    }

    /// Members come owner by owner, in the order in which they were added, those of owners that have none too.
    @Test func membersOfManyOwnersGoToTheirOwners() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let writer = ModelContext(container)
        for number in (0..<600).reversed() {
            let author = Author(name: "\(number)")
            author.books = (0..<number % 4).map { Book(title: "\(number) \($0)", pages: $0) }
            writer.insert(author)
        }
        try writer.save()
        for prefetches in [false, true] {
            var descriptor = FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])
            if prefetches { descriptor.relationshipKeyPathsForPrefetching = [\.books] }
            for author in try ModelContext(container).fetch(descriptor) {
                let number = try #require(Int(author.name))
                #expect(author.books.map(\.title) == (0..<number % 4).map { "\(number) \($0)" })
                #expect(author.books.allSatisfy { $0.author === author })
            }
        }
    }

    /// A tag that several books have stands several times among the neighbours of the other tags.
    @Test func ownersThatAreMetSeveralTimesHaveTheirMembers() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let writer = ModelContext(container)
        let tags = (0..<3).map { Tag(name: "\($0)") }
        for number in 0..<20 { writer.insert(Book(title: "\(number)", pages: number, tags: tags)) }
        try writer.save()
        let books = try ModelContext(container).fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages)]))
        for book in books {
            #expect(book.tags.map(\.name) == ["0", "1", "2"])
            #expect(book.tags.allSatisfy { $0.books.map(\.pages) == Array(0..<20) })
        }
    }

    @Test(arguments: [false, true])
    func aLimitOfMembersLeavesOwnersOutAsAWhole(salvaging: Bool) throws {
        let context = try memoryContext(Author.self)
        for count in [2, 0, 2, 3] {
            let author = Author(name: "\(count)")
            author.books = (0..<count).map { Book(title: "\($0)") }
            context.insert(author)
        }
        try context.save()
        let store = try #require(context.unit.core.stores.first?.walked)
        let layout = Author._$modelLayout
        let slot = try #require(layout.slot(named: "books"))
        let keys = try context.fetchIdentifiers(FetchDescriptor<Author>()).compactMap(\.row)
        let wanted = [keys[3], keys[0], keys[1], keys[0], keys[2]]
        func members(_ limit: Int) throws -> [Range<Int>?] {
            try store.members(slot, of: layout, owners: wanted, salvaging: salvaging, limit: limit).ranges
        }
        #expect(try members(.max) == [4..<7, 0..<2, 2..<2, 0..<2, 2..<4])
        #expect(try members(4) == [nil, 0..<2, 2..<2, 0..<2, 2..<4])
        #expect(try members(1) == [nil, 0..<2, 2..<2, 0..<2, nil])
    }

    @Test func rowsOfSubclassesKeepTheirClassesInABatch() throws {
        let context = try memoryContext(Animal.self, Dog.self, Person.self)
        for number in 0..<6 {
            context.insert(number % 2 == 0 ? Animal(name: "\(number)") : Dog(name: "\(number)", breed: ""))
        }
        try context.save()
        let reader = ModelContext(context.container)
        var seen: [Bool] = []
        try reader.enumerate(FetchDescriptor<Animal>(), batchSize: 4) { seen.append($0 is Dog) }
        #expect(seen == [false, true, false, true, false, true])
        #expect(try reader.fetch(FetchDescriptor<Dog>()).count == 3)
    }
}
