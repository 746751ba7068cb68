#if PostgreSQL
package import SwiftDataCore
package import SwiftDataSQL

// Swift fails where whole numbers overflow: the server calculates with `numeric`, which has no bounds here. Decimal numbers
// are left to memory, since Foundation rounds them in its own way.

extension PostgresDialect {
    package func arithmetic(
        _ op: QueryArithmetic.Operator,
        _ number: QueryArithmetic.Number,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment
    ) -> SQLFragment? {
        switch number {
        case .int8: whole(op, Int8.self, lhs, rhs)
        case .int16: whole(op, Int16.self, lhs, rhs)
        case .int32: whole(op, Int32.self, lhs, rhs)
        case .int64: whole(op, Int64.self, lhs, rhs)
        case .uint8: whole(op, UInt8.self, lhs, rhs)
        case .uint16: whole(op, UInt16.self, lhs, rhs)
        case .uint32: whole(op, UInt32.self, lhs, rhs)
        case .uint64: whole(op, UInt64.self, lhs, rhs)
        case .double: double(op, lhs, rhs)
        case .float: float(op, lhs, rhs)
        case .decimal: nil
        }
    }

    /// Calculates exactly, and has NULL for a result that is out of the type's range.
    private func whole<Integer: FixedWidthInteger>(
        _ op: QueryArithmetic.Operator,
        _ type: Integer.Type,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment
    ) -> SQLFragment {
        let left: SQLFragment = "(\(lhs))::numeric"
        let right: SQLFragment = "(\(rhs))::numeric"
        let range = "BETWEEN \(Integer.min) AND \(Integer.max)"
        // Numbers above those of bigint have no other type.
        let result = Integer.max > Int64.max ? "" : "::bigint"
        let end = Self.fence(lhs, rhs)
        switch op {
        case .add, .subtract, .multiply, .divide:
            let value: SQLFragment =
                switch op {
                case .add: "\(left) + \(right)"
                case .subtract: "\(left) - \(right)"
                case .multiply: "\(left) * \(right)"
                default: "div(\(left), NULLIF(\(right), 0))"
                }
            return "(SELECT CASE WHEN x.v \(range) THEN x.v\(result) END FROM (SELECT \(value)\(end)) AS x(v))"
        case .remainder:
            // Swift has no remainder if the quotient overflows.
            return """
                (SELECT CASE WHEN div(x.a, NULLIF(x.b, 0)) \(range) THEN mod(x.a, NULLIF(x.b, 0))\(result) END \
                FROM (SELECT \(left), \(right)\(end)) AS x(a, b))
                """
        }
    }

    /// The end of a subselect whose columns are named several times, so that the planner does not write costly operands
    /// several times.
    static func fence(_ operands: SQLFragment...) -> String {
        operands.allSatisfy(\.isShort) ? "" : " OFFSET 0"
    }
}

extension SQLFragment {
    /// True for a column, a parameter and little more.
    var isShort: Bool { sql.utf8.count <= 48 && !sql.contains("SELECT") }
}
#endif
