import Foundation
import SwiftDataCore
import Testing

@Suite("Every attribute type comes back equal from its stored form")
struct CodecRoundTripTests {
    /// Stores, encodes, reads and compares a value, on its own and as an optional, and nil.
    private func check<Value: Equatable>(
        _ value: Value,
        _ kind: AttributeKind,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let attribute = Schema.Attribute.make(name: "p", valueType: Value.self)
        #expect(attribute.kind == kind, sourceLocation: location)
        #expect(!attribute.isOptional, sourceLocation: location)
        let encoded = try attribute.encoded(attribute.stored(value))
        if case .object = encoded { Issue.record("still an object", sourceLocation: location) }
        #expect(try attribute.value(from: encoded) as? Value == value, sourceLocation: location)
        #expect(try attribute.value(from: attribute.stored(value)) as? Value == value, sourceLocation: location)

        let optional = Schema.Attribute.make(name: "p", valueType: Value?.self)
        #expect(optional.kind == kind, sourceLocation: location)
        #expect(optional.isOptional, sourceLocation: location)
        let some = try optional.encoded(optional.stored(Value?.some(value) as Any))
        #expect(try optional.value(from: some) as? Value? == .some(value), sourceLocation: location)
        let none = try optional.encoded(optional.stored(Value?.none as Any))
        #expect(try optional.value(from: none) as? Value? == .some(nil), sourceLocation: location)
        #expect(try optional.value(from: .null) as? Value? == .some(nil), sourceLocation: location)
    }

    @Test("Integers of every width, at both ends")
    func integers() throws {
        func extremes<Value: FixedWidthInteger>(_: Value.Type, _ kind: AttributeKind.Integer) throws {
            for value in [Value.min, Value.max, 0, 1] { try check(value, .integer(kind)) }
        }
        try extremes(Int.self, .int64)
        try extremes(Int8.self, .int8)
        try extremes(Int16.self, .int16)
        try extremes(Int32.self, .int32)
        try extremes(Int64.self, .int64)
        try extremes(UInt.self, .uint64)
        try extremes(UInt8.self, .uint8)
        try extremes(UInt16.self, .uint16)
        try extremes(UInt32.self, .uint32)
        try extremes(UInt64.self, .uint64)
    }

    @Test("The other plain types")
    func plainTypes() throws {
        try check(true, .boolean)
        try check(Float(1.1), .float)
        try check(Float.infinity, .float)
        try check(-0.0, .double)
        try check(Double.leastNonzeroMagnitude, .double)
        try check(try #require(Decimal(string: "12345678901234567890123456789012345678")), .decimal)
        try check("nul \0 and é", .string)
        try check(Date.distantFuture, .date)
        try check(Date(timeIntervalSinceReferenceDate: 0.1), .date)
        try check(UUID(), .uuid)
        try check(try #require(URL(string: "https://example.com/?q=a%20b")), .url)
        try check(Data([0, 255]), .data)
    }

    @Test("NaN stays a number and not nil")
    func nan() throws {
        let attribute = Schema.Attribute.make(name: "p", valueType: Double?.self)
        let value = try attribute.value(from: attribute.encoded(attribute.stored(Double.nan))) as? Double
        #expect(try #require(value).isNaN)
    }

    @Test("Raw values")
    func rawValues() throws {
        try check(Colour.green, .rawValue(.string))
        try check(Level.high, .rawValue(.integer(.int64)))
        try check(Unit.dash, .rawValue(.string))
        try check(Permissions(rawValue: 5), .rawValue(.integer(.uint16)))
        try check(Blobs(rawValue: ["a": Data([1])]), .rawValue(.codable))
    }

    @Test("Structs")
    func structs() throws {
        let address = Address(
            street: "Main",
            number: nil,
            position: Point(x: .nan == 0 ? 1 : 0.1, y: -.infinity),
            unit: .ounce,
            tags: ["a", "\"b\""],
            history: ["home": Point(x: 1, y: 2)],
            site: URL(string: "file:///tmp/x"),
            exact: Decimal(string: "0.1234567890123456789012345678") ?? 0
        )
        try check(address, .composite)
        try check(Pair(first: 1, second: "x"), .composite)
        try check(Reordered(a: 1, b: 2), .composite)
        try check(Renamed(title: "t", count: 3), .composite)
        try check(Wrapped(level: 3, name: "n"), .composite)
        try check(Partly(kept: 4), .composite)
        try check(DateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 2.5), .composite)
    }

    @Test("Enums without raw values")
    func enums() throws {
        try check(Mood.excited, .enumeration)
        let shapes: [Shape] = [
            .unknown, .circle(radius: 1.5), .point, .polygon(sides: 3, name: nil), .polygon(sides: 4, name: "square"),
            .labelled("here", at: Point(x: 1, y: 2)), .styled(.calm),
        ]
        for shape in shapes { try check(shape, .enumeration) }
    }

    @Test("Enums and structs inside structs")
    func nesting() throws {
        for optionalShape in [nil, Shape.point, .styled(.excited)] {
            for optionalPoint in [nil, Point(x: 0, y: 0)] {
                let value = Nested(
                    shape: .polygon(sides: 1, name: nil),
                    optionalShape: optionalShape,
                    optionalPoint: optionalPoint,
                    inner: Nested.Inner(mood: .calm, pair: Pair(first: 2, second: nil))
                )
                try check(value, .composite)
            }
        }
    }

    @Test("Collections")
    func collections() throws {
        try check(["a", "", "ü\0"], .json)
        try check([Int](), .json)
        try check([1, nil, 3] as [Int?], .json)
        try check([0.1, .infinity, -.infinity, -0.0], .json)
        try check(Set([1, 2, 3]), .json)
        try check(["a": 1.5, "b": .infinity], .json)
        try check([Colour.red: Point(x: 1, y: 2)], .json)
        try check([UInt64.max: [Int64.min]], .json)
        try check([Point(x: 1, y: 2)], .json)
        try check([Shape.circle(radius: 2), .point], .json)
        try check([Date(timeIntervalSinceReferenceDate: 0.1), .distantPast], .json)
        try check([Data([1, 2])], .json)
        try check([try #require(Decimal(string: "12345678901234567890.123456789012345678"))], .json)
        try check([["x"], []], .json)
    }

    @Test("NaN inside a collection stays NaN")
    func nanInJSON() throws {
        let attribute = Schema.Attribute.make(name: "p", valueType: [Double].self)
        let encoded = try attribute.encoded(attribute.stored([Double.nan, 1]))
        let value = try #require(try attribute.value(from: encoded) as? [Double])
        #expect(value.count == 2 && value[0].isNaN && value[1] == 1)
    }

    @Test("Types that cannot be flattened are kept as JSON")
    func unflattened() throws {
        try check(Celsius(degrees: 36.6), .json)
        try check(Picky(code: "abc"), .json)
        try check(Empty(), .json)
        try check(Tree(value: 1, children: [Tree(value: 2, children: [])]), .composite)
        try check(Expression.sum(.number(1), .sum(.number(2), .number(3))), .json)
        try check(Holder(expression: .number(1), count: 2), .composite)
        try check(MaybeText.text(nil), .json)
        try check(MaybeText.nothing, .json)
        try check(Conditional(isNamed: true, name: "n"), .json)
        try check(Conditional(isNamed: false, number: 3), .json)
        try check(Settings(), .json)
        try check(CGPoint(x: 1, y: 2), .json)
        try check(1...3, .json)
    }

    @Test("Codable types of Foundation")
    func foundation() throws {
        try check(DateComponents(year: 2024, month: 2), .composite)
        try check(Locale(identifier: "de_CH"), .composite)
        try check(try #require(TimeZone(identifier: "Europe/Paris")), .json)
        try check(Calendar(identifier: .buddhist), .json)
        try check(CharacterSet.decimalDigits, .json)
        try check(try #require(URLComponents(string: "https://example.com:8080/a?b=c#d")), .composite)
        try check(IndexSet([1, 5]), .json)
        try check(CGRect(x: 1, y: 2, width: 3, height: 4), .json)
        try check(Measurement(value: 1.5, unit: UnitLength.miles), .json)
    }

    @Test("Attributes marked .codable are JSON, whatever the type")
    func codable() throws {
        let attribute = Schema.Attribute.make(name: "p", options: [.codable], valueType: Point?.self)
        #expect(attribute.kind == .codable)
        let encoded = try attribute.encoded(attribute.stored(Point(x: 1, y: 2)))
        guard case .data(let data) = encoded else { return #expect(Bool(false), "\(encoded.formName)") }
        #expect(String(decoding: data, as: UTF8.self) == #"{"x":1,"y":2}"#)
        #expect(try attribute.value(from: encoded) as? Point == Point(x: 1, y: 2))
        #expect(try attribute.value(from: .null) as? Point? == .some(nil))
    }
}
