import Foundation
import SwiftDataCore
import Testing

@Suite("Stored values that do not fit are refused without being shown")
struct CodecFailureTests {
    private func reason(_ type: any Any.Type, _ stored: StoredValue) -> String? {
        let attribute = Schema.Attribute.make(name: "p", valueType: type)
        do {
            _ = try attribute.value(from: stored)
            return nil
        } catch {
            return (error as? StoredValueError)?.reason
        }
    }

    @Test("NULL in a non-optional attribute")
    func null() {
        for type in [Int.self, String.self, Colour.self, [Int].self, Point.self, Shape.self] as [any Any.Type] {
            #expect(reason(type, .null) == "NULL in a non-optional attribute")
        }
    }

    @Test("Another type than the attribute's")
    func wrongType() {
        #expect(reason(Int.self, .string("secret")) == "expected Int, found text")
        #expect(reason(Int8.self, .integer(300)) == "an integer that does not fit Int8")
        #expect(reason(UInt.self, .integer(-1)) == "an integer that does not fit UInt")
        #expect(reason(Date.self, .double(1)) == "expected Date, found number")
        #expect(reason([Int].self, .string("[1]")) == "expected Array<Int>, found text")
        #expect(reason(Point.self, .integer(1)) == "expected Point, found integer")
    }

    @Test("A raw value without a case")
    func rawValue() {
        #expect(reason(Colour.self, .string("secret")) == "Colour has no case for the raw value, which is text")
        #expect(reason(Colour?.self, .string("secret")) == "Colour has no case for the raw value, which is text")
    }

    @Test("Members that are missing, of a wrong type or too few")
    func members() {
        #expect(reason(Point.self, .composite([.double(1), .null])) == "member y: NULL in a non-optional attribute")
        #expect(reason(Point.self, .composite([.double(1), .string("s")])) == "member y: expected Double, found text")
        #expect(
            reason(Point.self, .composite([.double(1)])) == "a composite with another number of members than Point"
        )
        #expect(reason(Mood.self, .composite([.null, .null])) == "NULL in a non-optional attribute")
    }

    @Test("JSON that does not decode, and a type that refuses what it reads")
    func json() {
        #expect(reason([Int].self, .data(Data("[secret]".utf8))) == "JSON that does not decode as Array<Int>")
        #expect(reason(Picky.self, .data(Data(#"{"code":"secret"}"#.utf8))) == "JSON that does not decode as Picky")
    }

    @Test("A type that is not Codable has no codec")
    func notCodable() {
        let attribute = Schema.Attribute.make(name: "p", valueType: NotCodable.self)
        #expect(attribute.codec == nil)
        #expect(throws: StoredValueError.self) { try attribute.encoded(attribute.stored(NotCodable())) }
    }

    @Test("An ephemeral attribute can be of any type")
    func ephemeral() throws {
        let attribute = Schema.Attribute.make(name: "p", options: [.ephemeral], valueType: NotCodable.self)
        #expect(attribute.isTransient)
        #expect(
            try attribute.value(from: attribute.stored(NotCodable(value: 4))) as? NotCodable == NotCodable(value: 4)
        )
    }

    @Test("A transformable attribute goes through its transformer")
    func transformable() throws {
        let attribute = Schema.Attribute.make(
            name: "p",
            options: [.transformable(by: "Unregistered")],
            valueType: NotCodable?.self
        )
        #expect(attribute.kind == .transformable("Unregistered"))
        #expect(attribute.isTransformable)
        #expect(throws: StoredValueError.self) { try attribute.encoded(attribute.stored(NotCodable())) }
        #expect(try attribute.value(from: .null) as? NotCodable? == .some(nil))
    }
}

@Suite("What stands in where there is no row")
struct FallbackTests {
    private func fallback<Value>(_: Value.Type, default value: Any? = nil) -> Value? {
        let attribute = Schema.Attribute.make(name: "p", valueType: Value.self, defaultValue: value)
        return attribute.fallbackValue() as? Value
    }

    @Test("The declared default comes first")
    func declared() {
        #expect(fallback(Int.self, default: 5) == 5)
        #expect(fallback(Int?.self, default: 5) == 5)
    }

    @Test("Zeros, nil and empty collections")
    func zeros() {
        #expect(fallback(Int8.self) == 0)
        #expect(fallback(String.self) == "")
        #expect(fallback(Int?.self) == .some(nil))
        #expect(fallback([Int].self) == [])
        #expect(fallback([String: Int].self) == [:])
        #expect(fallback(Set<Int>.self) == [])
    }

    @Test("A raw value that has a case")
    func rawValues() {
        #expect(fallback(Colour.self) == .red)
        #expect(fallback(Level.self) == .low)
        #expect(fallback(Unit.self) == .ounce)
        #expect(fallback(Permissions.self) == Permissions(rawValue: 0))
    }

    @Test("A struct or enum of zeros")
    func composites() {
        #expect(fallback(Point.self) == Point(x: 0, y: 0))
        #expect(fallback(Mood.self) != nil)
        #expect(fallback(Shape.self) != nil)
        #expect(fallback(Nested.self)?.inner.pair == Pair(first: 0, second: nil))
        #expect(fallback(Expression.self) == .number(0))
        #expect(fallback(Tree.self) == Tree(value: 0, children: []))
        #expect(fallback(Celsius.self) == Celsius(degrees: 0))
        #expect(fallback(Settings.self)?.volume == 0)
        #expect(fallback(TimeZone.self) == .gmt)
        #expect(fallback(CharacterSet.self) == CharacterSet())
    }

    @Test("Nothing where no value can be made")
    func impossible() {
        #expect(fallback(Picky.self) == nil)
        #expect(fallback(NotCodable.self) == nil)
    }
}
