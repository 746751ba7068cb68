import SwiftData
import TestSupport

enum Colour: String, Codable, CaseIterable { case red, green, blue }
enum Level: Int, Codable { case low = 1, high = 10 }
enum Mood: Codable, Equatable { case calm, excited }
enum Shape: Codable, Equatable {
    case point
    case circle(radius: Double)
    case polygon(sides: Int, name: String)
    case labelled(String)
}

struct Point: Codable, Equatable {
    var x: Double
    var y: Double
}

struct Address: Codable, Equatable {
    var street: String
    var number: Int?
    var position: Point
    var notes: [String]
}

/// One property of every type that an attribute can have.
@Model
final class Kinds {
    var bool: Bool
    var int: Int
    var int8: Int8
    var int16: Int16
    var int32: Int32
    var int64: Int64
    var uint: UInt
    var uint8: UInt8
    var uint16: UInt16
    var uint32: UInt32
    var uint64: UInt64
    var float: Float
    var double: Double
    var decimal: Decimal
    var string: String
    var date: Date
    var uuid: UUID
    var url: URL
    var data: Data
    var colour: Colour
    var level: Level
    var mood: Mood
    var shape: Shape
    var point: Point
    var address: Address
    var strings: [String]
    var numbers: [Int]
    var points: [Point]
    var set: Set<Int>
    var dictionary: [String: Double]
    @Attribute(.externalStorage) var blob: Data
    @Attribute(.codable) var opaque: Address
    @Attribute(.ephemeral) var passing: Int = 7
    @Attribute(originalName: "formerName") var renamed: String

    init(_ values: Values = Values()) {
        bool = values.bool
        int = values.int
        int8 = values.int8
        int16 = values.int16
        int32 = values.int32
        int64 = values.int64
        uint = values.uint
        uint8 = values.uint8
        uint16 = values.uint16
        uint32 = values.uint32
        uint64 = values.uint64
        float = values.float
        double = values.double
        decimal = values.decimal
        string = values.string
        date = values.date
        uuid = values.uuid
        url = values.url
        data = values.data
        colour = values.colour
        level = values.level
        mood = values.mood
        shape = values.shape
        point = values.point
        address = values.address
        strings = values.strings
        numbers = values.numbers
        points = values.points
        set = values.set
        dictionary = values.dictionary
        blob = values.blob
        opaque = values.address
        renamed = values.string
    }

    struct Values: Equatable {
        var bool = true
        var int = -42
        var int8 = Int8.min
        var int16 = Int16.max
        var int32 = Int32.min
        var int64 = Int64.max
        var uint = UInt.max
        var uint8 = UInt8.max
        var uint16 = UInt16.max
        var uint32 = UInt32.max
        var uint64 = UInt64.max
        var float: Float = 1.1
        var double = 0.1
        var decimal = Decimal(string: "12345678901234567890.123456789012345678") ?? 0
        var string = "Grüße, 世界"
        var date = Date(timeIntervalSince1970: 1_700_000_000.123)
        var uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()
        var url = URL(string: "https://example.com/a%20b?q=1#f") ?? URL(fileURLWithPath: "/")
        var data = Data([0, 1, 255])
        var colour = Colour.green
        var level = Level.high
        var mood = Mood.excited
        var shape = Shape.polygon(sides: 5, name: "pentagon")
        var point = Point(x: 1.5, y: -2)
        var address = Address(street: "Main", number: nil, position: Point(x: 0, y: 9), notes: ["a", "b"])
        var strings = ["x", "", "z"]
        var numbers = [1, 2, 3]
        var points = [Point(x: 1, y: 2)]
        var set: Set<Int> = [1, 2]
        var dictionary = ["a": 1.5]
        var blob = Data(repeating: 7, count: 300_000)
    }

    var values: Values {
        Values(
            bool: bool,
            int: int,
            int8: int8,
            int16: int16,
            int32: int32,
            int64: int64,
            uint: uint,
            uint8: uint8,
            uint16: uint16,
            uint32: uint32,
            uint64: uint64,
            float: float,
            double: double,
            decimal: decimal,
            string: string,
            date: date,
            uuid: uuid,
            url: url,
            data: data,
            colour: colour,
            level: level,
            mood: mood,
            shape: shape,
            point: point,
            address: address,
            strings: strings,
            numbers: numbers,
            points: points,
            set: set,
            dictionary: dictionary,
            blob: blob
        )
    }
}
