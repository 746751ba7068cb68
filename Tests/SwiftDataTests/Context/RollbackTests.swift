import SwiftData
import TestSupport
import Testing

/// Rolling back leaves memory as the last save left it.
@Suite struct RollbackTests {
    @Test func aSavedModelForgetsItsUnsavedPartners() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        let kept = Book(title: "kept", author: author)
        context.insert(kept)
        try context.save()
        author.books.append(Book(title: "new"))
        kept.author = Author(name: "other")
        context.rollback()
        #expect(author.books.map(\.title) == ["kept"])
        #expect(kept.author === author)
        #expect(!context.hasChanges)
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Book>()) == 1)
    }

    @Test func anUnloadedToManyIsWholeAgain() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        author.books = [Book(title: "1"), Book(title: "2")]
        context.insert(author)
        try context.save()
        let other = ModelContext(context.container)
        let book = try #require(try other.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).first)
        let read = try #require(book.author)
        book.author = nil
        other.insert(Book(title: "3", author: read))
        other.rollback()
        #expect(read.books.map(\.title) == ["1", "2"])
        #expect(book.author === read)
    }

    @Test func aDeletedGraphComesBack() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        author.books = [Book(title: "1", tags: [Tag(name: "x")]), Book(title: "2")]
        context.insert(author)
        try context.save()
        let books = author.books
        context.delete(author)
        context.rollback()
        #expect(author.books.map(\.title) == ["1", "2"])
        #expect(books.allSatisfy { $0.author === author && !$0.isDeleted })
        #expect(books[0].tags.map(\.name) == ["x"])
        #expect(books[0].tags.first?.books.map(\.title) == ["1"])
        #expect(!context.hasChanges)
    }

    @Test func anEditedThenDeletedModelIsAsItWasSaved() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        author.name = "B"
        context.delete(author)
        context.rollback()
        #expect(author.name == "A")
        author.name = "C"
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).map(\.name) == ["C"])
    }

    @Test func anInsertedGraphCanBeInsertedAgain() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        author.books = [Book(title: "1", tags: [Tag(name: "x")]), Book(title: "2")]
        context.insert(author)
        context.rollback()
        #expect(author.modelContext == nil)
        #expect(author.books.map(\.title) == ["1", "2"])
        #expect(author.books[0].author === author)
        context.insert(author)
        try context.save()
        let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).first)
        #expect(read.books.map(\.title) == ["1", "2"])
        #expect(read.books[0].tags.map(\.name) == ["x"])
    }

    @Test func anUnsavedModelForgetsItsSavedPartners() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        let book = Book(title: "1", author: author)
        context.rollback()
        #expect(book.modelContext == nil)
        #expect(book.author == nil)
        #expect(author.books.isEmpty)
        book.author = author
        #expect(author.books.count == 1)
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).first?.books.count == 1)
    }

    @Test func aManyToManyIsAsItWasOnBothSides() throws {
        let context = try memoryContext(Book.self)
        let red = Tag(name: "red")
        let blue = Tag(name: "blue")
        let book = Book(title: "B", tags: [red])
        context.insert(book)
        context.insert(blue)
        try context.save()
        blue.books.append(book)
        book.tags.removeAll { $0 === red }
        context.rollback()
        #expect(book.tags.map(\.name) == ["red"])
        #expect(red.books.count == 1)
        #expect(blue.books.isEmpty)
    }

    @Test func clearingARelationshipOfADeletedModelIsIgnored() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Citizen.self, Passport.self, Badge.self)
        let context = ModelContext(container)
        let citizen = Citizen("a")
        citizen.badges = [Badge("x"), Badge("y")]
        context.insert(citizen)
        try context.save()
        context.delete(citizen)
        citizen.badges = nil
        context.rollback()
        #expect(citizen.badges?.map(\.text) == ["x", "y"])
        #expect(!context.hasChanges)
    }
}
