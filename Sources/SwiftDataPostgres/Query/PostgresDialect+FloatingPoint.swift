#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

// Swift has infinities, zeros and NaN where the server's operators of binary numbers raise an error. The columns a and b are
// the operands.

extension PostgresDialect {
    // OFFSET keeps the planner from moving constants into branches that must not be calculated.

    /// The least number whose double is infinite, 2^1023.
    private static let half = "'8.9884656743115795e307'::float8"
    /// 2^512, 2^-512 and 2^-51.
    private static let up = "'1.3407807929942597e154'::float8"
    private static let down = "'7.4583407312002070e-155'::float8"
    private static let tiny = "'4.4408920985006262e-16'::float8"

    func double(_ op: QueryArithmetic.Operator, _ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment? {
        let from: SQLFragment = "FROM (SELECT (\(lhs))::float8, (\(rhs))::float8 OFFSET 0) AS x(a, b)"
        switch op {
        case .add, .subtract:
            let sign = op == .add ? "+" : "-"
            // Half a unit in the last place of the greatest number is 2^970, about 1e292: less than that does not overflow.
            if [lhs, rhs].contains(where: { $0.number.map { !(abs($0) >= 1e290) || !$0.isFinite } ?? false }) {
                return "((\(lhs))::float8 \(sign) (\(rhs))::float8)"
            }
            return """
                (SELECT CASE WHEN abs(x.a) < 1e290 OR abs(x.b) < 1e290 OR abs(x.a) >= 'Infinity' OR abs(x.b) >= 'Infinity' \
                THEN x.a \(sign) x.b WHEN abs(x.a * 0.5 \(sign) x.b * 0.5) >= \(Self.half) \
                THEN CASE WHEN x.a > 0 THEN 'Infinity' ELSE '-Infinity' END::float8 ELSE x.a \(sign) x.b END \(from))
                """
        case .multiply: return product(from)
        case .divide: return quotient(from)
        case .remainder: return nil
        }
    }

    /// NaN is greater than infinity here.
    private static let isSpecial = "x.a = 0 OR x.b = 0 OR abs(x.a) >= 'Infinity' OR abs(x.b) >= 'Infinity'"
    private static let isNegative = "(x.a < 0) <> (x.b < 0)"

    /// A product near the greatest number is scaled by 2^-1024 to see if it overflows. One near zero is made by an aggregate that
    /// multiplies without a check: `percentile_cont` of 0 and a number.
    /// Source: `float8_lerp` in `src/backend/utils/adt/orderedsetaggs.c`, `float8_mul` in `src/include/utils/float.h`.
    private func product(_ from: SQLFragment) -> SQLFragment {
        let small = """
            (SELECT percentile_cont(least(abs(x.a), abs(x.b))) WITHIN GROUP (ORDER BY w.v) \
            FROM (VALUES ('0'::float8), (greatest(abs(x.a), abs(x.b)))) AS w(v))
            """
        return """
            (SELECT CASE WHEN x.a IS NULL OR x.b IS NULL THEN NULL WHEN \(Self.isSpecial) THEN x.a * x.b \
            WHEN ln(abs(x.a)) + ln(abs(x.b)) BETWEEN -700 AND 700 THEN x.a * x.b \
            WHEN ln(abs(x.a)) + ln(abs(x.b)) < 0 THEN CASE WHEN \(Self.isNegative) THEN -\(small) ELSE \(small) END \
            WHEN abs(x.a * \(Self.down)) * abs(x.b * \(Self.down)) < 1 THEN x.a * x.b \
            WHEN \(Self.isNegative) THEN '-Infinity' ELSE 'Infinity' END::float8 \(from))
            """
    }

    /// A quotient is scaled likewise. It is never so near to half of the least number that the scaled quotient rounds to it: the
    /// divisor has 53 bits.
    private func quotient(_ from: SQLFragment) -> SQLFragment {
        let isNegative = "(x.a < 0) <> (x.b < 0 OR x.b::text = '-0')"
        let infinite = "CASE WHEN \(isNegative) THEN '-Infinity' ELSE 'Infinity' END::float8"
        let zero = "CASE WHEN \(isNegative) THEN '-0' ELSE '0' END::float8"
        return """
            (SELECT CASE WHEN x.a IS NULL OR x.b IS NULL THEN NULL \
            WHEN x.b = 0 THEN CASE WHEN x.a = 0 OR x.a = 'NaN' THEN 'NaN'::float8 ELSE \(infinite) END \
            WHEN \(Self.isSpecial) THEN x.a / x.b \
            WHEN ln(abs(x.a)) - ln(abs(x.b)) BETWEEN -700 AND 700 THEN x.a / x.b \
            WHEN ln(abs(x.a)) - ln(abs(x.b)) > 800 THEN \(infinite) \
            WHEN ln(abs(x.a)) - ln(abs(x.b)) < -800 THEN \(zero) \
            WHEN abs(x.a) > abs(x.b) THEN CASE WHEN abs(x.a * \(Self.down)) / abs(x.b * \(Self.up)) >= 1 \
            THEN \(infinite) ELSE x.a / x.b END \
            WHEN abs(x.a * \(Self.up)) / abs(x.b * \(Self.down)) <= \(Self.tiny) THEN \(zero) ELSE x.a / x.b END \(from))
            """
    }

    /// Calculates with doubles, whose range no operation on two floats leaves, and rounds the result. Rounding twice makes no
    /// difference: a double has more than twice the digits of a float and two (S. A. Figueroa, "When is double rounding
    /// innocuous?", SIGNUM Newsletter 30, 1995).
    func float(_ op: QueryArithmetic.Operator, _ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment? {
        let (left, right): (SQLFragment, SQLFragment) = ("(\(lhs))::float8", "(\(rhs))::float8")
        let value: SQLFragment
        switch op {
        case .add: value = "\(left) + \(right)"
        case .subtract: value = "\(left) - \(right)"
        case .multiply: value = "\(left) * \(right)"
        case .divide: value = quotient("FROM (SELECT \(left), \(right) OFFSET 0) AS x(a, b)")
        case .remainder: return nil
        }
        // 2^128 less half a unit in the last place, and half of the least number: both round to the even neighbour.
        return """
            (SELECT CASE WHEN abs(y.v) >= 'Infinity' OR y.v = 0 THEN y.v::float4 \
            WHEN abs(y.v) >= '3.4028235677973366e38'::float8 THEN CASE WHEN y.v > 0 THEN 'Infinity' ELSE '-Infinity' END::float4 \
            WHEN abs(y.v) <= '7.0064923216240854e-46'::float8 THEN CASE WHEN y.v > 0 THEN '0' ELSE '-0' END::float4 \
            ELSE y.v::float4 END FROM (SELECT \(value) OFFSET 0) AS y(v))
            """
    }
}

extension SQLFragment {
    /// The number, if it is a constant.
    fileprivate var number: Double? {
        guard sql == "?", case .double(let number)? = bindings.first?.value else { return nil }
        return number
    }
}
#endif
