#if PostgreSQL
import SwiftDataCore
package import SwiftDataSQL

extension PostgresDialect {
    package func aggregate(_ function: SQLAggregate, _ operand: SQLFragment) -> SQLFragment? {
        switch function {
        case .distinct(let described): distinct(described.kind, operand)
        case .sum(let number, let isOptional): sum(number, operand, isOptional: isOptional)
        case .minimum(let described): extreme("MIN", described.kind, operand)
        case .maximum(let described, _): extreme("MAX", described.kind, operand)
        }
    }

    /// NaN equals itself, and the two zeros are equal, in Swift's sets of values and here.
    private func distinct(_ kind: AttributeKind, _ operand: SQLFragment) -> SQLFragment? {
        switch kind.primitive.entry?.order {
        case .text: canonical(operand).map { "COUNT(DISTINCT \($0))" }
        case nil: nil
        default: "COUNT(DISTINCT \(operand))"
        }
    }

    /// NaN, which would be the greatest number, is left out.
    private func extreme(_ name: String, _ kind: AttributeKind, _ operand: SQLFragment) -> SQLFragment? {
        switch kind.primitive.entry?.order {
        case .text: canonical(operand).map { "\(name)(\($0))" }
        case .floating where kind.primitive != .date || datesMayBeNaN, .byKey:
            "\(name)(\(operand)) FILTER (WHERE \(isNumber(operand)))"
        // The server has the order of identifiers, and no aggregate for it.
        case .natural where kind.primitive == .uuid: "\(name)(\(operand)::text COLLATE \"C\")::uuid"
        case .natural, .floating: "\(name)(\(operand))"
        case .none?, nil: nil
        }
    }

    /// The exact sum; NULL where a value is missing, or is out of the type's range. Sums of binary numbers are left to
    /// memory, which compensates the rounding errors of its steps.
    private func sum(
        _ number: QueryArithmetic.Number,
        _ operand: SQLFragment,
        isOptional: Bool
    ) -> SQLFragment? {
        var tests: [SQLFragment] = isOptional ? [] : ["COUNT(\(operand)) = COUNT(*)"]
        if let range = number.range { tests.append("bool_and(\(operand) BETWEEN \(range)) IS NOT FALSE") }
        let sum: SQLFragment = "COALESCE(SUM((\(operand))::numeric), 0)"
        switch number {
        case .float, .double: return nil
        default: return tests.isEmpty ? sum : "CASE WHEN \(tests.joined(" AND ")) THEN \(sum) END"
        }
    }
}

extension QueryArithmetic.Number {
    /// The least and the greatest number of a type that has no column type of its own.
    fileprivate var range: String? {
        switch self {
        case .int8: "\(Int8.min) AND \(Int8.max)"
        case .uint8: "\(UInt8.min) AND \(UInt8.max)"
        case .uint16: "\(UInt16.min) AND \(UInt16.max)"
        case .uint32: "\(UInt32.min) AND \(UInt32.max)"
        case .uint64: "\(UInt64.min) AND \(UInt64.max)"
        case .int16, .int32, .int64, .float, .double, .decimal: nil
        }
    }
}
#endif
