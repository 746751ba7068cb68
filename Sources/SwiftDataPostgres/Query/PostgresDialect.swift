#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The SQL of PostgreSQL, without any function of ours.
///
/// Strings are compared in the form NFC and by their bytes in UTF-8, which is Swift's order: docs/postgres.md.
struct PostgresDialect: SQLDialect {
    var limits: SQLLimits {
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

    func literal(_ truth: Bool) -> SQLFragment { truth ? "TRUE" : "FALSE" }

    func same(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment { "(\(lhs) IS NOT DISTINCT FROM \(rhs))" }
    func different(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment { "(\(lhs) IS DISTINCT FROM \(rhs))" }

    // NaN equals itself here, and is greater than every number.
    func isNumber(_ operand: SQLFragment) -> SQLFragment { "(\(operand) <> 'NaN')" }
    func isNaN(_ operand: SQLFragment) -> SQLFragment { "(\(operand) = 'NaN')" }
    var datesMayBeNaN: Bool { false }

    func page(limit: Int?, offset: Int?) -> SQLFragment {
        var clause = SQLFragment("")
        func bound(_ number: Int) -> SQLFragment {
            SQLFragment(binding: .integer(Int64(number)), .integer(.int64))
        }
        if let limit { clause = " LIMIT \(bound(limit))" }
        if let offset { clause = "\(clause) OFFSET \(bound(offset))" }
        return clause
    }

    // MARK: Texts

    func text(
        _ op: QueryText.Operator,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment,
        plain: String?
    ) -> SQLAnswer {
        // Swift looks for characters, so that "e" with a combining accent has no "e": bytes narrow the rows.
        guard op == .contains || op == .endsWith, let plain, !plain.isEmpty else { return .none }
        return .narrowing("(position(\(rhs) IN \(lhs)) > 0)")
    }

    func beginning(_ text: SQLFragment, _ beginnings: [String]) -> SQLFragment? {
        SQLiteDialect().beginning(text, beginnings)
    }

    func canonical(_ text: SQLFragment) -> SQLFragment? { "(normalize(\(text), NFC) COLLATE \"C\")" }

    func normalized(_ text: SQLFragment) -> SQLFragment { canonical(text) ?? text }

    func transform(_ transform: QueryText.Transform, _ operand: SQLFragment) -> SQLFragment? {
        transform == .isEmpty ? "(\(operand) = '')" : nil
    }

    // MARK: Values

    func starts(_ data: SQLFragment, with prefix: SQLFragment) -> SQLAnswer {
        .exact("(substring(\(data) FROM 1 FOR length(\(prefix))) = \(prefix))")
    }

    func part(_ part: QueryPart.Kind, _ operand: SQLFragment) -> SQLFragment? {
        switch part {
        case .absoluteString: operand
        case .uuidString: "upper(\(operand)::text)"
        // Microseconds are exact as numeric, and the nearest binary number is what Foundation has.
        case .secondsSinceReferenceDate: "((extract(epoch FROM \(operand)) - 978307200)::float8)"
        // Foundation adds to the binary number.
        case .secondsSince1970: "((extract(epoch FROM \(operand)) - 978307200)::float8 + 978307200::float8)"
        // The date of a number may lie between two microseconds.
        case .dateSinceReferenceDate: nil
        }
    }

    func byteCount(_ data: SQLFragment) -> SQLFragment? { "length(\(data))::bigint" }

    /// NaN precedes every number in Foundation, and no column of ours has an infinity.
    func decimalKey(_ operand: SQLFragment) -> SQLFragment? {
        "(CASE WHEN \(operand) = 'NaN'::numeric THEN '-Infinity'::numeric ELSE \(operand) END)"
    }

    func arithmetic(
        _ op: QueryArithmetic.Operator,
        _ number: QueryArithmetic.Number,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment
    ) -> SQLFragment? {
        nil
    }

    // MARK: Orders

    func order(_ key: SQLFragment, _ sort: QuerySort, _ kind: AttributeKind) -> SQLFragment? {
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

    func byteOrder(_ key: SQLFragment, _ sort: QuerySort) -> SQLFragment? {
        sort.order == .forward ? "\(key) NULLS FIRST" : "\(key) DESC NULLS LAST"
    }
}
#endif
