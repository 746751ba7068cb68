import Foundation
import SwiftDataCore
import Testing

/// The entries of the table agree with the types that they tell of, and read what they write.
@Suite struct PrimitiveTableTests {
    /// A value of each kind and more of those with several notations.
    static let samples: [(kind: AttributeKind, value: StoredValue)] = [
        (.boolean, .integer(1)), (.integer(.int8), .integer(-128)),
        (.integer(.int16), .integer(32_767)),
        (.integer(.int32), .integer(-5)), (.integer(.int64), .integer(.min)),
        (.integer(.uint8), .integer(255)),
        (.integer(.uint16), .integer(7)), (.integer(.uint32), .integer(4_294_967_295)),
        (.integer(.uint64), .unsigned(.max)), (.float, .double(0.5)), (.double, .double(0.1)),
        (.double, .double(.nan)),
        (.double, .double(-.infinity)),
        (.decimal, .decimal(Decimal(string: "-1234567890123456789.0125") ?? 0)),
        (.decimal, .decimal(.nan)), (.string, .string("\"é\\\n\u{1}\0")),
        (.date, .date(Date(timeIntervalSinceReferenceDate: 0.1))),
        (.duration, .duration(.seconds(90))), (.duration, .duration(Duration(attoseconds: -1))),
        (.duration, .duration(Duration(attoseconds: .min))), (.uuid, .uuid(UUID())),
        (.url, .url(URL(fileURLWithPath: "/a b"))), (.data, .data(Data([0, 255, 1]))),
    ]

    @Test func eachKindHasASample() {
        #expect(Set(Self.samples.map(\.kind)) == Set(Primitive.all.map(\.kind)))
    }

    @Test func theNamesAreThoseOfTheTypes() {
        for entry in Primitive.all {
            #expect(entry.names.types == entry.types.map { "\($0)" })
            #expect(entry.kind.entry === entry)
            #expect(AttributeKind(text: entry.names.word) == entry.kind)
            for type in entry.types { #expect(type.primitive === entry) }
        }
    }

    @Test(arguments: samples)
    func anEntryReadsWhatItWrites(kind: AttributeKind, value: StoredValue) throws {
        let entry = try #require(kind.entry)
        let form = try #require(value.entry)
        #expect(entry.forms.contains(form.kind))
        let exact = try #require(entry.exactText(value).flatMap(entry.parseExact))
        #expect(exact.isSame(as: value) { $0 })
        let text = try #require(entry.text(value))
        let read = text == "nan" ? entry.notANumber : entry.parse(text)
        #expect(try #require(read).isSame(as: value) { $0 })
        let constant = try JSONEncoder().encode(QueryValue(value))
        #expect(
            try JSONDecoder().decode(QueryValue.self, from: constant).stored.isSame(as: value) { $0 }
        )
    }

    @Test(arguments: samples)
    func theJSONIsJSON(kind: AttributeKind, value: StoredValue) throws {
        let json = try #require(kind.entry?.json(value))
        let read = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        if case .string(let text) = value { #expect(read as? String == text) }
        if case .integer(let number) = value, kind != .boolean {
            #expect((read as? NSNumber)?.int64Value == number)
        }
        if case .uuid(let uuid) = value { #expect(read as? String == uuid.uuidString) }
    }

    @Test func onlyAValueOfTheKindIsRead() throws {
        let decimal = try #require(AttributeKind.decimal.entry)
        for text in ["", "1x", " 1", "0x10", "1,5", "inf"] {
            #expect(decimal.parse(text) == nil, "\(text)")
        }
        #expect(decimal.text(.string("1")) == nil)
        #expect(decimal.equal(.decimal(1), .integer(1)) == false)
        #expect(AttributeKind.integer(.int8).entry?.parse("128") == nil)
        #expect(AttributeKind.json.entry == nil)
    }
}
