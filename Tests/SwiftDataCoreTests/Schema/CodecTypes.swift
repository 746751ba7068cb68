import Foundation

// Attribute types of every shape.

enum Colour: String, Codable, CaseIterable { case red, green, blue }
enum Level: Int, Codable { case low = 7, high = 9 }
enum Unit: String, Codable { case ounce = "oz", dash = "ds" }
struct Permissions: OptionSet, Codable, Hashable { let rawValue: UInt16 }
struct Blobs: RawRepresentable, Codable, Equatable { var rawValue: [String: Data] }

struct Point: Codable, Hashable {
    var x: Double
    var y: Double
}

struct Address: Codable, Equatable {
    var street: String
    var number: Int?
    var position: Point
    var unit: Unit
    var tags: [String]
    var history: [String: Point]?
    var site: URL?
    var exact: Decimal
}

enum Mood: Codable, Equatable { case calm, excited }

enum Shape: Codable, Equatable {
    case unknown
    case circle(radius: Double)
    case point
    case polygon(sides: Int, name: String?)
    case labelled(String, at: Point)
    case styled(Mood)
}

struct Nested: Codable, Equatable {
    var shape: Shape
    var optionalShape: Shape?
    var optionalPoint: Point?
    var inner: Inner

    struct Inner: Codable, Equatable {
        var mood: Mood
        var pair: Pair<Int, String?>
    }
}

struct Pair<First: Codable & Equatable, Second: Codable & Equatable>: Codable, Equatable {
    var first: First
    var second: Second
}

/// The members in another order than they are decoded in.
struct Reordered: Codable, Equatable {
    var a: Int
    var b: Int

    init(a: Int, b: Int) {
        self.a = a
        self.b = b
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        b = try container.decode(Int.self, forKey: .b)
        a = try container.decode(Int.self, forKey: .a)
    }
}

struct Renamed: Codable, Equatable {
    var title: String
    var count: Int

    private enum CodingKeys: String, CodingKey {
        case title = "heading"
        case count
    }
}

struct Partly: Codable, Equatable {
    var kept: Int
    var skipped = "fixed"

    private enum CodingKeys: String, CodingKey { case kept }
}

/// The value of one member decides which other members there are.
struct Conditional: Codable, Equatable {
    var isNamed: Bool
    var name = ""
    var number = 0

    private enum CodingKeys: CodingKey { case isNamed, name, number }

    init(isNamed: Bool, name: String = "", number: Int = 0) {
        self.isNamed = isNamed
        self.name = name
        self.number = number
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        isNamed = try container.decode(Bool.self, forKey: .isNamed)
        if isNamed {
            name = try container.decode(String.self, forKey: .name)
        } else {
            number = try container.decode(Int.self, forKey: .number)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isNamed, forKey: .isNamed)
        if isNamed {
            try container.encode(name, forKey: .name)
        } else {
            try container.encode(number, forKey: .number)
        }
    }
}

struct Celsius: Codable, Equatable {
    var degrees: Double

    init(degrees: Double) { self.degrees = degrees }
    init(from decoder: any Decoder) throws { degrees = try decoder.singleValueContainer().decode(Double.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(degrees)
    }
}

struct Picky: Codable, Equatable {
    var code: String

    init(code: String) { self.code = code }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(String.self, forKey: .code)
        guard code.count == 3 else {
            throw DecodingError.dataCorruptedError(forKey: .code, in: container, debugDescription: "secret \(code)")
        }
    }
}

struct Empty: Codable, Equatable {}
struct Tree: Codable, Equatable {
    var value: Int
    var children: [Tree]
}

indirect enum Expression: Codable, Equatable {
    case sum(Expression, Expression)
    case number(Int)
}

struct Holder: Codable, Equatable {
    var expression: Expression
    var count: Int
}

enum MaybeText: Codable, Equatable {
    case text(String?)
    case title(String?)
    case nothing
}

final class Settings: Codable, Equatable {
    var volume = 5
    static func == (lhs: Settings, rhs: Settings) -> Bool { lhs.volume == rhs.volume }
}

struct NotCodable: Equatable { var value = 1 }

@propertyWrapper struct Clamped: Codable, Equatable {
    var wrappedValue: Int
}

struct Wrapped: Codable, Equatable {
    @Clamped var level: Int
    var name: String
}
