import SwiftData
import Testing

@Suite struct FaultTests {
    @Test func aTemporaryIdentifierFindsItsModelAfterTheSave() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        context.insert(author)
        let temporary = author.persistentModelID
        try context.save()
        #expect(temporary.isTemporary)
        #expect(context.model(for: temporary) === author)
        #expect((ModelContext(context.container).model(for: temporary) as? Author)?.name == "A")
    }

    @Test func aModelWhoseRowIsGoneReadsAsItWas() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        let other = ModelContext(context.container)
        let twin = try #require(try other.fetch(FetchDescriptor<Author>()).first)
        let identifier = author.persistentModelID
        context.delete(author)
        try context.save()
        #expect(try other.fetch(FetchDescriptor<Author>()).isEmpty)
        #expect(twin.name == "A")
        #expect(twin.modelContext == nil)
        let ghost = try #require(ModelContext(context.container).model(for: identifier) as? Author)
        #expect(ghost.name == "")
        #expect(ghost.books.isEmpty)
    }

    @Test func savesReachTheOtherContexts() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        let other = ModelContext(context.container)
        let twin = try #require(try other.fetch(FetchDescriptor<Author>()).first)
        author.name = "B"
        author.books.append(Book(title: "new"))
        try context.save()
        other.processPendingChanges()
        #expect(twin.name == "B")
        #expect(twin.books.map(\.title) == ["new"])
    }

    @Test func unsavedEditsSurviveARefresh() throws {
        let context = try memoryContext(Book.self)
        let book = Book(title: "A", pages: 1)
        context.insert(book)
        try context.save()
        let other = ModelContext(context.container)
        let twin = try #require(try other.fetch(FetchDescriptor<Book>()).first)
        twin.title = "edited"
        book.title = "saved"
        book.pages = 2
        try context.save()
        _ = try other.fetch(FetchDescriptor<Book>())
        #expect(twin.title == "edited")
        #expect(twin.pages == 2)
        try other.save()
        _ = try context.fetch(FetchDescriptor<Book>())
        #expect(book.title == "edited")
    }

    @Test func aModelOutlivesItsContextAndContainer() throws {
        func make() throws -> Author {
            let context = try memoryContext(Author.self)
            let author = Author(name: "A")
            author.books = [Book(title: "B")]
            context.insert(author)
            try context.save()
            return try #require(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).first)
        }
        let author = try make()
        #expect(author.books.map(\.title) == ["B"])
        let context = try #require(author.modelContext)
        author.name = "C"
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Author>()).map(\.name) == ["C"])
    }

    @Test func tenThousandPairsAreFreedWhenDropped() throws {
        Counted.alive.withLock { $0 = 0 }
        let context = try memoryContext(CountedParent.self)
        try autoreleased {
            for _ in 0..<10_000 {
                let parent = CountedParent()
                parent.children = [CountedChild()]
                context.insert(parent)
            }
            try context.save()
        }
        #expect(Counted.alive.withLock { $0 } == 0)
        try autoreleased {
            let parents = try context.fetch(FetchDescriptor<CountedParent>())
            #expect(parents.allSatisfy { $0.children.first?.parent === $0 })
            #expect(Counted.alive.withLock { $0 } >= 10_000)
        }
        #expect(Counted.alive.withLock { $0 } == 0)
    }

    private func autoreleased(_ body: () throws -> Void) rethrows { try body() }
}

enum Counted {
    static let alive = Mutexed(0)
}

final class Mutexed<Value>: @unchecked Sendable {
    // Every access to `value` holds `lock`.
    private let lock = NSLock()
    private var value: Value
    init(_ value: Value) { self.value = value }
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}

final class LifeToken {
    init() { Counted.alive.withLock { $0 += 1 } }
    deinit { Counted.alive.withLock { $0 -= 1 } }
}

@Model
final class CountedParent {
    @Relationship(deleteRule: .cascade, inverse: \CountedChild.parent) var children: [CountedChild] = []
    @Transient var life = LifeToken()

    init() {}
}

@Model
final class CountedChild {
    var parent: CountedParent?
    @Transient var life = LifeToken()

    init() {}
}
