import SwiftData
import Testing

@Suite struct DeletingTests {
    @Test func cyclesOfReportsAreDeletedOnce() throws {
        let context = try memoryContext(Person.self)
        let a = Person(name: "a")
        let b = Person(name: "b", manager: a)
        a.manager = b
        context.insert(a)
        try context.save()
        context.delete(a)
        context.delete(b)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Person>()) == 0)
    }

    @Test func insertedAndDeletedBeforeTheSaveIsNothing() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        let book = Book(title: "1", author: author)
        context.delete(book)
        #expect(author.books.isEmpty)
        #expect(!author.hasChanges)
        #expect(!context.hasChanges)
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Book>()) == 0)
    }

    @Test func deletedAndInsertedAgainIsAsBefore() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        let book = Book(title: "1", author: author, tags: [Tag(name: "x")])
        context.insert(book)
        try context.save()
        context.delete(book)
        #expect(author.books.isEmpty)
        context.insert(book)
        #expect(author.books.map(\.title) == ["1"])
        #expect(book.author === author)
        #expect(book.tags.first?.books.count == 1)
        try context.save()
        let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).first)
        #expect(read.books.map(\.title) == ["1"])
        #expect(read.books.first?.tags.map(\.name) == ["x"])
    }

    @Test func nothingLeadsToADeletedModelAnyMore() throws {
        let context = try memoryContext(Folder.self)
        let folder = Folder(name: "F")
        folder.pages = [Page(number: 1), Page(number: 2)]
        context.insert(folder)
        try context.save()
        context.delete(folder.pages[0])
        try context.save()
        #expect(folder.pages.map(\.number) == [2])
        #expect(folder.pages.allSatisfy { $0.modelContext != nil })
        folder.pages.append(Page(number: 3))
        try context.save()
        let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Folder>()).first)
        #expect(Set(read.pages.map(\.number)) == [2, 3])
    }

    @Test func nothingLeadsToAModelThatAnotherContextDeleted() throws {
        let context = try memoryContext(Folder.self)
        let folder = Folder(name: "F")
        folder.pages = [Page(number: 1), Page(number: 2)]
        context.insert(folder)
        try context.save()
        #expect(folder.pages.count == 2)
        let other = ModelContext(context.container)
        let page = try #require(try other.fetch(FetchDescriptor<Page>(sortBy: [SortDescriptor(\.number)])).first)
        other.delete(page)
        try other.save()
        context.processPendingChanges()
        #expect(folder.pages.map(\.number) == [2])
    }

    @Test func aDeletedParentIsNotTakenAsAParent() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        let book = Book(title: "1")
        context.insert(author)
        context.insert(book)
        try context.save()
        context.delete(author)
        book.author = author
        try context.save()
        let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Book>()).first)
        #expect(read.author == nil)
        #expect(book.author == nil)
    }

    @Test func aChildMovedOutSurvivesTheCascade() throws {
        let context = try memoryContext(Author.self)
        let first = Author(name: "1")
        let second = Author(name: "2")
        first.books = [Book(title: "stays"), Book(title: "moves")]
        context.insert(first)
        context.insert(second)
        try context.save()
        let other = ModelContext(context.container)
        let authors = try other.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
        let moving = try #require(
            try other.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "moves" })).first
        )
        moving.author = authors[1]
        other.delete(authors[0])
        try other.save()
        let third = ModelContext(context.container)
        #expect(try third.fetch(FetchDescriptor<Book>()).map { $0.author?.name } == ["2"])
    }

    @Test func deletingInALoopDeletesAll() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        author.books = (0..<20).map { Book(title: "\($0)") }
        context.insert(author)
        try context.save()
        for book in author.books { context.delete(book) }
        #expect(author.books.isEmpty)
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Book>()) == 0)
    }
}
