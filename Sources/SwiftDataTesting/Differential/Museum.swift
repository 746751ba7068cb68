package import Foundation
package import SwiftData

/// An enum kept by its raw text.
package enum Style: String, Codable, CaseIterable, Sample {
    case gothic, baroque
    case modern = "été"

    package static func random(_ random: inout SeededRandom) -> Style { allCases[random.below(3)] }
}

/// An enum kept by its raw number.
package enum Rank: Int, Codable, CaseIterable, Sample {
    case low = -1
    case middle
    case high

    package static func random(_ random: inout SeededRandom) -> Rank { allCases[random.below(3)] }
}

/// An enum whose cases have values.
package enum Mood: Codable, Sample {
    case calm
    case loud(Int)
    case mixed(String, Int?)

    package static func random(_ random: inout SeededRandom) -> Mood {
        switch random.below(3) {
        case 0: .calm
        case 1: .loud(random.below(3))
        default: .mixed(["", "é", "e\u{301}"][random.below(3)], random.chance(50) ? nil : random.below(2))
        }
    }
}

/// A value with members.
package struct Place: Codable, Sample {
    package var city: String
    package var floor: Int?
    package var spot: Spot

    package static func random(_ random: inout SeededRandom) -> Place {
        Place(
            city: ["", "Kiel", "Café", "Cafe\u{301}"][random.below(4)],
            floor: random.chance(40) ? nil : random.below(3),
            spot: Spot(depth: Double(random.below(3)), isHidden: random.chance(50))
        )
    }
}

/// A value inside a value.
package struct Spot: Codable, Equatable {
    package var depth: Double
    package var isHidden: Bool
}

/// An entity with an attribute of every type, and with relationships of every shape.
@Model
package class Exhibit {
    package var flag = false
    package var flagOrNil: Bool?
    package var whole = 0
    package var wholeOrNil: Int?
    package var whole8: Int8 = 0
    package var whole8OrNil: Int8?
    package var whole16: Int16 = 0
    package var whole16OrNil: Int16?
    package var whole32: Int32 = 0
    package var whole32OrNil: Int32?
    package var whole64: Int64 = 0
    package var whole64OrNil: Int64?
    package var natural: UInt = 0
    package var naturalOrNil: UInt?
    package var natural8: UInt8 = 0
    package var natural8OrNil: UInt8?
    package var natural16: UInt16 = 0
    package var natural16OrNil: UInt16?
    package var natural32: UInt32 = 0
    package var natural32OrNil: UInt32?
    package var natural64: UInt64 = 0
    package var natural64OrNil: UInt64?
    package var single: Float = 0
    package var singleOrNil: Float?
    package var real = 0.0
    package var realOrNil: Double?
    package var amount = Decimal(0)
    package var amountOrNil: Decimal?
    package var text = ""
    package var textOrNil: String?
    package var moment = Date(timeIntervalSinceReferenceDate: 0)
    package var momentOrNil: Date?
    package var token = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    package var tokenOrNil: UUID?
    package var link = URL(fileURLWithPath: "/")
    package var linkOrNil: URL?
    package var bytes = Data()
    package var bytesOrNil: Data?
    package var style = Style.gothic
    package var styleOrNil: Style?
    package var rank = Rank.low
    package var rankOrNil: Rank?
    package var mood = Mood.calm
    package var moodOrNil: Mood?
    package var place = Place(city: "", floor: nil, spot: Spot(depth: 0, isHidden: false))
    package var placeOrNil: Place?
    package var words: [String] = []
    package var numbers: [Int] = []
    package var numbersOrNil: [Int]?
    package var parent: Exhibit?
    @Relationship(inverse: \Exhibit.parent) package var parts: [Exhibit] = []
    package var curator: Curator?
    @Relationship(deleteRule: .cascade, inverse: \Note.exhibit) package var notes: [Note] = []
    @Relationship(inverse: \Theme.exhibits) package var themes: [Theme] = []

    package init() {}

    /// A text that is not stored.
    package var caption: String { "\(text)/\(whole)" }
}

/// A subclass with attributes and a relationship of its own.
@Model
package final class Painting: Exhibit {
    package var width = 0
    package var technique: String?
    package var restorer: Curator?

    package override init() { super.init() }
}

/// Another subclass.
@Model
package final class Sculpture: Exhibit {
    package var weight = 0.0
    package var material = Style.gothic

    package override init() { super.init() }
}

/// An entity with a relationship to its own kind, many exhibits, and relationships without inverse.
@Model
package final class Curator {
    package var name = ""
    package var nickname: String?
    package var age = 0
    package var rating: Double?
    package var isRetired = false
    package var hired: Date?
    package var mentor: Curator?
    @Relationship(inverse: \Exhibit.curator) package var exhibits: [Exhibit] = []

    package init() {}
}

/// An entity with a relationship that is never nil.
@Model
package final class Note {
    package var body = ""
    package var stars: Int?
    package var weight: Int16 = 0
    package var written = Date(timeIntervalSinceReferenceDate: 0)
    package var exhibit: Exhibit
    package var author: Curator?

    package init(about exhibit: Exhibit) {
        self.exhibit = exhibit
    }
}

/// The other end of a many-to-many relationship.
@Model
package final class Theme {
    package var title = ""
    package var order = 0
    package var budget: Decimal?
    package var exhibits: [Exhibit] = []

    package init() {}
}
