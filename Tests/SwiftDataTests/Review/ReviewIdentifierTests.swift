import SwiftData
import SwiftDataCore
import Testing

@Suite struct ReviewIdentifierTests {
    /// Every identifier in the values of a model.
    private func references(_ model: any PersistentModel) -> [PersistentIdentifier] {
        model._$modelState.values.flatMap { value -> [PersistentIdentifier] in
            switch value {
            case .identifier(let identifier): [identifier]
            case .identifiers(let members): members
            default: []
            }
        }
    }

    @Test func noTemporaryIdentifierIsLeftAfterASave() throws {
        let context = try memoryContext(Author.self)
        let saved = Author(name: "saved")
        let stored = Tag(name: "stored")
        context.insert(saved)
        context.insert(stored)
        try context.save()
        let new = Author(name: "new")
        let books = [
            Book(title: "1", author: saved, tags: [stored]), Book(title: "2", author: new, tags: [Tag(name: "fresh")]),
            Book(title: "3", author: saved, tags: [Tag(name: "stored")]),
        ]
        for book in books { context.insert(book) }
        let passing = Book(title: "passing", author: saved)
        context.delete(passing)
        try context.save()
        let all: [any PersistentModel] = [saved, stored, new] + books + books.flatMap(\.tags)
        for model in all { #expect(references(model).filter(\.isTemporary).isEmpty) }
    }

    @Test func childrenMovedInOneSaveAreWhereTheyWereMoved() throws {
        let store = try TemporaryStore()
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
        let store = try TemporaryStore()
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
        let store = try TemporaryStore()
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
