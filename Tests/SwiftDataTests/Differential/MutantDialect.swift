import SwiftDataCore
import SwiftDataSQL

/// A mistake that someone could make in the SQL for SQLite.
enum Mutation: String, CaseIterable {
    /// `=` for `IS`: nil equals nothing, and differs from nothing.
    case nilIsUnknown
    /// Strings are compared by their bytes.
    case bytesForCharacters
    /// NaN equals itself.
    case everyNumberIsNumber
    /// A long list loses an element.
    case listLosesElement
    /// Integers of every type have 64 bits.
    case everyIntegerIsWide
    /// `contains` asks LIKE.
    case likeForContains
    /// Characters are code points.
    case countsCodePoints
    /// Decimals are ordered as text.
    case decimalsAsText
}

/// SQLite's dialect with a mistake.
struct MutantDialect: SQLDialect {
    let mutation: Mutation
    private let base = SQLiteDialect()

    init(_ mutation: Mutation) {
        self.mutation = mutation
    }

    func same(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment {
        mutation == .nilIsUnknown ? "\(lhs) = \(rhs)" : base.same(lhs, rhs)
    }

    func different(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment {
        mutation == .nilIsUnknown ? "\(lhs) <> \(rhs)" : base.different(lhs, rhs)
    }

    func canonical(_ text: SQLFragment) -> SQLFragment {
        mutation == .bytesForCharacters ? text : base.canonical(text)
    }

    func text(_ op: QueryText.Operator, _ lhs: SQLFragment, _ rhs: SQLFragment, plain: String?) -> SQLFragment {
        mutation == .likeForContains && op == .contains
            ? "\(lhs) LIKE '%' || \(rhs) || '%'" : base.text(op, lhs, rhs, plain: plain)
    }

    func transform(_ transform: QueryText.Transform, _ operand: SQLFragment) -> SQLFragment {
        mutation == .countsCodePoints && transform == .count
            ? "length(\(operand))" : base.transform(transform, operand)
    }

    func matches(_ operand: SQLFragment, _ pattern: SQLFragment) -> SQLFragment { base.matches(operand, pattern) }

    func decimalKey(_ operand: SQLFragment) -> SQLFragment {
        mutation == .decimalsAsText ? "CAST(\(operand) AS TEXT)" : base.decimalKey(operand)
    }

    func arithmetic(
        _ op: QueryArithmetic.Operator,
        _ number: QueryArithmetic.Number,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment
    ) -> SQLFragment {
        base.arithmetic(op, mutation == .everyIntegerIsWide && number.isInteger ? .int64 : number, lhs, rhs)
    }

    func isNumber(_ operand: SQLFragment) -> SQLFragment {
        mutation == .everyNumberIsNumber ? "1" : base.isNumber(operand)
    }

    func order(_ key: SQLFragment, _ sort: QuerySort, _ kind: AttributeKind) -> SQLFragment {
        base.order(key, sort, kind)
    }

    func page(limit: Int?, offset: Int?) -> SQLFragment { base.page(limit: limit, offset: offset) }

    func list(_ values: [StoredValue], _ kind: AttributeKind) -> SQLList? {
        base.list(mutation == .listLosesElement ? Array(values.dropLast()) : values, kind)
    }

    func hexadecimal(_ operand: SQLFragment) -> SQLFragment { base.hexadecimal(operand) }
    var maximumListLength: Int { mutation == .listLosesElement ? 2 : base.maximumListLength }
    var maximumDepth: Int { base.maximumDepth }
}
