import Foundation
import SwiftDataCore
import Testing

@Suite("Types whose raw values are not plain")
struct StructuredRawValueTests {
    struct Info: RawRepresentable, Codable, Equatable { var rawValue: [String: Data] }

    @Test("Such a value is kept as the JSON of its raw value, and read back equal")
    func roundTrip() throws {
        let info = Info(rawValue: ["a": Data([1])])
        let attribute = Schema.Attribute.make(name: "info", valueType: Info.self)
        let stored = try attribute.encoded(attribute.stored(info))
        guard case .data(let json) = stored else {
            Issue.record("not JSON")
            return
        }
        #expect(String(decoding: json, as: UTF8.self) == #"{"a":"AQ=="}"#)
        #expect(try attribute.value(from: stored) as? Info == info)
        #expect(try attribute.value(from: attribute.stored(info)) as? Info == info)
    }
}
