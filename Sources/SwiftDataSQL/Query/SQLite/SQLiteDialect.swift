import Foundation
package import SwiftDataCore

/// The SQL of SQLite, with the functions and collations of ``SQLFunctions``.
package struct SQLiteDialect: SQLDialect {
    package init() {}

    package var limits: SQLLimits {
        SQLLimits(
            listLength: 100,
            compositeListLength: 20,
            depth: 16,
            bindingCount: 30_000,
            length: 500_000,
            joinCount: 60
        )
    }

    package var lists: (any SQLListDialect)? { self }

    package func literal(_ truth: Bool) -> SQLFragment { truth ? "1" : "0" }

    package func same(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment { "\(lhs) IS \(rhs)" }
    package func different(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment { "\(lhs) IS NOT \(rhs)" }

    package func canonical(_ text: SQLFragment) -> SQLFragment? {
        "\(text) COLLATE \(SQLFunctions.canonicalCollation)"
    }

    package func text(
        _ op: QueryText.Operator,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment,
        plain: String?
    ) -> SQLAnswer {
        let exact: SQLFragment = "\(SQLFunctions.textFunction(op))(\(lhs), \(rhs))"
        guard let plain, !plain.isEmpty else { return .exact(exact) }
        switch op {
        case .contains: return .exact("(instr(\(lhs), \(rhs)) > 0 AND \(exact))")
        default: return .exact(exact)
        }
    }

    package func transform(_ transform: QueryText.Transform, _ operand: SQLFragment) -> SQLFragment? {
        // A question that an index can answer needs no function.
        transform == .isEmpty ? "\(operand) = ''" : "\(SQLFunctions.textFunction(transform))(\(operand))"
    }

    package func matches(_ operand: SQLFragment, _ pattern: SQLFragment) -> SQLAnswer {
        .exact("\(SQLFunctions.matches)(\(operand), \(pattern))")
    }

    package func search(_ text: String, matchesPrefixes: Bool, in texts: [SQLFragment]) -> SQLFragment? {
        guard texts.count <= SQLFunctions.searchedTextLimit else { return nil }
        let words = SQLFragment(binding: .string(text), .string)
        return "\(SQLFunctions.search)(\(words), \(matchesPrefixes ? "1" : "0"), \(texts.joined(", ")))"
    }

    package func part(_ part: QueryPart.Kind, _ operand: SQLFragment) -> SQLFragment? {
        switch part {
        // A date is a number already. NaN is text, which arithmetic would turn into zero.
        case .secondsSinceReferenceDate, .dateSinceReferenceDate, .absoluteString: operand
        case .secondsSince1970: arithmetic(.add, .double, operand, "978307200.0")
        case .uuidString: "\(SQLFunctions.uuidString)(\(operand))"
        }
    }

    package func calendarPart(
        _ component: QueryCalendarPart.Component,
        _ calendar: SQLFragment,
        _ date: SQLFragment
    ) -> SQLFragment? {
        "\(SQLFunctions.calendarPartName)('\(component.rawValue)', \(calendar), \(date))"
    }

    package func contains(byte: SQLFragment, in data: SQLFragment) -> SQLAnswer {
        .exact("\(SQLFunctions.hasByte)(\(data), \(byte))")
    }

    package func starts(_ data: SQLFragment, with prefix: SQLFragment) -> SQLAnswer {
        .exact("\(SQLFunctions.startsWithBytes)(\(data), \(prefix))")
    }

    package func decimalKey(_ operand: SQLFragment) -> SQLFragment? { "\(SQLFunctions.decimalKeyName)(\(operand))" }

    package func arithmetic(
        _ op: QueryArithmetic.Operator,
        _ number: QueryArithmetic.Number,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment
    ) -> SQLFragment? {
        "\(SQLFunctions.arithmeticName)('\(op.rawValue)', '\(number.rawValue)', \(lhs), \(rhs))"
    }

    /// NaN is stored as text, which SQLite sorts after every number.
    package func isNumber(_ operand: SQLFragment) -> SQLFragment { "\(operand) <= 9e999" }
    package func isNaN(_ operand: SQLFragment) -> SQLFragment { "\(operand) > 9e999" }
    package func byteCount(_ data: SQLFragment) -> SQLFragment? { "length(\(data))" }

    package func order(_ key: SQLFragment, _ sort: QuerySort, _ kind: AttributeKind) -> SQLFragment? {
        let direction = sort.order == .forward ? "" : " DESC"
        switch kind.primitive.entry?.order {
        case .text:
            let collation =
                switch sort.comparison {
                case .natural, .lexical, .custom: SQLFunctions.canonicalCollation
                case .localizedStandard: SQLFunctions.localizedStandardCollation
                case .localized: SQLFunctions.localizedCollation
                }
            return "\(key) COLLATE \(collation)\(direction)"
        case .byKey: return "\(SQLFunctions.decimalKeyName)(\(key))\(direction)"
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
}
