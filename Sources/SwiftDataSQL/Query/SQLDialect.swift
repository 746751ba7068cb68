import Foundation
package import SwiftDataCore

/// What differs between the SQL of databases.
package protocol SQLDialect: Sendable {
    /// `lhs` and `rhs` are equal, two NULLs included; never NULL.
    func same(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment
    /// The opposite of ``same(_:_:)``.
    func different(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment
    /// A string expression that compares by canonical equivalence, in Swift's order.
    func canonical(_ text: SQLFragment) -> SQLFragment
    /// A question about two strings. `plain` is the right-hand one where it is a constant that no other bytes are
    /// canonically equivalent to, so that an index or a search by bytes can narrow the rows first.
    func text(_ op: QueryText.Operator, _ lhs: SQLFragment, _ rhs: SQLFragment, plain: String?) -> SQLFragment
    /// A condition, for an index, that a string begins with the bytes of one of some strings; nil where they say nothing.
    func beginning(_ text: SQLFragment, _ beginnings: [String]) -> SQLFragment?
    /// A key of an ORDER BY clause for strings in the order of their bytes, nil first in ascending order.
    func byteOrder(_ key: SQLFragment, _ sort: QuerySort) -> SQLFragment
    /// Something made of one string.
    func transform(_ transform: QueryText.Transform, _ operand: SQLFragment) -> SQLFragment
    /// Whether a pattern matches somewhere in a string.
    func matches(_ operand: SQLFragment, _ pattern: SQLFragment) -> SQLFragment
    /// What a date, a URL or a UUID says of itself.
    func part(_ part: QueryPart.Kind, _ operand: SQLFragment) -> SQLFragment
    /// Whether bytes have a byte, given as a number, among them.
    func contains(byte: SQLFragment, in data: SQLFragment) -> SQLFragment
    /// Whether bytes begin with others.
    func starts(_ data: SQLFragment, with prefix: SQLFragment) -> SQLFragment
    /// An expression that sorts as decimals do.
    func decimalKey(_ operand: SQLFragment) -> SQLFragment
    /// Arithmetic with the rules of a number type, NULL where it fails.
    func arithmetic(
        _ op: QueryArithmetic.Operator,
        _ number: QueryArithmetic.Number,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment
    ) -> SQLFragment
    /// Whether a floating-point expression is a number, infinities included, and not NaN.
    func isNumber(_ operand: SQLFragment) -> SQLFragment
    /// A key of an ORDER BY clause, nil first in ascending order.
    func order(_ key: SQLFragment, _ sort: QuerySort, _ kind: AttributeKind) -> SQLFragment
    /// The clause for a limit and an offset.
    func page(limit: Int?, offset: Int?) -> SQLFragment
    /// A long list of constants as one binding, or nil where that cannot be.
    func list(_ values: [StoredValue], _ kind: AttributeKind) -> SQLList?
    /// Bytes as hexadecimal text, in capitals.
    func hexadecimal(_ operand: SQLFragment) -> SQLFragment
    /// How many values a list may have before it must be given in another way.
    var maximumListLength: Int { get }
    /// How deep parentheses may nest, see ``SQLFragment/depth``.
    var maximumDepth: Int { get }
}

/// The SQL of SQLite, with the functions and collations of ``SQLFunctions``.
package struct SQLiteDialect: SQLDialect {
    package init() {}

    package func same(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment { "\(lhs) IS \(rhs)" }
    package func different(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment { "\(lhs) IS NOT \(rhs)" }

    package func canonical(_ text: SQLFragment) -> SQLFragment {
        "\(text) COLLATE \(SQLFunctions.canonicalCollation)"
    }

    package func text(
        _ op: QueryText.Operator,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment,
        plain: String?
    ) -> SQLFragment {
        let exact: SQLFragment = "\(SQLFunctions.textFunction(op))(\(lhs), \(rhs))"
        guard let plain, !plain.isEmpty else { return exact }
        switch op {
        case .contains: return "(instr(\(lhs), \(rhs)) > 0 AND \(exact))"
        default: return exact
        }
    }

    package func transform(_ transform: QueryText.Transform, _ operand: SQLFragment) -> SQLFragment {
        switch transform {
        case .lowercased: "\(SQLFunctions.lowercased)(\(operand))"
        case .uppercased: "\(SQLFunctions.uppercased)(\(operand))"
        case .trimmed: "\(SQLFunctions.trimmed)(\(operand))"
        case .count: "\(SQLFunctions.count)(\(operand))"
        case .isEmpty: "\(operand) = ''"
        }
    }

    package func matches(_ operand: SQLFragment, _ pattern: SQLFragment) -> SQLFragment {
        "\(SQLFunctions.matches)(\(operand), \(pattern))"
    }

    package func part(_ part: QueryPart.Kind, _ operand: SQLFragment) -> SQLFragment {
        switch part {
        // A date is a number already, and NaN is text that arithmetic would turn into zero.
        case .secondsSinceReferenceDate, .absoluteString: operand
        case .secondsSince1970: arithmetic(.add, .double, operand, "978307200.0")
        case .uuidString: "\(SQLFunctions.uuidString)(\(operand))"
        }
    }

    package func contains(byte: SQLFragment, in data: SQLFragment) -> SQLFragment {
        "\(SQLFunctions.hasByte)(\(data), \(byte))"
    }

    package func starts(_ data: SQLFragment, with prefix: SQLFragment) -> SQLFragment {
        "\(SQLFunctions.startsWithBytes)(\(data), \(prefix))"
    }

    package func decimalKey(_ operand: SQLFragment) -> SQLFragment { "\(SQLFunctions.decimalKeyName)(\(operand))" }

    package func arithmetic(
        _ op: QueryArithmetic.Operator,
        _ number: QueryArithmetic.Number,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment
    ) -> SQLFragment {
        "\(SQLFunctions.arithmeticName)('\(op.rawValue)', '\(number.rawValue)', \(lhs), \(rhs))"
    }

    /// NaN is kept as text, which SQLite sorts after every number.
    package func isNumber(_ operand: SQLFragment) -> SQLFragment { "\(operand) <= 9e999" }

    package func order(_ key: SQLFragment, _ sort: QuerySort, _ kind: AttributeKind) -> SQLFragment {
        let direction = sort.order == .forward ? "" : " DESC"
        switch kind.primitive {
        case .string:
            let collation =
                switch sort.comparison {
                case .natural, .lexical, .custom: SQLFunctions.canonicalCollation
                case .localizedStandard: SQLFunctions.localizedStandardCollation
                case .localized: SQLFunctions.localizedCollation
                }
            return "\(key) COLLATE \(collation)\(direction)"
        case .decimal: return "\(decimalKey(key))\(direction)"
        default: return "\(key)\(direction)"
        }
    }

    package func page(limit: Int?, offset: Int?) -> SQLFragment {
        var clause = SQLFragment("")
        if limit != nil || offset != nil {
            clause = " LIMIT \(SQLFragment(binding: .integer(Int64(limit ?? -1)), .integer(.int64)))"
        }
        if let offset { clause = "\(clause) OFFSET \(SQLFragment(binding: .integer(Int64(offset)), .integer(.int64)))" }
        return clause
    }

    package var maximumListLength: Int { 500 }
    package var maximumDepth: Int { 16 }
}

extension AttributeKind {
    /// The kind of the raw value, for a `RawRepresentable` type.
    package var primitive: AttributeKind {
        if case .rawValue(let raw) = self { raw.primitive } else { self }
    }
}
