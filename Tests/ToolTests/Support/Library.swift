import Foundation
import SwiftData

/// The models of the stores that the tool is tested with: each kind of attribute and relationship.
struct Place: Codable, Hashable {
    var town: String
    var latitude: Double
    var notes: [String]
}

enum Format: String, Codable {
    case hardcover, paperback
}

enum Loan: Codable, Hashable {
    case free
    case lent(to: String, days: Int)
}

@Model
final class Shelf {
    @Attribute(.unique) var name: String
    var place: Place?
    @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []

    init(_ name: String, place: Place? = nil) {
        self.name = name
        self.place = place
    }
}

@Model
class Book {
    #Index<Book>([\.title], [\.pages, \.title])

    var title: String
    var pages: Int
    var weight: Double?
    var price: Decimal?
    var published: Date?
    var number: UUID?
    var link: URL?
    var digest: Data?
    @Attribute(.externalStorage) var cover: Data?
    var format: Format = Format.paperback
    var loan: Loan?
    var ratings: [Int] = []
    var isRead = false
    var shelf: Shelf?
    var tags: [Tag] = []
    @Relationship(inverse: \Book.prequel) var sequel: Book?
    var prequel: Book?

    init(_ title: String, pages: Int) {
        self.title = title
        self.pages = pages
    }
}

@Model
final class Comic: Book {
    var artist: String

    init(_ title: String, pages: Int, artist: String) {
        self.artist = artist
        super.init(title, pages: pages)
    }
}

@Model
final class Tag {
    var word: String
    @Relationship(inverse: \Book.tags) var books: [Book] = []

    init(_ word: String) {
        self.word = word
    }
}

/// Has a to-many relationship without inverse.
@Model
final class Club {
    var name: String
    var wishes: [Tag] = []

    init(_ name: String) {
        self.name = name
    }
}

enum Library {
    static let models: [any PersistentModel.Type] = [Shelf.self, Book.self, Comic.self, Tag.self, Club.self]

    static func container(_ file: URL) throws -> ModelContainer {
        let schema = Schema(models)
        return try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: file)])
    }

    /// Larger than what is kept in the row.
    static let cover = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    /// Fills a store with a value of each kind. Written by hand, so that tests can say what must be in it.
    static func fill(_ file: URL) throws {
        let container = try container(file)
        let context = ModelContext(container)
        context.author = "librarian"
        let hall = Shelf("Hall", place: Place(town: "Lund", latitude: 55.7, notes: ["by \"the\" door", "cold, dry"]))
        let attic = Shelf("Attic")
        let first = Book("Dünen, Band 1", pages: 412)
        first.weight = 0.1
        first.price = Decimal(string: "12345678901234567890.123")
        first.published = Date(timeIntervalSinceReferenceDate: 700_000_000.123456789)
        first.number = UUID(uuidString: "8E2C3D5A-0B7F-4C11-9E55-0123456789AB")
        first.link = URL(string: "https://example.org/a?b=c%20d")
        first.digest = Data([0, 1, 2, 255])
        first.cover = cover
        first.format = .hardcover
        first.loan = .lent(to: "Ada", days: 14)
        first.ratings = [5, 3]
        first.isRead = true
        first.shelf = hall
        let second = Book("Dünen, Band 2", pages: 300)
        second.loan = .free
        second.published = Date(timeIntervalSinceReferenceDate: 0)
        second.shelf = hall
        second.prequel = first
        let comic = Comic("Line\nbreak; \"quotes\", comma", pages: 48, artist: "Ōé 😀")
        comic.price = 9.5
        comic.shelf = attic
        comic.cover = Data([7, 7])
        let (sand, sea) = (Tag("sand"), Tag("sea"))
        first.tags = [sand, sea]
        comic.tags = [sea]
        let club = Club("Readers")
        club.wishes = [sea]
        let models: [any PersistentModel] = [hall, attic, first, second, comic, sand, sea, club]
        for model in models { context.insert(model) }
        try context.save()
        second.pages = 301
        context.author = "editor"
        try context.save()
    }
}
