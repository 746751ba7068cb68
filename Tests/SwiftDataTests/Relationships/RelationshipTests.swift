import SwiftData
import TestSupport
import Testing

@Suite struct RelationshipTests {
    @Test func settingOneSideSetsTheOther() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        let book = Book(title: "B")
        context.insert(author)
        book.author = author
        #expect(author.books.map(\.title) == ["B"])
        #expect(book.modelContext != nil)
        author.books = []
        #expect(book.author == nil)
    }

    @Test func aChildGivenItsParentAtItsBirthIsInTheParentOnceInserted() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        context.insert(author)
        let book = Book(title: "B", author: author)
        context.insert(book)
        #expect(author.books.map(\.title) == ["B"])
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).first?.books.count == 1)
    }

    @Test func movingAChildLeavesTheFormerParent() throws {
        let context = try memoryContext(Author.self)
        let first = Author(name: "1")
        let second = Author(name: "2")
        context.insert(first)
        context.insert(second)
        let book = Book(title: "B")
        first.books.append(book)
        try context.save()
        second.books.append(book)
        #expect(first.books.isEmpty)
        #expect(book.author === second)
        try context.save()
        let other = ModelContext(context.container)
        let authors = try other.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
        #expect(authors.map(\.books.count) == [0, 1])
    }

    @Test func manyToManyIsStored() throws {
        let context = try memoryContext(Book.self)
        let red = Tag(name: "red")
        let blue = Tag(name: "blue")
        let book = Book(title: "B", tags: [red, blue])
        context.insert(book)
        try context.save()
        let other = ModelContext(context.container)
        let read = try #require(try other.fetch(FetchDescriptor<Book>()).first)
        #expect(Set(read.tags.map(\.name)) == ["red", "blue"])
        read.tags.removeAll { $0.name == "red" }
        try other.save()
        #expect(book.tags.count == 2 || book.tags.count == 1)
        #expect(try context.fetch(FetchDescriptor<Tag>()).first { $0.name == "red" }?.books.isEmpty == true)
    }

    @Test func selfRelationshipsAreStored() throws {
        let context = try memoryContext(Person.self)
        let boss = Person(name: "boss")
        boss.reports = [Person(name: "a"), Person(name: "b")]
        context.insert(boss)
        try context.save()
        let other = ModelContext(context.container)
        let people = try other.fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)]))
        #expect(people.map { $0.manager?.name } == ["boss", "boss", nil])
    }

    @Test func toManyWithoutInverseIsStored() throws {
        let context = try memoryContext(Folder.self)
        let folder = Folder(name: "F")
        folder.pages = [Page(number: 1), Page(number: 2)]
        context.insert(folder)
        try context.save()
        let other = ModelContext(context.container)
        let read = try #require(try other.fetch(FetchDescriptor<Folder>()).first)
        #expect(read.pages.map(\.number) == [1, 2])
        read.pages.removeFirst()
        try other.save()
        let third = ModelContext(context.container)
        #expect(try third.fetch(FetchDescriptor<Folder>()).first?.pages.map(\.number) == [2])
    }

    @Test func cascadeDeletesTheChildrenInMemoryAndInTheStore() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        author.books = [Book(title: "1"), Book(title: "2")]
        context.insert(author)
        try context.save()
        let book = author.books[0]
        context.delete(author)
        #expect(book.isDeleted)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
    }

    @Test func nullifyClearsTheOtherSide() throws {
        let context = try memoryContext(Person.self)
        let boss = Person(name: "boss")
        let report = Person(name: "report", manager: boss)
        context.insert(report)
        try context.save()
        context.delete(boss)
        #expect(report.manager == nil)
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Person>()).first?.manager == nil)
    }

    @Test func denyRefusesTheSaveAndChangesNothing() throws {
        let context = try memoryContext(Folder.self)
        let folder = Folder(name: "F")
        folder.locks = [Lock(reason: "r")]
        context.insert(folder)
        try context.save()
        context.delete(folder)
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .deleteDenied)
        #expect(error?.entityName == "Folder")
        context.rollback()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Folder>()) == 1)
    }

    @Test func childrenMovedInOneSaveAreWhereTheyWereMoved() throws {
        let store = try TemporaryFolder()
        do {
            let context = ModelContext(try store.container(for: Author.self))
            let authors = (0..<3).map { Author(name: "\($0)") }
            for author in authors { context.insert(author) }
            let books = (0..<9).map { Book(title: "\($0)", author: authors[$0 / 3]) }
            try context.save()
            for book in books { book.author = authors[1] }
            for book in books { book.author = authors[2] }
            authors[0].books = Array(books[0..<4])
            books[8].author = nil
            let last = Author(name: "3")
            last.books = [books[0], books[7]]
            try context.save()
            #expect(authors.map(\.books.count) == [3, 0, 3])
        }
        let context = ModelContext(try store.container(for: Author.self))
        let authors = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
        #expect(authors.map { Set($0.books.map(\.title)) } == [["1", "2", "3"], [], ["4", "5", "6"], ["0", "7"]])
    }

    @Test func inverseEditsOfAnUnloadedRelationshipAreMergedInOrder() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let writer = ModelContext(container)
        let author = Author(name: "A")
        author.books = (0..<5).map { Book(title: "\($0)") }
        writer.insert(author)
        writer.insert(Author(name: "B"))
        try writer.save()
        let context = ModelContext(container)
        let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
        let other = try #require(
            try context.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == "B" })).first
        )
        let read = try #require(books[0].author)
        books[1].author = other
        context.insert(Book(title: "5", author: read))
        context.delete(books[3])
        #expect(read.books.map(\.title) == ["0", "2", "4", "5"])
        #expect(other.books.map(\.title) == ["1"])
        try context.save()
        #expect(read.books.map(\.title) == ["0", "2", "4", "5"])
        let again = try #require(ModelContext(container).model(for: read.persistentModelID) as? Author)
        #expect(again.books.map(\.title) == ["0", "2", "4", "5"])
    }

    @Test func aNewMemberOfASavedOwnerWithoutInverseIsStored() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Folder.self))
        let folder = Folder(name: "F")
        folder.pages = [Page(number: 1)]
        context.insert(folder)
        try context.save()
        folder.pages.append(Page(number: 2))
        try context.save()
        let later = ModelContext(context.container)
        let read = try #require(try later.fetch(FetchDescriptor<Folder>()).first)
        #expect(read.pages.map(\.number) == [1, 2])
        let page = Page(number: 3)
        later.insert(page)
        try later.save()
        read.pages.append(page)
        try later.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Folder>()).first?.pages.count == 3)
    }
}
