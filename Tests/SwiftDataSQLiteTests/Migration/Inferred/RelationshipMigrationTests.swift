import Foundation
import SwiftData
import SwiftDataCore
import Testing

/// Relationships that come, go and get other names, in stores whose entities get other numbers.
struct RelationshipMigrationTests {
    enum V1 {
        @Model class Book {
            var title: String
            var author: Author?
            @Relationship(inverse: \Tag.books) var tags: [Tag] = []
            init(title: String, author: Author?) {
                self.title = title
                self.author = author
            }
        }
        @Model class Author {
            var name: String
            @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
            init(name: String) { self.name = name }
        }
        @Model class Tag {
            var name: String
            var books: [Book] = []
            init(name: String) { self.name = name }
        }
        @Model class Shelf {
            var name: String
            @Relationship var stock: [Box] = []
            init(name: String) { self.name = name }
        }
        @Model class Box {
            var name: String
            init(name: String) { self.name = name }
        }
    }

    enum V2 {
        @Model class Aardvark {
            var name: String
            var reading: Book?
            init(name: String) { self.name = name }
        }
        @Model class Book {
            var title: String
            @Relationship(originalName: "author") var writer: Author?
            @Relationship(originalName: "tags", inverse: \Tag.volumes) var labels: [Tag] = []
            var readers: [Aardvark] = []
            init(title: String, writer: Author?) {
                self.title = title
                self.writer = writer
            }
        }
        @Model class Author {
            var name: String
            @Relationship(deleteRule: .nullify, originalName: "books", inverse: \Book.writer) var works: [Book] = []
            init(name: String) { self.name = name }
        }
        @Model class Tag {
            var name: String
            @Relationship(originalName: "books") var volumes: [Book] = []
            init(name: String) { self.name = name }
        }
        @Model class Shelf {
            var name: String
            @Relationship(originalName: "stock") var boxes: [Box] = []
            init(name: String) { self.name = name }
        }
        typealias Box = V1.Box
    }

    enum V3 {
        @Model class Book {
            var title: String
            init(title: String) { self.title = title }
        }
        @Model class Tag {
            var name: String
            init(name: String) { self.name = name }
        }
    }

    private static let old: [any PersistentModel.Type] = [
        V1.Book.self, V1.Author.self, V1.Tag.self, V1.Shelf.self, V1.Box.self,
    ]
    private static let new: [any PersistentModel.Type] = [
        V2.Aardvark.self, V2.Book.self, V2.Author.self, V2.Tag.self, V2.Shelf.self, V2.Box.self,
    ]

    private func filled() throws -> MigratedStore {
        let store = try MigratedStore()
        try store.open(Self.old) { context in
            let ada = V1.Author(name: "Ada")
            context.insert(ada)
            let tags = ["red", "blue", "green"].map(V1.Tag.init)
            for tag in tags { context.insert(tag) }
            let (one, two) = (V1.Book(title: "One", author: ada), V1.Book(title: "Two", author: nil))
            context.insert(one)
            context.insert(two)
            let shelf = V1.Shelf(name: "top")
            context.insert(shelf)
            let boxes = ["a", "b", "c"].map(V1.Box.init)
            for box in boxes { context.insert(box) }
            try context.save()
            // Orders that are not those of the keys need columns of their own.
            one.tags = [tags[2], tags[0], tags[1]]
            two.tags = [tags[1]]
            shelf.stock = [boxes[2], boxes[0]]
            try context.save()
        }
        return store
    }

    @Test func linksAndOrdersComeAlong() throws {
        let store = try filled()
        #expect(try store.sql("SELECT count(*) FROM pragma_table_info('Z_2TAGS') WHERE name LIKE 'Z_FOK%'") == "1")
        try store.migrate(to: Self.new)
        try store.open(Self.new) { context in
            let books = try context.fetch(FetchDescriptor<V2.Book>(sortBy: [SortDescriptor(\.title)]))
            #expect(books.map { $0.writer?.name } == ["Ada", nil])
            #expect(books.map { $0.labels.map(\.name) } == [["green", "red", "blue"], ["blue"]])
            #expect(books.map(\.readers.count) == [0, 0])
            let author = try #require(try context.fetch(FetchDescriptor<V2.Author>()).first)
            #expect(author.works.map(\.title) == ["One"])
            let tags = try context.fetch(FetchDescriptor<V2.Tag>(sortBy: [SortDescriptor(\.name)]))
            #expect(tags.map { $0.volumes.map(\.title).sorted() } == [["One", "Two"], ["One"], ["One"]])
            let shelf = try #require(try context.fetch(FetchDescriptor<V2.Shelf>()).first)
            #expect(shelf.boxes.map(\.name) == ["c", "a"])
        }
        #expect(try store.sql("PRAGMA integrity_check") == "ok")
        let names =
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z\\_%' ESCAPE '\\' ORDER BY name"
        let fresh = try MigratedStore()
        try fresh.open(Self.new) { _ in }
        #expect(try store.rows(names) == fresh.rows(names))
    }

    @Test func relationshipsThatGoTakeTheirLinksWithThem() throws {
        let store = try filled()
        try store.migrate(to: [V3.Book.self, V3.Tag.self])
        try store.open([V3.Book.self, V3.Tag.self]) { context in
            let titles = try context.fetch(FetchDescriptor<V3.Book>()).map(\.title)
            #expect(titles.sorted() == ["One", "Two"])
        }
        try store.expectFresh([V3.Book.self, V3.Tag.self])
    }
}
