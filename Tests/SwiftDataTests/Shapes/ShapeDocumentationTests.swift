import Foundation
import SwiftData
import SwiftDataQueries
import Testing

/// The examples of docs/shapes.md.
@Suite struct ShapeDocumentationTests {
    @Model
    final class Author {
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Book.author) var books: [Book] = []

        init(name: String) { self.name = name }
    }

    @Model
    final class Book {
        @Attribute(.unique) var isbn: String
        var title: String
        var price: Int
        var author: Author?

        init(isbn: String, title: String, price: Int) {
            self.isbn = isbn
            self.title = title
            self.price = price
        }
    }

    private static func shapes() -> ModelShape<Book> {
        let authorShape = ModelShape<Author> {
            $0.key(\.name)
        }
        let bookShape = ModelShape<Book> {
            $0.id()
            $0.key(\.isbn)
            $0.value(\.title) { $0.isEmpty ? "must not be empty" : nil }
            $0.value(\.price, as: "cost")
            $0.one(\.author, authorShape)
        }
        return bookShape
    }

    private struct BookResource {
        let context: ModelContext
        let bookShape = shapes()

        /// GET /books
        func list(after cursor: PageCursor?) throws -> (body: Data, next: PageCursor?) {
            let descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.isbn, comparator: .lexical)])
            let page = try context.page(of: descriptor, after: cursor, limit: 100)
            return (try bookShape.json(page.models), page.next)
        }

        /// POST /books
        func create(_ body: Data) throws -> Data {
            let book = try bookShape.create(from: body, in: context)
            try context.save(onDuplicate: .error)
            return try bookShape.json(book)
        }

        /// PATCH /books/ISBN
        func change(_ isbn: String, _ body: Data) throws -> Data? {
            let descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.isbn == isbn })
            guard let book = try context.fetch(descriptor).first else { return nil }
            try bookShape.update(book, from: body)
            try context.save()
            return try bookShape.json(book)
        }

        /// PUT /books
        func replace(_ body: Data) throws {
            try bookShape.upsertAll(from: body, in: context)
            try context.save()
        }
    }

    private struct PlainBook: Codable, Equatable {
        struct PlainAuthor: Codable, Equatable { var name: String }
        var isbn: String
        var title: String
        var cost: Int
        var author: PlainAuthor?
    }

    private func plain(_ data: Data?) throws -> PlainBook {
        try JSONDecoder().decode(PlainBook.self, from: try #require(data))
    }

    @Test func aResource() throws {
        let context = try memoryContext(Author.self, Book.self)
        context.autosaveEnabled = false
        let resource = BookResource(context: context)
        let books = (0..<150).map { number in
            PlainBook(isbn: "\(1_000 + number)", title: "t", cost: number, author: .init(name: "a\(number % 3)"))
        }
        for book in books { #expect(try plain(resource.create(JSONEncoder().encode(book))) == book) }
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 3)
        #expect(throws: StoreError.self) { try resource.create(JSONEncoder().encode(books[0])) }
        context.rollback()
        let (body, next) = try resource.list(after: nil)
        let rest = try resource.list(after: next)
        #expect(rest.next == nil)
        let listed = try [body, rest.body].flatMap { try JSONDecoder().decode([PlainBook].self, from: $0) }
        #expect(listed == books)
        #expect(try plain(resource.change("1007", Data(#"{"cost": 70}"#.utf8))).cost == 70)
        #expect(try resource.change("7", Data("{}".utf8)) == nil)
        #expect(throws: ModelShapeError.self) { try resource.change("1008", Data(#"{"title": ""}"#.utf8)) }
        try resource.replace(Data(#"[{"isbn": "1009", "title": "u"}, {"isbn": "2000", "title": "v", "cost": 1}]"#.utf8))
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 151)
    }
}
