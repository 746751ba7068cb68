import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Values of a filter as those of an attribute.
enum FilterValue {
    /// - Throws: ``FilterFailure`` for what is no value of the kind.
    static func stored(_ literal: FilterLiteral, as kind: AttributeKind, name: String) throws -> StoredValue {
        let text = literal.text
        func fail(_ wanted: String) -> FilterFailure { FilterFailure("\(name) is \(wanted), and \(text) is none") }
        switch kind {
        case .rawValue(let raw): return try stored(literal, as: raw, name: name)
        case .boolean:
            switch text.lowercased() {
            case "true", "yes", "1": return .integer(1)
            case "false", "no", "0": return .integer(0)
            default: throw fail("true or false")
            }
        case .integer:
            if let number = Int64(text) { return .integer(number) }
            if let number = UInt64(text) { return .unsigned(number) }
            throw fail("a whole number")
        case .float, .double:
            guard let number = Double(text) else { throw fail("a number") }
            return .double(number)
        case .decimal:
            guard let number = DecimalText.decimal(text) else { throw fail("a decimal number") }
            return .decimal(number)
        case .string: return .string(text)
        case .date:
            guard let seconds = ISODate.seconds(text) ?? Double(text), seconds.isFinite else {
                throw fail("a date, such as 2026-11-21 or 2026-11-21T10:20:30Z")
            }
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .uuid:
            guard let uuid = UUID(uuidString: text) else { throw fail("a UUID") }
            return .uuid(uuid)
        case .url:
            guard let url = URL(string: text) else { throw fail("a URL") }
            return .url(url)
        case .data:
            guard text.hasPrefix("0x"), let data = Hexadecimal.data(text.dropFirst(2)) else {
                throw fail("bytes, such as 0x00FF")
            }
            return .data(data)
        case .composite, .enumeration, .json, .codable, .transformable:
            throw FilterFailure("\(name) cannot be compared; name a member of it, as in \(name).member")
        }
    }
}

/// Decimal numbers as text, with all their digits.
enum DecimalText {
    /// `Decimal(string:)` takes what it can from the beginning of a text; this takes all of it or nothing.
    static func decimal(_ text: String) -> Decimal? {
        guard Double(text) != nil, text.allSatisfy({ $0.isASCII && !$0.isWhitespace && !"xXpPnNiI".contains($0) })
        else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}
