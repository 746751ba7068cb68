import Foundation
import SwiftData

/// Models as those of the app that wrote SampleModel2_V1.sqlite.
enum Library1 {
    static let models: [any PersistentModel.Type] = [
        Book.self, GraphicNovel.self, Feedback.self, Page.self, Writer.self, Author.self,
    ]

    @Model class Writer {
        var age: Int16

        init(age: Int16) { self.age = age }
    }

    @Model final class Author: Writer {
        @Attribute(.unique) var alias: String
        var siteURL: URL?
        @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

        init(alias: String, age: Int16) {
            self.alias = alias
            super.init(age: age)
        }
    }

    @Model class Book {
        @Attribute(.unique) var uniqueID: UUID
        var title: String
        var price: Decimal
        var publishedAt: Date
        var pagesCount: Int?
        @Attribute(.transformable(by: CoverTransformer.self)) var cover: ArchivedText
        var author: Author
        @Relationship(deleteRule: .cascade, inverse: \Page.book) var pages: [Page] = []

        init(title: String, author: Author) {
            uniqueID = UUID()
            self.title = title
            price = 1
            publishedAt = Date(timeIntervalSinceReferenceDate: 0)
            cover = .blank
            self.author = author
        }
    }

    @Model final class GraphicNovel: Book {
        var isBlackAndWhite = false
    }

    @Model final class Page {
        var number: Int32
        var isBookmarked = false
        @Attribute(.transformable(by: ContentTransformer.self)) var content: ArchivedText
        var book: Book

        init(number: Int32, book: Book) {
            self.number = number
            content = .blank
            self.book = book
        }
    }

    @Model final class Feedback {
        var authorAlias: String
        var bookID: UUID
        var comment: String?
        var rating: Double

        init(authorAlias: String, bookID: UUID, rating: Double) {
            self.authorAlias = authorAlias
            self.bookID = bookID
            self.rating = rating
        }
    }
}

/// Models as those of the app that wrote SampleModel2_V2.sqlite.
enum Library2 {
    static let models: [any PersistentModel.Type] = [
        Book.self, GraphicNovel.self, Feedback.self, Page.self, Writer.self, Author.self,
    ]

    @Model class Writer {
        var age: Int16

        init(age: Int16) { self.age = age }
    }

    @Model final class Author: Writer {
        @Attribute(.unique) var alias: String
        @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

        init(alias: String, age: Int16) {
            self.alias = alias
            super.init(age: age)
        }
    }

    @Model class Book {
        @Attribute(.unique) var uniqueID: UUID
        var title: String
        var price: Decimal
        var publishedAt: Date
        var pagesCount: Int?
        @Attribute(.transformable(by: CoverTransformer.self), originalName: "cover") var frontCover: ArchivedText
        var author: Author
        @Relationship(deleteRule: .cascade, inverse: \Page.book) var pages: [Page] = []

        init(title: String, author: Author) {
            uniqueID = UUID()
            self.title = title
            price = 1
            publishedAt = Date(timeIntervalSinceReferenceDate: 0)
            frontCover = .blank
            self.author = author
        }
    }

    @Model final class GraphicNovel: Book {
        var isBlackAndWhite = false
    }

    @Model final class Page {
        var number: Int32
        var isBookmarked = false
        @Attribute(.transformable(by: ContentTransformer.self)) var content: ArchivedText
        var book: Book

        init(number: Int32, book: Book) {
            self.number = number
            content = .blank
            self.book = book
        }
    }

    typealias Feedback = Library1.Feedback
}
