import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// The order of to-many relationships, read back by another container on the same file.
@Suite struct OrderTests {
    private let store: TemporaryFolder

    init() throws {
        store = try TemporaryFolder()
    }

    private func container() throws -> ModelContainer {
        try store.container(for: Author.self, Book.self, Tag.self, Folder.self, Page.self, Lock.self)
    }

    private func author(_ context: ModelContext) throws -> Author {
        try #require(try context.fetch(FetchDescriptor<Author>()).first)
    }

    private func titles() throws -> [String] {
        try author(ModelContext(try container())).books.map(\.title)
    }

    @discardableResult
    private func author(with titles: [String], in context: ModelContext) throws -> Author {
        let author = Author(name: "A")
        context.insert(author)
        author.books = titles.map { Book(title: $0) }
        try context.save()
        return author
    }

    @Test func membersThatAreOnlyAppendedNeedNoColumn() throws {
        let context = ModelContext(try container())
        let author = try author(with: ["a", "b"], in: context)
        author.books.append(Book(title: "c"))
        try context.save()
        #expect(try titles() == ["a", "b", "c"])
        #expect(try store.sqlite3("SELECT count(*) FROM pragma_table_info('ZBOOK') WHERE name LIKE 'Z_FOK%'") == "0")
    }

    @Test func aNewOrderSurvivesReopening() throws {
        let context = ModelContext(try container())
        let author = try author(with: ["a", "b", "c"], in: context)
        author.books.reverse()
        try context.save()
        #expect(try titles() == ["c", "b", "a"])
        #expect(
            try store.sqlite3("SELECT group_concat(Z_FOK_AUTHOR) FROM (SELECT * FROM ZBOOK ORDER BY ZTITLE DESC)")
                == "2048,3072,4096"
        )
        #expect(try store.sqlite3("PRAGMA integrity_check") == "ok")
    }

    @Test func aMemberInTheMiddleStaysThereAndLaterOnesComeLast() throws {
        let context = ModelContext(try container())
        let author = try author(with: ["a", "b"], in: context)
        author.books.insert(Book(title: "between"), at: 1)
        try context.save()
        author.books.append(Book(title: "last"))
        try context.save()
        #expect(try titles() == ["a", "between", "b", "last"])
    }

    @Test func aMemberThatComesFromAnotherOwnerIsLast() throws {
        let context = ModelContext(try container())
        let author = try author(with: ["a", "b", "c"], in: context)
        author.books.reverse()
        let other = Author(name: "B")
        other.books = [Book(title: "z"), Book(title: "y")]
        context.insert(other)
        try context.save()
        // In a context that has not read the members of the new owner.
        let second = ModelContext(context.container)
        let moved = try #require(
            try second.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "c" })).first
        )
        moved.author = try second.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == "B" })).first
        try second.save()
        let third = ModelContext(try container())
        let authors = try third.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
        // No position has been saved for the second author's books: they come as they were inserted.
        #expect(authors.map { $0.books.map(\.title) } == [["b", "a"], ["c", "z", "y"]])
    }

    @Test func aNewOrderIsSeenByOtherContextsAndByPrefetching() throws {
        let context = ModelContext(try container())
        let author = try author(with: ["a", "b", "c"], in: context)
        let other = ModelContext(context.container)
        let seen = try self.author(other)
        #expect(seen.books.map(\.title) == ["a", "b", "c"])
        author.books.swapAt(0, 2)
        try context.save()
        // A context receives the saves of others at its next call.
        _ = try other.fetchCount(FetchDescriptor<Author>())
        #expect(seen.books.map(\.title) == ["c", "b", "a"])
        var descriptor = FetchDescriptor<Author>()
        descriptor.relationshipKeyPathsForPrefetching = [\.books]
        let read = try #require(try ModelContext(context.container).fetch(descriptor).first)
        #expect(read.books.map(\.title) == ["c", "b", "a"])
    }

    @Test func bothSidesOfAManyToManyHaveAnOrderOfTheirOwn() throws {
        let context = ModelContext(try container())
        let tags = ["x", "y", "z"].map { Tag(name: $0) }
        let books = ["1", "2", "3"].map { Book(title: $0) }
        for book in books { context.insert(book) }
        for tag in tags { tag.books = books }
        try context.save()
        books[0].tags = [tags[2], tags[0], tags[1]]
        tags[1].books = [books[1], books[2], books[0]]
        try context.save()
        let second = ModelContext(try container())
        let read = try second.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
        #expect(read.map { $0.tags.map(\.name) } == [["z", "x", "y"], ["x", "y", "z"], ["x", "y", "z"]])
        let readTags = try second.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)]))
        #expect(readTags.map { $0.books.map(\.title) } == [["1", "2", "3"], ["2", "3", "1"], ["1", "2", "3"]])
    }

    @Test func aRelationshipWithoutInverseKeepsItsOrder() throws {
        let context = ModelContext(try container())
        let folder = Folder(name: "F")
        context.insert(folder)
        folder.pages = (1...4).map { Page(number: $0) }
        try context.save()
        folder.pages = [folder.pages[3], folder.pages[1], folder.pages[0]]
        try context.save()
        let read = try #require(try ModelContext(try container()).fetch(FetchDescriptor<Folder>()).first)
        #expect(read.pages.map(\.number) == [4, 2, 1])
    }

    @Test func aFailedSaveLeavesNoColumn() throws {
        let context = ModelContext(try container())
        let author = try author(with: ["a", "b"], in: context)
        context.insert(Tag(name: "same"))
        try context.save()
        let other = Tag(name: "other")
        context.insert(other)
        try context.save()
        author.books.reverse()
        other.name = "same"
        #expect(throws: StoreError.self) { try context.save() }
        #expect(try titles() == ["a", "b"])
        other.name = "another"
        try context.save()
        #expect(try titles() == ["b", "a"])
    }

    @Test func rollingBackRestoresTheOrder() throws {
        let context = ModelContext(try container())
        let author = try author(with: ["a", "b", "c"], in: context)
        author.books.reverse()
        context.rollback()
        #expect(author.books.map(\.title) == ["a", "b", "c"])
    }

    /// Against a plain array.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func anyEditsOfTheOrderSurvive(_ seed: UInt64) throws {
        var random = ScriptRandom(seed: seed)
        let context = ModelContext(try container())
        let author = try author(with: (0..<6).map { "start \($0)" }, in: context)
        var expected = author.books.map(\.title)
        for step in 0..<60 {
            let position = Int.random(in: 0...expected.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                author.books.insert(Book(title: "new \(step)"), at: position)
                expected.insert("new \(step)", at: position)
            case 1 where position < expected.count:
                author.books.remove(at: position)
                expected.remove(at: position)
            case 2:
                let order = Array(expected.indices).shuffled(using: &random)
                let books = author.books
                author.books = order.map { books[$0] }
                expected = order.map { expected[$0] }
            default:
                author.books.append(Book(title: "last \(step)"))
                expected.append("last \(step)")
            }
            if step % 3 == 0 {
                try context.save()
                #expect(try titles() == expected)
            }
        }
    }
}
