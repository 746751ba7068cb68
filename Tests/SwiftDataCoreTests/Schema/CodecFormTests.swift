import Foundation
import SwiftDataCore
import Testing

@Suite("The stored forms of flattened values")
struct CodecFormTests {
    /// The leaves with their paths, in order.
    private func leaves(_ attributes: [Schema.Attribute], _ value: StoredValue, _ path: String = "") -> [String] {
        guard case .composite(let values) = value, values.count == attributes.count else {
            return ["\(path): wrong shape \(value.formName)"]
        }
        return zip(attributes, values).flatMap { attribute, value -> [String] in
            let name = path + attribute.name
            if let composite = attribute as? Schema.CompositeAttribute {
                return leaves(composite.properties, value, name + ".")
            }
            let optional = attribute.isOptional ? "?" : ""
            return ["\(name): \(attribute.kind.text)\(optional) = \(text(value))"]
        }
    }

    private func text(_ value: StoredValue) -> String {
        switch value {
        case .null: "NULL"
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): "'\(value)'"
        case .data(let value): "x'\(String(decoding: value, as: UTF8.self))'"
        default: value.formName
        }
    }

    private func form<Value>(_ value: Value) throws -> [String] {
        let attribute = Schema.Attribute.make(name: "p", valueType: Value.self)
        let composite = try #require(attribute as? Schema.CompositeAttribute)
        return leaves(composite.properties, try attribute.encoded(attribute.stored(value)))
    }

    @Test("A struct's members come in the order of declaration, nested ones in place")
    func structOrder() throws {
        let address = Address(
            street: "Main",
            number: 7,
            position: Point(x: 1, y: 2),
            unit: .ounce,
            tags: ["a"],
            history: nil,
            site: nil,
            exact: 1
        )
        #expect(
            try form(address) == [
                "street: string = 'Main'", "number: int64? = 7", "position.x: double = 1.0",
                "position.y: double = 2.0", "unit: rawValue.string = 'oz'", #"tags: json = x'["a"]'"#,
                "history: json? = NULL", "site: url? = NULL", "exact: decimal = decimal number",
            ]
        )
        #expect(try form(Reordered(a: 1, b: 2)) == ["a: int64 = 1", "b: int64 = 2"])
        #expect(try form(Renamed(title: "t", count: 1)) == ["heading: string = 't'", "count: int64 = 1"])
    }

    @Test("An enum has its cases with payload first, then a text for each case without")
    func enumForm() throws {
        #expect(
            try form(Shape.labelled("x", at: Point(x: 1, y: 2))) == [
                "circle.radius: double? = NULL", "polygon.sides: int64? = NULL", "polygon.name: string? = NULL",
                "labelled._0: string? = 'x'", "labelled.at.x: double? = 1.0", "labelled.at.y: double? = 2.0",
                "styled._0.calm: string? = NULL", "styled._0.excited: string? = NULL", "unknown: string? = NULL",
                "point: string? = NULL",
            ]
        )
        #expect(try form(Mood.excited) == ["calm: string? = NULL", "excited: string? = 'excited'"])
    }

    @Test("All members of an optional struct are optional, and nil is NULL in each")
    func optionalStruct() throws {
        #expect(try form(Point?.none) == ["x: double? = NULL", "y: double? = NULL"])
        #expect(try form(Point?(Point(x: 1, y: 2))) == ["x: double? = 1.0", "y: double? = 2.0"])
    }

    @Test("A type that contains itself is JSON from there on")
    func recursion() throws {
        #expect(
            try form(Holder(expression: .number(1), count: 2)) == [
                #"expression: json = x'{"number":{"_0":1}}'"#, "count: int64 = 2",
            ]
        )
        #expect(try form(Tree(value: 1, children: [])) == ["value: int64 = 1", "children: json = x'[]'"])
    }

    @Test("Plain values are stored at once, all others as objects until a store asks")
    func modelForms() {
        let number = Schema.Attribute.make(name: "p", valueType: Int?.self)
        if case .integer(3) = number.stored(3) {} else { Issue.record("not an integer") }
        if case .null = number.stored(Int?.none as Any) {} else { Issue.record("not NULL") }
        let colour = Schema.Attribute.make(name: "p", valueType: Colour.self)
        if case .string("red") = colour.stored(Colour.red) {} else { Issue.record("not a string") }
        let point = Schema.Attribute.make(name: "p", valueType: Point?.self)
        if case .object = point.stored(Point(x: 1, y: 2)) {} else { Issue.record("not an object") }
        if case .null = point.stored(Point?.none as Any) {} else { Issue.record("not NULL") }
    }
}
