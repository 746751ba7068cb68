#if PostgreSQL
import Foundation
package import SwiftDataCore
package import SwiftDataSQL

/// The SQL of PostgreSQL, without any function of ours.
///
/// Strings are compared in the form NFC and by their bytes in UTF-8, which is Swift's order: docs/postgres.md.
package struct PostgresDialect: SQLDialect {
    /// The columns that the tables have.
    let choices: StoreChoices

    /// - Parameter dates: The columns of dates.
    package init(dates: PostgresConfiguration.Dates = .timestamp) {
        choices = StoreChoices(dates: dates)
    }

    init(_ choices: StoreChoices) { self.choices = choices }

    package var limits: SQLLimits {
        SQLLimits(
            listLength: 5_000,
            compositeListLength: 200,
            depth: 200,
            // The protocol counts parameters with 16 bits.
            bindingCount: 60_000,
            length: 2_000_000,
            joinCount: 60
        )
    }

    package func literal(_ truth: Bool) -> SQLFragment { truth ? "TRUE" : "FALSE" }

    package func same(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment { "(\(lhs) IS NOT DISTINCT FROM \(rhs))" }
    package func different(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment { "(\(lhs) IS DISTINCT FROM \(rhs))" }

    // NaN equals itself here, and is greater than every number.
    package func isNumber(_ operand: SQLFragment) -> SQLFragment { "(\(operand) <> 'NaN')" }
    package func isNaN(_ operand: SQLFragment) -> SQLFragment { "(\(operand) = 'NaN')" }
    package var datesMayBeNaN: Bool { choices.dates == .double }

    package func firstPresent(_ columns: [SQLFragment]) -> SQLFragment {
        "(CASE WHEN \(columns.map { "\($0) IS NOT NULL" }.joined(" OR ")) THEN 1 END)"
    }

    package var failure: SQLFragment { "NULL::boolean" }
    package func truth(of number: SQLFragment) -> SQLFragment { "(\(number) <> 0)" }
    package var nameOfSelect: String { " AS page" }

    package func page(limit: Int?, offset: Int?) -> SQLFragment {
        var clause = SQLFragment("")
        func bound(_ number: Int) -> SQLFragment {
            SQLFragment(binding: .integer(Int64(number)), .integer(.int64))
        }
        if let limit { clause = " LIMIT \(bound(limit))" }
        if let offset { clause = "\(clause) OFFSET \(bound(offset))" }
        return clause
    }

    // MARK: Values

    package func starts(_ data: SQLFragment, with prefix: SQLFragment) -> SQLAnswer {
        .exact("(substring(\(data) FROM 1 FOR length(\(prefix))) = \(prefix))")
    }

    package func contains(byte: SQLFragment, in data: SQLFragment) -> SQLAnswer {
        .exact("(position(set_byte('\\x00'::bytea, 0, (\(byte))::integer) IN \(data)) > 0)")
    }

    package func byteCount(_ data: SQLFragment) -> SQLFragment? { "length(\(data))::bigint" }

    /// NaN precedes every number in Foundation, and no column of ours has an infinity.
    package func decimalKey(_ operand: SQLFragment) -> SQLFragment? {
        "(CASE WHEN \(operand) = 'NaN'::numeric THEN '-Infinity'::numeric ELSE \(operand) END)"
    }

    // MARK: Orders

    package func order(_ key: SQLFragment, _ sort: QuerySort, _ kind: AttributeKind) -> SQLFragment? {
        switch kind.primitive.entry?.order {
        case .text:
            switch sort.comparison {
            case .natural, .lexical: return canonical(key).flatMap { byteOrder($0, sort) }
            case .localizedStandard, .localized, .custom: return nil
            }
        case .byKey: return decimalKey(key).flatMap { byteOrder($0, sort) }
        default: return byteOrder(key, sort)
        }
    }

    package func byteOrder(_ key: SQLFragment, _ sort: QuerySort) -> SQLFragment? {
        sort.order == .forward ? "\(key) NULLS FIRST" : "\(key) DESC NULLS LAST"
    }
}
#endif
