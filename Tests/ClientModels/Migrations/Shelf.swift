import Foundation
import SwiftData

enum ShelfV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Mark.self] }

    @Model final class Book {
        var title: String
        var pages: Int
        @Attribute(.externalStorage) var cover: Data?
        @Relationship(deleteRule: .cascade, inverse: \Mark.book) var marks: [Mark] = []

        init(title: String, pages: Int) {
            self.title = title
            self.pages = pages
        }
    }

    @Model final class Mark {
        var page: Int
        var book: Book?

        init(page: Int) { self.page = page }
    }

    static func contents(_ context: ModelContext) throws -> String {
        let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
        let marks = try context.fetchCount(FetchDescriptor<Mark>())
        let lines = books.map { book in
            let pages = book.marks.map(\.page).sorted()
            return "\(book.persistentModelID) \(book.title) \(book.pages) \(cover(book.cover)) \(pages)"
        }
        return (lines + ["\(marks)"]).joined(separator: "\n")
    }

    static func cover(_ data: Data?) -> String { data.map { "\($0.count) of \($0.first ?? 0)" } ?? "-" }
}

/// Renames an attribute, widens another, adds an entity, an index and a default.
enum ShelfV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Author.self, Book.self, Mark.self] }

    @Model final class Author {
        var name: String
        init(name: String) { self.name = name }
    }

    @Model final class Book {
        #Index<Book>([\.name])
        @Attribute(originalName: "title") var name: String
        var pages: Double
        var isRead: Bool = false
        @Attribute(.externalStorage) var cover: Data?
        @Relationship(deleteRule: .cascade, inverse: \Mark.book) var marks: [Mark] =
            []

        init(name: String, pages: Double) {
            self.name = name
            self.pages = pages
        }
    }

    @Model final class Mark {
        var page: Int
        var book: Book?

        init(page: Int) { self.page = page }
    }

    static func contents(_ context: ModelContext) throws -> String {
        let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.name)]))
        let marks = try context.fetchCount(FetchDescriptor<Mark>())
        let authors = try context.fetchCount(FetchDescriptor<Author>())
        let lines = books.map { book in
            let pages = book.marks.map(\.page).sorted()
            return
                "\(book.persistentModelID) \(book.name) \(book.pages) \(book.isRead) \(ShelfV1.cover(book.cover)) \(pages)"
        }
        return (lines + ["\(marks)", "\(authors)"]).joined(separator: "\n")
    }
}

/// Names are unique; covers are kept in the rows; the number of marks is kept.
enum ShelfV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Author.self, Book.self, Mark.self] }

    @Model final class Author {
        var name: String
        @Attribute(.externalStorage) var picture: Data?
        init(name: String) { self.name = name }
    }

    @Model final class Book {
        @Attribute(.unique) var name: String
        var pages: Double
        var markCount: Int = 0
        var cover: Data?
        @Relationship(deleteRule: .cascade, inverse: \Mark.book) var marks: [Mark] = []

        init(name: String, pages: Double) {
            self.name = name
            self.pages = pages
        }
    }

    @Model final class Mark {
        var page: Int
        var book: Book?

        init(page: Int) { self.page = page }
    }

    static func contents(_ context: ModelContext) throws -> String {
        let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.name)]))
        let marks = try context.fetchCount(FetchDescriptor<Mark>())
        let authors = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
        let lines = books.map { book in
            let pages = book.marks.map(\.page).sorted()
            return
                "\(book.persistentModelID) \(book.name) \(book.pages) \(book.markCount) \(ShelfV1.cover(book.cover)) \(pages)"
        }
        return (lines + authors.map { "\($0.name) \(ShelfV1.cover($0.picture))" } + ["\(marks)"]).joined(
            separator: "\n"
        )
    }
}

enum LightPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [ShelfV1.self, ShelfV2.self, ShelfV3.self] }
    static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: ShelfV1.self, toVersion: ShelfV2.self),
            .lightweight(fromVersion: ShelfV2.self, toVersion: ShelfV3.self),
        ]
    }
}

enum CustomPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { LightPlan.schemas }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: ShelfV1.self,
                toVersion: ShelfV2.self,
                willMigrate: { context in
                    for book in try context.fetch(FetchDescriptor<ShelfV1.Book>(sortBy: [SortDescriptor(\.title)])) {
                        book.title = book.title.uppercased()
                        book.cover = Data(repeating: 9, count: 110_000)
                    }
                    try context.save()
                },
                didMigrate: { context in
                    let past = try context.contextBeforeMigration?.fetchCount(FetchDescriptor<ShelfV1.Mark>()) ?? -1
                    context.insert(ShelfV2.Author(name: "\(past) marks"))
                }
            ),
            .custom(
                fromVersion: ShelfV2.self,
                toVersion: ShelfV3.self,
                willMigrate: nil,
                didMigrate: { context in
                    for book in try context.fetch(FetchDescriptor<ShelfV3.Book>()) {
                        book.markCount = book.marks.count
                    }
                    for author in try context.fetch(FetchDescriptor<ShelfV3.Author>()) {
                        author.picture = Data(repeating: 1, count: 130_000)
                    }
                    try context.save()
                }
            ),
        ]
    }
}
