import SwiftData
import TestSupport

/// Every type of `Kinds` as an optional, without and with a default.
@Model
final class Options {
    var label: String
    var bool: Bool?
    var int: Int?
    var int8: Int8?
    var int16: Int16?
    var int32: Int32?
    var int64: Int64?
    var uint: UInt?
    var uint8: UInt8?
    var uint16: UInt16?
    var uint32: UInt32?
    var uint64: UInt64?
    var float: Float?
    var double: Double?
    var decimal: Decimal?
    var string: String?
    var date: Date?
    var uuid: UUID?
    var url: URL?
    var data: Data?
    var colour: Colour?
    var level: Level?
    var mood: Mood?
    var shape: Shape?
    var point: Point?
    var address: Address?
    var strings: [String]?
    var set: Set<Int>?
    var dictionary: [String: Double]?
    @Attribute(.externalStorage) var blob: Data?
    @Attribute(.codable) var opaque: Address?
    @Attribute(.transformable(by: Reversing.self)) var hidden: NSString?

    init(label: String) {
        self.label = label
    }

    func fill(from values: Kinds.Values) {
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
        set = values.set
        dictionary = values.dictionary
        blob = values.blob
        opaque = values.address
        hidden = "secret"
    }

    /// The values, or nil where any is nil.
    var values: Kinds.Values? {
        guard let bool, let int, let int8, let int16, let int32, let int64, let uint, let uint8, let uint16, let uint32,
            let uint64, let float, let double, let decimal, let string, let date, let uuid, let url, let data,
            let colour, let level, let mood, let shape, let point, let address, let strings, let set, let dictionary,
            let blob
        else { return nil }
        return Kinds.Values(
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
            set: set,
            dictionary: dictionary,
            blob: blob
        )
    }

    /// True if every optional is nil.
    var isEmpty: Bool {
        let all: [Any?] = [
            bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float, double, decimal, string,
            date, uuid, url, data, colour, level, mood, shape, point, address, strings, set, dictionary, blob, opaque,
            hidden,
        ]
        return all.allSatisfy { $0 == nil }
    }
}

/// Stores a string backwards, so that a test can see that it was asked.
final class Reversing: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
        guard let string = value as? NSString else { return nil }
        return Data(String(string.description.reversed()).utf8)
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        return NSString(string: String(String(decoding: data, as: UTF8.self).reversed()))
    }
}

/// A default for every kind of type.
@Model
final class Defaults {
    var bool = true
    var int: Int = 3
    var double = 1.5
    var decimal: Decimal = 2.5
    var string = "text"
    var date = Date(timeIntervalSinceReferenceDate: 5)
    var uuid = UUID()
    var url = URL(fileURLWithPath: "/tmp")
    var colour = Colour.blue
    var mood: Mood = .excited
    var shape: Shape = .circle(radius: 1)
    var point = Point(x: 1, y: 2)
    var strings = ["a"]
    var optional: Int? = 9

    init() {}
}
