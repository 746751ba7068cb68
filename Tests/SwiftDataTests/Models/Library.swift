import SwiftData

/// The family of models that the tests share.
@Model
final class Author {
    var name: String
    var born: Date?
    @Relationship(deleteRule: .cascade, inverse: \Book.author)
    var books: [Book] = []

    init(name: String, born: Date? = nil) {
        self.name = name
        self.born = born
    }
}

@Model
final class Book {
    var title: String
    var pages: Int
    var isRead = false
    var author: Author?
    @Relationship(inverse: \Tag.books)
    var tags: [Tag]

    init(title: String, pages: Int = 100, author: Author? = nil, tags: [Tag] = []) {
        self.title = title
        self.pages = pages
        self.author = author
        self.tags = tags
    }
}

@Model
final class Tag {
    @Attribute(.unique) var name: String
    var weight: Int
    var books: [Book]

    init(name: String, weight: Int = 0) {
        self.name = name
        self.weight = weight
    }
}

/// Refers to itself.
@Model
final class Person {
    var name: String
    var manager: Person?
    @Relationship(inverse: \Person.manager)
    var reports: [Person]

    init(name: String, manager: Person? = nil) {
        self.name = name
        self.manager = manager
    }
}

/// A to-many without an inverse, and the delete rules that `Author` does not have.
@Model
final class Folder {
    var name: String
    var pages: [Page] = []
    @Relationship(deleteRule: .deny)
    var locks: [Lock] = []

    init(name: String) {
        self.name = name
    }
}

@Model
final class Page {
    var number: Int

    init(number: Int) {
        self.number = number
    }
}

@Model
final class Lock {
    var reason: String
    var folder: Folder?

    init(reason: String) {
        self.reason = reason
    }
}
