import Foundation
import SwiftDataCore
import Testing

@Suite("Enums with a case whose payload can be nothing but NULL")
struct NullableCaseTests {
    enum Hint: Codable, Equatable { case none, at(hour: Int?, minute: Int), allDay(weekday: Int?) }
    enum Ambiguous: Codable, Equatable { case one(Int?), two(String?) }

    private func roundTrip<Value: Equatable>(_ value: Value) throws -> Bool {
        let attribute = Schema.Attribute.make(name: "hint", valueType: Value.self)
        let stored = try attribute.encoded(attribute.stored(value))
        if case .object = stored { return false }
        return try attribute.value(from: stored) as? Value == value
    }

    @Test(
        "One such case is flattened, and NULL in every column is that case",
        arguments: [Hint.none, .at(hour: nil, minute: 5), .allDay(weekday: nil), .allDay(weekday: 2)]
    )
    func single(hint: Hint) throws {
        #expect(Schema.Attribute.make(name: "hint", valueType: Hint.self).kind == .enumeration)
        #expect(try roundTrip(hint))
    }

    @Test(
        "An optional of such an enum is kept as JSON, so that nil and the case stay apart",
        arguments: [nil, Hint.none, .allDay(weekday: nil)]
    )
    func optional(hint: Hint?) throws {
        #expect(Schema.Attribute.make(name: "hint", valueType: Hint?.self).kind == .json)
        #expect(try roundTrip(hint))
    }

    @Test("Two such cases are kept as JSON", arguments: [Ambiguous.one(nil), .two(nil), .two("x")])
    func two(value: Ambiguous) throws {
        #expect(Schema.Attribute.make(name: "hint", valueType: Ambiguous.self).kind == .json)
        #expect(try roundTrip(value))
    }
}
