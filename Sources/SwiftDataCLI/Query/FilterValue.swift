import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Converts values of a filter to values of an attribute.
enum FilterValue {
    /// - Throws: ``FilterFailure`` for text that is no value of the kind.
    static func stored(_ literal: FilterLiteral, as kind: AttributeKind, name: String) throws -> StoredValue {
        let text = literal.text
        func fail(_ wanted: String) -> FilterFailure { FilterFailure("\(name) is \(wanted), and \(text) is not") }
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
        case .date:
            guard let seconds = ISODate.seconds(text) ?? Double(text), seconds.isFinite else {
                throw fail("a date, such as 2026-11-21 or 2026-11-21T10:20:30Z")
            }
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .data:
            guard text.hasPrefix("0x"), let data = Hexadecimal.data(text.dropFirst(2)) else {
                throw fail("bytes, such as 0x00FF")
            }
            return .data(data)
        case .composite, .enumeration, .json, .codable, .transformable:
            throw FilterFailure("\(name) cannot be compared; name a member of it, as in \(name).member")
        default:
            guard let value = kind.entry?.parse(text) else { throw fail(kind.entry?.names.wanted ?? "a value") }
            return value
        }
    }
}
