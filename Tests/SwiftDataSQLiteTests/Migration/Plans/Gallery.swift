import Foundation
import SwiftData

// The models of the fixtures: they must stay as they are, since stores in the repository were written with them.

/// Every kind of attribute and relationship that a store has columns for.
enum GalleryV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Work.self, Painting.self, Artist.self, Label.self, Note.self]
    }

    enum Technique: String, Codable, CaseIterable { case oil, ink }
    enum Room: Int, Codable { case cellar = -1, hall = 0, attic = 7 }
    enum Offer: Codable, Equatable {
        case none
        case price(Int, currency: String)
    }
    struct Size: Codable, Equatable {
        var width: Double
        var height: Double
        var depth: Double?
        var frames: [String]
    }

    @Model class Work {
        #Index<Work>([\.title], [\.year, \.title])
        @Attribute(.unique) var number: Int
        @Attribute(.preserveValueOnDeletion) var title: String
        var year: Int16
        var tiny: Int8
        var small: UInt8
        var middle: UInt32
        var large: UInt64
        var isSold: Bool
        var weight: Float
        var price: Decimal?
        var bought: Date?
        var identity: UUID
        var page: URL?
        var thumbnail: Data
        @Attribute(.externalStorage) var scan: Data?
        var room: Room
        var offer: Offer
        var size: Size
        var spareSize: Size?
        var words: [String]
        var counts: [Int]
        var places: [String: Int]
        @Relationship(inverse: \Artist.works) var artist: Artist?
        @Relationship(inverse: \Label.works) var labels: [Label] = []
        @Relationship(deleteRule: .cascade) var notes: [Note] = []

        init(number: Int, title: String) {
            self.number = number
            self.title = title
            year = Int16(1900 + number)
            tiny = -8
            small = 200
            middle = 4_000_000_000
            large = UInt64.max
            isSold = number.isMultiple(of: 2)
            weight = 1.5
            price = Decimal(string: "12.34")
            bought = Date(timeIntervalSinceReferenceDate: 1000.25)
            identity = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(number)))
            page = URL(string: "https://example.org/\(number)")
            thumbnail = Data([0, 1, 2])
            room = .attic
            offer = .price(number, currency: "EUR")
            size = Size(width: 1, height: 2.5, depth: nil, frames: ["gold", "oak"])
            words = ["a", "b"]
            counts = [3, 1, 2]
            places = ["left": 1]
        }
    }

    @available(macOS 26, *)
    @Model final class Painting: Work {
        var technique: Technique

        init(number: Int, title: String, technique: Technique) {
            self.technique = technique
            super.init(number: number, title: title)
        }
    }

    @Model final class Artist {
        var name: String
        var works: [Work] = []
        init(name: String) { self.name = name }
    }

    @Model final class Label {
        var text: String
        var works: [Work] = []
        init(text: String) { self.text = text }
    }

    typealias Note = PlainNotes.Note

    static func fill(_ context: ModelContext) throws {
        let artist = Artist(name: "Paula")
        context.insert(artist)
        let labels = ["z", "a", "m"].map { Label(text: $0) }
        labels.forEach { context.insert($0) }
        var works = (1...4).map { Work(number: $0, title: "Work \($0)") }
        works.append(Painting(number: 5, title: "Boy", technique: .ink))
        works.forEach { context.insert($0) }
        try context.save()
        artist.works = [works[4], works[0], works[2]]
        works[0].labels = labels
        works[0].notes = [Note(text: "second"), Note(text: "first")]
        works[1].scan = Data(repeating: 5, count: 110_000)
        works[2].offer = .none
        works[2].price = nil
        works[2].spareSize = Size(width: 3, height: 4, depth: 5, frames: [])
        try context.save()
        context.delete(works[3])
        try context.save()
    }
}

/// The second version: some classes and properties are removed, some are added, and names change.
enum GalleryV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Work.self, Painting.self, Artist.self, Label.self, Note.self]
    }

    typealias Technique = GalleryV1.Technique
    typealias Room = GalleryV1.Room
    typealias Offer = GalleryV1.Offer
    typealias Size = GalleryV1.Size

    @Model class Work {
        #Index<Work>([\.name])
        @Attribute(.unique) var number: Int
        @Attribute(.preserveValueOnDeletion, originalName: "title") var name: String
        var year: Int
        var tiny: Int8
        var small: UInt8
        var middle: UInt32
        var large: UInt64
        var isSold: Bool
        var weight: Double
        var price: Decimal?
        var bought: Date?
        var identity: UUID
        var page: URL?
        var scan: Data?
        var room: Room
        var offer: Offer
        var size: Size
        var spareSize: Size?
        var words: [String]
        var counts: [Int]
        var places: [String: Int]
        var isOnShow: Bool = true
        @Relationship(inverse: \Artist.works) var artist: Artist?
        @Relationship(inverse: \Label.works) var labels: [Label] = []
        @Relationship(deleteRule: .cascade) var notes: [Note] = []

        init(number: Int, name: String) {
            self.number = number
            self.name = name
            year = 2000
            tiny = 0
            small = 0
            middle = 0
            large = 0
            isSold = false
            weight = 0
            identity = UUID()
            room = .hall
            offer = .none
            size = Size(width: 0, height: 0, depth: nil, frames: [])
            words = []
            counts = []
            places = [:]
        }
    }

    @available(macOS 26, *)
    @Model final class Painting: Work {
        var technique: Technique?
    }

    @Model final class Artist {
        var name: String
        var born: Date?
        var works: [Work] = []
        init(name: String) { self.name = name }
    }

    @Model final class Label {
        var text: String
        var works: [Work] = []
        init(text: String) { self.text = text }
    }

    typealias Note = PlainNotes.Note
}
