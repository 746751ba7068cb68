import SwiftData
import Testing

@Suite struct HasChangesTests {
    @Test func aValueSetBackIsNoChange() throws {
        let context = try memoryContext(Author.self, Kinds.self)
        let author = Author(name: "A")
        let first = Book(title: "1", author: author)
        let kinds = Kinds()
        context.insert(first)
        context.insert(kinds)
        try context.save()
        author.name = "B"
        #expect(context.hasChanges && author.hasChanges)
        author.name = "A"
        kinds.address.street = "x"
        kinds.address.street = "Main"
        kinds.strings.append("q")
        kinds.strings.removeLast()
        first.author = nil
        #expect(author.hasChanges)
        first.author = author
        let second = Book(title: "2", author: author)
        context.delete(second)
        #expect(!context.hasChanges)
        #expect(!author.hasChanges && !first.hasChanges && !kinds.hasChanges)
        #expect(context.changedModelsArray.isEmpty)
    }

    @Test func aSetBackToManyOfAnUnloadedParentIsNoChange() throws {
        let context = try memoryContext(Author.self)
        context.insert(Book(title: "1", author: Author(name: "A")))
        try context.save()
        let other = ModelContext(context.container)
        let book = try #require(try other.fetch(FetchDescriptor<Book>()).first)
        let author = try #require(book.author)
        book.author = nil
        #expect(other.hasChanges)
        book.author = author
        #expect(!other.hasChanges)
        #expect(author.books.count == 1)
        #expect(!other.hasChanges)
    }

    @Test func orderIsAChange() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        author.books = [Book(title: "1"), Book(title: "2")]
        context.insert(author)
        try context.save()
        author.books.reverse()
        #expect(author.hasChanges)
        author.books.reverse()
        #expect(!author.hasChanges)
    }

    @Test func aSetBackValueThatAnotherContextChangedIsAChange() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        author.name = "mine"
        let other = ModelContext(context.container)
        (other.model(for: author.persistentModelID) as? Author)?.name = "theirs"
        try other.save()
        context.processPendingChanges()
        author.name = "A"
        #expect(context.hasChanges)
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).map(\.name) == ["A"])
    }
}
