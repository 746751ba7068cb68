import Foundation
import SwiftDataCore
import SwiftDataModelSource
import SwiftDataSQL
import Testing

/// Types that a model does not name, and values that begin somewhere.
struct ValueTypeTests {
    private func text(_ attributes: AttributeOutline..., isFromStore: Bool = true) throws -> String {
        let entity = EntityOutline("Item", properties: attributes.map { .attribute($0) })
        var source = ModelSource(
            name: "Items",
            versions: [ModelVersion(name: "Items", model: ModelOutline(entities: [entity]))]
        )
        source.isFromStore = isFromStore
        return try source.swift().text
    }

    private func declaration(_ attribute: AttributeOutline, isFromStore: Bool = true) throws -> String? {
        try text(attribute, isFromStore: isFromStore).split(separator: "\n").first {
            $0.contains("var \(attribute.name)")
        }
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private func attribute(_ kind: AttributeKind, _ value: StoredValue) -> AttributeOutline {
        var attribute = AttributeOutline("a", kind)
        attribute.defaultValue = value
        return attribute
    }

    @Test func anEnumWithRawValuesTakesAny() throws {
        var unit = AttributeOutline("unit", .rawValue(.string))
        unit.defaultValue = .string("oz")
        let text = try text(unit)
        #expect(text.contains("    var unit: Unit = Unit(rawValue: \"oz\")\n"))
        let expected = """
                /// Takes any value: the model does not list the cases.
                struct Unit: RawRepresentable, Codable, Hashable, Sendable {
                    var rawValue: String

                    init(rawValue: String) {
                        self.rawValue = rawValue
                    }
                }
            """
        #expect(text.contains(expected))
    }

    @Test func anEnumWithPayloadsHasItsCases() throws {
        func optional(_ name: String, _ kind: AttributeKind) -> AttributeOutline {
            AttributeOutline(name, kind, isOptional: true)
        }
        func payload(_ name: String, _ elements: AttributeOutline...) -> AttributeOutline {
            AttributeOutline(name, .composite, isOptional: true, elements: elements)
        }
        let hint = AttributeOutline(
            "hint",
            .enumeration,
            elements: [
                payload("at", optional("hour", .integer(.int64)), optional("minute", .integer(.int64))),
                payload("on", optional("_0", .date), optional("label", .string)),
                payload("text", optional("_0", .string)), optional("default", .string),
            ]
        )
        let expected = """
                enum Hint: Codable, Hashable, Sendable {
                    case at(hour: Int?, minute: Int?)
                    case on(Date, label: String?)
                    case text(String)
                    case `default`
                }
            """
        #expect(try text(hint).contains(expected))
    }

    @Test func namesOfValueTypesMeetNoOthers() throws {
        func composite(_ name: String) -> AttributeOutline {
            AttributeOutline(name, .composite, elements: [AttributeOutline("x", .double)])
        }
        let text = try text(composite("item"), composite("date"), composite("spot"), composite("_spot"))
        for line in [
            "var item: ItemValue", "var date: DateValue", "var spot: Spot", "var _spot: Spot2",
            "struct ItemValue: Codable, Hashable, Sendable {", "struct Spot2: Codable, Hashable, Sendable {",
        ] {
            #expect(text.contains("    \(line)\n"), "\(line)")
        }
    }

    @Test(arguments: [
        ("Array<String>", "[String]"), ("Set<Int>", "Set<Int>"),
        ("Dictionary<String, Array<Double>>", "[String: [Double]]"),
        ("Array<Optional<Date>>", "[Date?]"), ("Array<Ingredient>", "[JSONValue]"), ("Array<", "JSONValue"),
        ("Swift.Array<Foundation.UUID>", "[UUID]"), ("Box<Int>", "JSONValue"),
    ])
    func collectionsAreWrittenAsInSwift(_ name: String, _ type: String) throws {
        var tags = AttributeOutline("tags", .json)
        tags.valueTypeName = name
        let text = try text(tags)
        #expect(text.contains("    var tags: \(type)\n"))
        #expect(text.contains("enum JSONValue: Codable, Hashable, Sendable {") == type.contains("JSONValue"))
    }

    @Test func defaultsAreExpressions() throws {
        let day = Date(timeIntervalSinceReferenceDate: 86_400)
        #expect(try declaration(attribute(.boolean, .integer(1))) == "var a: Bool = true")
        #expect(try declaration(attribute(.integer(.int32), .integer(-7))) == "var a: Int32 = -7")
        #expect(try declaration(attribute(.double, .double(0.1))) == "var a: Double = 0.1")
        #expect(try declaration(attribute(.double, .double(-.infinity))) == "var a: Double = -.infinity")
        #expect(try declaration(attribute(.decimal, .decimal(5))) == "var a: Decimal = 5")
        #expect(
            try declaration(attribute(.decimal, .decimal(Decimal(string: "-0.025") ?? 0)))
                == "var a: Decimal = Decimal(sign: .minus, exponent: -3, significand: 25)"
        )
        #expect(try declaration(attribute(.string, .string("a\n\\\"\u{1}"))) == #"var a: String = "a\n\\\"\u{1}""#)
        #expect(
            try declaration(attribute(.date, .date(day)))
                == "var a: Date = Date(timeIntervalSinceReferenceDate: 86400.0)"
        )
        #expect(try declaration(attribute(.uuid, .uuid(UUID()))) == "var a: UUID = UUID()")
        #expect(
            try declaration(attribute(.url, .url(try #require(URL(string: "a:b")))))
                == "var a: URL = URL(string: \"a:b\")!"
        )
        #expect(try declaration(attribute(.data, .data(Data()))) == "var a: Data = Data()")
        #expect(try declaration(attribute(.data, .data(Data("{}".utf8)))) == "var a: Data = Data(\"{}\".utf8)")
        #expect(
            try declaration(attribute(.data, .data(Data([0, 255]))))
                == "var a: Data = Data(base64Encoded: \"AP8=\") ?? Data()"
        )
    }

    /// SwiftData evaluates `Date()` once and keeps what it gave as the default.
    @Test func aTimeWithAFractionInAStoreIsNow() throws {
        let moment = attribute(.date, .date(Date(timeIntervalSinceReferenceDate: 700_000_000.25)))
        #expect(try declaration(moment) == "var a: Date = Date()")
        #expect(
            try declaration(moment, isFromStore: false)
                == "var a: Date = Date(timeIntervalSinceReferenceDate: 700000000.25)"
        )
    }

    @Test func compositesBeginWithTheirParts() throws {
        var spot = AttributeOutline(
            "spot",
            .composite,
            elements: [AttributeOutline("x", .double), AttributeOutline("y", .double, isOptional: true)]
        )
        spot.defaultValue = .composite([.double(1), .null])
        #expect(try declaration(spot) == "var spot: Spot = Spot(x: 1.0, y: nil)")
        // A part without a value where there must be one is no default.
        spot.defaultValue = .composite([.null, .null])
        #expect(try declaration(spot) == "var spot: Spot")
    }

    @Test func transformersHaveStandIns() throws {
        let text = try text(
            AttributeOutline("color", .transformable("ColorTransformer"), isOptional: true),
            AttributeOutline("list", .transformable("NSSecureUnarchiveFromData"))
        )
        #expect(text.contains("@Attribute(.transformable(by: ColorTransformer.self)) var color: Data?\n"))
        #expect(text.contains("@Attribute(.transformable(by: ArchivedBytesTransformer.self)) var list: Data\n"))
        #expect(text.contains("final class ColorTransformer: ValueTransformer {"))
        #expect(text.contains("final class ArchivedBytesTransformer: ValueTransformer {"))
    }
}
