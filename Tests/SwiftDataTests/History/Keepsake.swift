import SwiftData
import TestSupport

/// A model of which the history keeps every attribute.
@Model
final class Keepsake {
    @Attribute(.preserveValueOnDeletion) var bool: Bool
    @Attribute(.preserveValueOnDeletion) var int: Int
    @Attribute(.preserveValueOnDeletion) var uint64: UInt64
    @Attribute(.preserveValueOnDeletion) var double: Double
    @Attribute(.preserveValueOnDeletion) var decimal: Decimal
    @Attribute(.preserveValueOnDeletion) var string: String
    @Attribute(.preserveValueOnDeletion) var date: Date
    @Attribute(.preserveValueOnDeletion) var uuid: UUID
    @Attribute(.preserveValueOnDeletion) var url: URL
    @Attribute(.preserveValueOnDeletion) var data: Data
    @Attribute(.preserveValueOnDeletion) var colour: Colour
    @Attribute(.preserveValueOnDeletion) var mood: Mood
    @Attribute(.preserveValueOnDeletion) var shape: Shape
    @Attribute(.preserveValueOnDeletion) var address: Address
    @Attribute(.preserveValueOnDeletion) var place: Point?
    @Attribute(.preserveValueOnDeletion) var strings: [String]
    @Attribute(.preserveValueOnDeletion) var dictionary: [String: Double]
    @Attribute(.codable, .preserveValueOnDeletion) var opaque: Address
    @Attribute(.externalStorage, .preserveValueOnDeletion) var large: Data
    @Attribute(.externalStorage, .preserveValueOnDeletion) var small: Data
    @Attribute(.preserveValueOnDeletion) var nothing: String?
    var forgotten: String

    init(_ values: Kinds.Values = Kinds.Values(), place: Point? = nil) {
        bool = values.bool
        int = values.int
        uint64 = values.uint64
        double = values.double
        decimal = values.decimal
        string = values.string
        date = values.date
        uuid = values.uuid
        url = values.url
        data = values.data
        colour = values.colour
        mood = values.mood
        shape = values.shape
        address = values.address
        self.place = place
        strings = values.strings
        dictionary = values.dictionary
        opaque = values.address
        large = values.blob
        small = values.data
        forgotten = "forgotten"
    }
}

/// A base with an attribute that the history keeps, and a class below it with one of its own.
@Model
class Relic {
    @Attribute(.preserveValueOnDeletion) var origin: String
    var age: Int

    init(origin: String, age: Int = 0) {
        self.origin = origin
        self.age = age
    }
}

@Model
final class Coin: Relic {
    @Attribute(.preserveValueOnDeletion) var metal: String
    var weight: Double

    init(origin: String, metal: String) {
        self.metal = metal
        weight = 1
        super.init(origin: origin)
    }
}
