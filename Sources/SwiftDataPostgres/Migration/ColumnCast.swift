#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The conversion of the values of a column to another type of the server.
struct ColumnCast {
    let source: PostgresType
    let target: PostgresType

    /// Nil for types between which values have no conversion.
    init?(from source: PostgresType, to target: PostgresType) {
        if let old = source.element, let new = target.element, old != new {
            // No value of an element is lost in a wider type.
            let widths: [PostgresType] = [.int2, .int4, .int8, .numeric]
            guard let before = widths.firstIndex(of: old), let after = widths.firstIndex(of: new), before < after else {
                return nil
            }
            (self.source, self.target) = (source, target)
            return
        }
        let numbers: Set<PostgresType> = [.int2, .int4, .int8, .float4, .float8, .numeric]
        guard source == target || numbers.contains(target) && (numbers.contains(source) || source == .bool) else {
            return nil
        }
        (self.source, self.target) = (source, target)
    }

    var isIdentity: Bool { source == target }

    /// The converted value of a column.
    func text(_ column: String) -> String {
        if isIdentity { return column }
        return source == .bool ? "\(column)::integer::\(target.name)" : "\(column)::\(target.name)"
    }

    /// The condition for values that a conversion cannot keep, and the text of a message about them.
    static func obstacle(_ value: String, _ conversion: ColumnConversion) -> (condition: String, what: String)? {
        switch conversion {
        case .narrowed(let width):
            let bounds = width.bounds
            let upper = width == .uint64 ? "18446744073709551615" : "\(bounds.upperBound)"
            return (
                "NOT \(value)::numeric BETWEEN \(bounds.lowerBound) AND \(upper)",
                "has integers that do not fit \(width.rawValue)"
            )
        case .integerToDouble(isChecked: true):
            return ("\(value)::float8::numeric <> \(value)::numeric", "has integers that no double equals")
        case .none, .integerToDouble, .integerToDecimal, .toExternal, .fromExternal: return nil
        }
    }
}
#endif
