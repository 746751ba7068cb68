import SwiftData
import Testing

/// Models of different contexts that are mixed by mistake: nothing is mixed, and the next save says so.
@Suite struct MixedContextTests {
    private func twoContexts() throws -> (ModelContext, ModelContext) {
        let context = try memoryContext(Author.self, Book.self, Tag.self)
        context.insert(Author(name: "A"))
        context.insert(Book(title: "1"))
        context.insert(Tag(name: "t"))
        try context.save()
        return (context, ModelContext(context.container))
    }

    private func first<Model: PersistentModel>(_ context: ModelContext, _ type: Model.Type) throws -> Model {
        try #require(try context.fetch(FetchDescriptor<Model>()).first)
    }

    /// The save fails once and says what to do; everything else can be saved afterwards.
    private func expectRefusal(_ context: ModelContext, _ words: String) throws {
        let error = try #require(#expect(throws: StoreError.self) { try context.save() })
        #expect(error.code == .foreignContext)
        #expect(error.description.contains(words))
        try context.save()
    }

    @Test func relatingModelsOfTwoContextsIsRefused() throws {
        let (context, other) = try twoContexts()
        let author = try first(context, Author.self)
        let book = try first(other, Book.self)
        author.books.append(book)
        #expect(author.books.isEmpty)
        #expect(book.author == nil)
        try expectRefusal(context, "another context")
        book.author = author
        #expect(book.author == nil)
        try expectRefusal(other, "persistentModelID")
    }

    @Test func aNewModelWithPartnersOfTwoContextsKeepsThoseOfOne() throws {
        let (context, other) = try twoContexts()
        let book = Book(title: "new", author: try first(context, Author.self), tags: [try first(other, Tag.self)])
        #expect(book.modelContext === context)
        #expect(book.tags.isEmpty)
        #expect(throws: StoreError.self) { try context.save() }
        try context.save()
        let read = try ModelContext(context.container).fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
        #expect(read.map(\.title) == ["1", "new"])
        #expect(read[1].author?.name == "A")
        #expect(read[1].tags.isEmpty)
    }

    @Test func insertingAModelOfAnotherContextIsRefused() throws {
        let (context, other) = try twoContexts()
        let author = try first(other, Author.self)
        context.insert(author)
        #expect(author.modelContext === other)
        try expectRefusal(context, "was inserted")
    }

    @Test func deletingAModelOfAnotherContextIsRefused() throws {
        let (context, other) = try twoContexts()
        let author = try first(other, Author.self)
        context.delete(author)
        #expect(!author.isDeleted)
        try expectRefusal(context, "was deleted")
        #expect(try other.fetchCount(FetchDescriptor<Author>()) == 1)
    }

    @Test func modelsOfAnotherContainerAreNamedAsSuch() throws {
        let (context, _) = try twoContexts()
        let (foreign, _) = try twoContexts()
        try first(context, Author.self).books = [try first(foreign, Book.self)]
        try expectRefusal(context, "another container")
        context.insert(try first(foreign, Author.self))
        try expectRefusal(context, "another container")
    }

    @Test func rollingBackForgetsTheMistake() throws {
        let (context, other) = try twoContexts()
        try first(context, Author.self).books = [try first(other, Book.self)]
        context.rollback()
        try context.save()
    }
}
