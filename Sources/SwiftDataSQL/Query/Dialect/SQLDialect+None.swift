package import Foundation
package import SwiftDataCore

// The defaults for a database without an answer of its own.

extension SQLDialect {
    package func text(
        _ op: QueryText.Operator,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment,
        plain: String?
    ) -> SQLAnswer { .none }

    package func matches(_ operand: SQLFragment, _ pattern: SQLFragment) -> SQLAnswer { .none }
    package func search(_ text: String, matchesPrefixes: Bool, in texts: [SQLFragment]) -> SQLFragment? { nil }
    package func contains(byte: SQLFragment, in data: SQLFragment) -> SQLAnswer { .none }
    package func starts(_ data: SQLFragment, with prefix: SQLFragment) -> SQLAnswer { .none }
    package func beginning(_ text: SQLFragment, _ beginnings: [String]) -> SQLFragment? { nil }

    package func canonical(_ text: SQLFragment) -> SQLFragment? { nil }
    package func transform(_ transform: QueryText.Transform, _ operand: SQLFragment) -> SQLFragment? { nil }
    package func part(_ part: QueryPart.Kind, _ operand: SQLFragment) -> SQLFragment? { nil }

    package func calendarPart(
        _ component: QueryCalendarPart.Component,
        _ calendar: SQLFragment,
        _ date: SQLFragment
    ) -> SQLFragment? { nil }

    package func byteCount(_ data: SQLFragment) -> SQLFragment? { nil }
    package func decimalRange(_ column: SQLFragment, isLower: Bool, _ bound: Decimal) -> SQLFragment? { nil }
    package func decimalKey(_ operand: SQLFragment) -> SQLFragment? { nil }

    package func arithmetic(
        _ op: QueryArithmetic.Operator,
        _ number: QueryArithmetic.Number,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment
    ) -> SQLFragment? { nil }

    package var datesMayBeNaN: Bool { true }
    package func firstPresent(_ columns: [SQLFragment]) -> SQLFragment { "COALESCE(\(columns.joined(", ")))" }
    package var failure: SQLFragment { "NULL" }
    package func truth(of number: SQLFragment) -> SQLFragment { number }
    package var nameOfSelect: String { "" }

    /// A collation of one operand is that of the comparison.
    package func normalized(_ text: SQLFragment) -> SQLFragment { text }

    package func aggregate(_ function: SQLAggregate, _ operand: SQLFragment) -> SQLFragment? { nil }
    package var lists: (any SQLListDialect)? { nil }

    package func order(_ key: SQLFragment, _ sort: QuerySort, _ kind: AttributeKind) -> SQLFragment? { nil }
    package func byteOrder(_ key: SQLFragment, _ sort: QuerySort) -> SQLFragment? { nil }
}
