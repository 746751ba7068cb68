package import Foundation
package import SwiftDataCore

/// The SQL of one database: the questions that it can answer about rows, and their form.
///
/// Every database implements the requirements below. The rest is optional: it answers a question exactly, with a
/// condition that narrows the rows, or not at all; it gives a value exactly or not at all. Where it has no answer,
/// memory decides. Each operation has to give Swift's result: a similar result is no answer.
package protocol SQLDialect: Sendable {
    /// The limits of the SQL that the database reads.
    var limits: SQLLimits { get }
    /// The condition that always or never holds, which is also the value of a Boolean column.
    func literal(_ truth: Bool) -> SQLFragment
    /// `lhs` and `rhs` are equal, two NULLs included; never NULL.
    func same(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment
    /// The opposite of ``same(_:_:)``.
    func different(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment
    /// A condition that is true if a floating-point expression is a number, including infinities, and not NaN.
    func isNumber(_ operand: SQLFragment) -> SQLFragment
    /// A condition that is true if a floating-point expression is NaN; NULL for NULL.
    func isNaN(_ operand: SQLFragment) -> SQLFragment
    /// True if a column of dates may hold NaN.
    var datesMayBeNaN: Bool { get }
    /// An expression that is NULL if all of some columns, whose types may differ, are NULL.
    func firstPresent(_ columns: [SQLFragment]) -> SQLFragment
    /// The condition that always fails: NULL, as a Boolean.
    var failure: SQLFragment { get }
    /// The condition of a Boolean that is a number: 0 or 1.
    func truth(of number: SQLFragment) -> SQLFragment
    /// The name behind a SELECT in a FROM clause, with a space before it, where it needs one.
    var nameOfSelect: String { get }
    /// The clause for a limit and an offset.
    func page(limit: Int?, offset: Int?) -> SQLFragment

    // MARK: Questions

    /// A question about two strings. `plain` is the right-hand string if it is a constant that no other bytes are
    /// canonically equivalent to, so that an index or a search by bytes can narrow the rows first. The answer to a
    /// comparison is a number, which is exact or missing.
    func text(_ op: QueryText.Operator, _ lhs: SQLFragment, _ rhs: SQLFragment, plain: String?) -> SQLAnswer
    /// A condition that is true if a pattern matches somewhere in a string.
    func matches(_ operand: SQLFragment, _ pattern: SQLFragment) -> SQLAnswer
    /// A condition that is true if the words of a search are found in some strings, of which NULL has none; never NULL.
    func search(_ text: String, matchesPrefixes: Bool, in texts: [SQLFragment]) -> SQLFragment?
    /// A condition that is true if bytes contain a byte, given as a number.
    func contains(byte: SQLFragment, in data: SQLFragment) -> SQLAnswer
    /// A condition that is true if bytes begin with a prefix.
    func starts(_ data: SQLFragment, with prefix: SQLFragment) -> SQLAnswer
    /// A condition, for an index, that a string begins with the bytes of one of the given strings; nil if they do not
    /// limit the rows.
    func beginning(_ text: SQLFragment, _ beginnings: [String]) -> SQLFragment?

    // MARK: Values

    /// A string expression that compares by canonical equivalence, in Swift's order.
    func canonical(_ text: SQLFragment) -> SQLFragment?
    /// The operand that is compared with one of ``canonical(_:)``.
    func normalized(_ text: SQLFragment) -> SQLFragment
    /// The result of a transformation of one string.
    func transform(_ transform: QueryText.Transform, _ operand: SQLFragment) -> SQLFragment?
    /// A part of a date, a URL or a UUID, or the date of a number.
    func part(_ part: QueryPart.Kind, _ operand: SQLFragment) -> SQLFragment?
    /// A part of a date in a calendar, given as ``SQLFunctions/text(of:)``.
    func calendarPart(
        _ component: QueryCalendarPart.Component,
        _ calendar: SQLFragment,
        _ date: SQLFragment
    ) -> SQLFragment?
    /// The number of bytes.
    func byteCount(_ data: SQLFragment) -> SQLFragment?
    /// An expression that sorts as decimals do.
    func decimalKey(_ operand: SQLFragment) -> SQLFragment?
    /// A condition, for an index, that holds for every decimal that is not less than a bound, or not greater; NULL for
    /// NULL. It may hold for other decimals too. Nil if there is none.
    func decimalRange(_ column: SQLFragment, isLower: Bool, _ bound: Decimal) -> SQLFragment?
    /// Arithmetic by the rules of a number type; NULL if it fails.
    func arithmetic(
        _ op: QueryArithmetic.Operator,
        _ number: QueryArithmetic.Number,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment
    ) -> SQLFragment?
    /// The SQL that decomposes lists.
    var lists: (any SQLListDialect)? { get }

    /// An aggregate of an expression, such as `SUM(x)`. NULL stands for a value that is left out.
    func aggregate(_ function: SQLAggregate, _ operand: SQLFragment) -> SQLFragment?

    // MARK: Orders

    /// A key of an ORDER BY clause, nil first in ascending order.
    func order(_ key: SQLFragment, _ sort: QuerySort, _ kind: AttributeKind) -> SQLFragment?
    /// A key of an ORDER BY clause for strings in the order of their bytes, nil first in ascending order.
    func byteOrder(_ key: SQLFragment, _ sort: QuerySort) -> SQLFragment?
}
