import Foundation
package import SwiftDataCore

/// The functions and collations that translated queries call, and that a store registers with its database.
///
/// None of them is ever part of an index or a constraint, which other programs could not read then.
package enum SQLFunctions {
    /// A collation: Swift's order and equality of strings, by canonical equivalence.
    package static let canonicalCollation = "OPENSWIFTDATA_CANONICAL"
    /// A collation: `TextComparison.localizedStandard`.
    package static let localizedStandardCollation = "OPENSWIFTDATA_LOCALIZED"
    /// A collation: `TextComparison.localized`.
    package static let localizedCollation = "OPENSWIFTDATA_LOCALE"

    /// The collations with their implementations.
    package static let collations: [(name: String, compare: @Sendable (String, String) -> Int)] = [
        (canonicalCollation, { TextComparison.lexical($0, $1).rawValue }),
        (localizedStandardCollation, { TextComparison.localizedStandard($0, $1).rawValue }),
        (localizedCollation, { TextComparison.localized($0, $1).rawValue }),
    ]

    /// A deterministic function of two strings, which gives an integer; NULL where an argument is NULL or no text.
    package static let textFunctions: [(name: String, apply: @Sendable (String, String) -> Int)] =
        QueryText.Operator.allCases.map { op in
            (textFunction(op), { (try? op.apply($0, $1).integer()) ?? 0 })
        }

    /// A deterministic function of one string, which gives a string; NULL where the argument is NULL or no text.
    package static let textTransforms: [(name: String, apply: @Sendable (String) -> String)] =
        QueryText.Transform.allCases.compactMap { transform in
            guard case .text(let apply) = transform.entry.result else { return nil }
            return (textFunction(transform), apply)
        }

    /// A deterministic function of one string: its length in characters.
    package static let count = textFunction(QueryText.Transform.count)
    /// A deterministic function of a string and a pattern: 0 or 1, or NULL for an invalid pattern.
    package static let matches = "openswiftdata_matches"
    /// A deterministic function of a search, 1 for one that matches prefixes or 0, and the strings to search: 0 or 1. A value
    /// that is no text has no words.
    package static let search = "openswiftdata_search"
    /// The maximum number of strings of ``search``; SQLite allows 127 arguments by default
    /// (https://sqlite.org/limits.html, item 6), earlier versions 100.
    package static let searchedTextLimit = 90
    /// A deterministic function of the 16 bytes of a UUID: its text, in capitals.
    package static let uuidString = "openswiftdata_uuid_string"
    /// A deterministic function of bytes and a number: 1 if the byte is among them, otherwise 0.
    package static let hasByte = "openswiftdata_has_byte"
    /// A deterministic function of bytes and a prefix: 0 or 1. `substr` would return NULL for an empty value.
    package static let startsWithBytes = "openswiftdata_starts_with_bytes"
    /// A deterministic function of a string: 1 if it is in composed form (NFC); otherwise, and for a value that is not
    /// text, 0.
    package static let isComposed = "openswiftdata_is_composed"
    /// A deterministic function of a string: its composed form (NFC). Another value is left as it is.
    package static let composed = "openswiftdata_composed"
    /// An aggregate of DECIMAL columns: the least number that is not NaN; NULL where there is none.
    package static let decimalMinimum = "openswiftdata_decimal_minimum"
    /// An aggregate of DECIMAL columns: the greatest number that is not NaN; NULL where there is none.
    package static let decimalMaximum = "openswiftdata_decimal_maximum"
    /// A deterministic function of a DECIMAL column's value, decoded by the store: ``decimalKey(_:)``.
    package static let decimalKeyName = "openswiftdata_decimal_key"
    /// A deterministic function (operator, number type, left, right) for arithmetic: ``arithmetic(_:_:_:_:)``.
    package static let arithmeticName = "openswiftdata_arithmetic"

    /// The name of an aggregate of columns of a number type: their sum, as ``AggregateColumn/Function/sum(_:)`` describes
    /// it; a BLOB where a value is damaged.
    package static func sum(_ number: QueryArithmetic.Number, isOptional: Bool) -> String {
        "openswiftdata_sum_" + number.rawValue + (isOptional ? "_optional" : "")
    }

    /// The name of the function for a question about two strings.
    package static func textFunction(_ op: QueryText.Operator) -> String { "openswiftdata_" + op.entry.name }

    /// The name of the function for a transformation of one string.
    package static func textFunction(_ transform: QueryText.Transform) -> String {
        "openswiftdata_" + transform.entry.name
    }

    /// The length of a string in characters.
    package static func count(_ text: String) -> Int { text.count }

    /// True if a pattern matches somewhere in a text; nil for an invalid pattern.
    package static func matches(_ text: String, _ pattern: String) -> Bool? {
        try? TextComparison.matches(text, pattern: pattern)
    }

    /// The result of an operation of a number type; nil if Swift's operation would fail.
    package static func arithmetic(
        _ op: String,
        _ number: String,
        _ lhs: StoredValue,
        _ rhs: StoredValue
    ) -> StoredValue? {
        guard let op = QueryArithmetic.Operator(rawValue: op), let number = QueryArithmetic.Number(rawValue: number)
        else { return nil }
        return try? number.apply(op, lhs, rhs)
    }
}
