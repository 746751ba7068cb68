import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL

/// The models of the stores that are damaged: each kind of attribute and relationship, in few pages.
struct FuzzPlace: Codable, Hashable {
    var town: String
    var latitude: Double
}

enum FuzzFormat: String, Codable {
    case hardcover, paperback
}

enum FuzzLoan: Codable, Hashable {
    case free
    case lent(to: String)
}

@Model
final class FuzzShelf {
    @Attribute(.unique) var name: String
    var place: FuzzPlace?
    @Relationship(deleteRule: .cascade, inverse: \FuzzBook.shelf) var books: [FuzzBook] = []

    init(_ name: String) { self.name = name }
}

@Model
class FuzzBook {
    #Index<FuzzBook>([\.title])

    @Attribute(.preserveValueOnDeletion) var title: String
    var pages: Int
    var weight: Double?
    var price: Decimal?
    var published: Date?
    var number: UUID?
    var link: URL?
    var digest: Data?
    @Attribute(.externalStorage) var cover: Data?
    var format: FuzzFormat = FuzzFormat.paperback
    var loan: FuzzLoan?
    var words: [String] = []
    var isRead = false
    var place: FuzzPlace?
    var shelf: FuzzShelf?
    var tags: [FuzzTag] = []

    init(_ title: String, pages: Int) {
        self.title = title
        self.pages = pages
    }
}

@Model
final class FuzzComic: FuzzBook {
    var artist: String

    init(_ title: String, artist: String) {
        self.artist = artist
        super.init(title, pages: 8)
    }
}

@Model
final class FuzzTag {
    var word: String
    @Relationship(inverse: \FuzzBook.tags) var books: [FuzzBook] = []

    init(_ word: String) { self.word = word }
}

enum FuzzModels {
    static let all: [any PersistentModel.Type] = [FuzzShelf.self, FuzzBook.self, FuzzComic.self, FuzzTag.self]

    static let outline = ModelOutline(Schema(all))

    /// One entity with three attributes, so that inputs are short.
    static let small = ModelOutline(entities: [
        EntityOutline(
            "A",
            properties: [
                .attribute(AttributeOutline("b", .string, isOptional: true)),
                .attribute(AttributeOutline("c", .integer(.int64))),
                .relationship(RelationshipOutline("d", to: "A", isToOne: true, isOptional: true)),
            ],
            uniquenessConstraints: [["b"]]
        )
    ])

    /// Two entities of which one is below the other, with a composite and an index.
    static let family: ModelOutline = {
        var element = AttributeOutline("e", .double, isOptional: true)
        element.defaultValue = .double(0.5)
        let composite = AttributeOutline("c", .composite, isOptional: true, elements: [element])
        var marked = AttributeOutline("m", .boolean)
        (marked.defaultValue, marked.preservesValueOnDeletion) = (.integer(1), true)
        let inverse = RelationshipOutline("i", to: "B", inverse: "o", isToOne: true, isOptional: true)
        let owners = RelationshipOutline("o", to: "A", inverse: "i", isToOne: false, deleteRule: .cascade)
        let inherited: [PropertyOutline] = [.attribute(marked), .attribute(composite), .relationship(inverse)]
        return ModelOutline(entities: [
            EntityOutline("A", properties: inherited, indices: [IndexOutline(paths: ["m"])]),
            EntityOutline("B", properties: [.relationship(owners)]),
            EntityOutline("C", super: "A", properties: inherited + [.attribute(AttributeOutline("d", .date))]),
        ])
    }()

    static let book = outline.entities.first { $0.name == "FuzzBook" } ?? outline.entities[0]
}
