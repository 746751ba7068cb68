import SwiftDataCore

extension SQLiteDialect {
    package func aggregate(_ function: SQLAggregate, _ operand: SQLFragment) -> SQLFragment? {
        switch function {
        case .distinct(let described): distinct(described, operand)
        case .sum(let number, let isOptional): "\(SQLFunctions.sum(number, isOptional: isOptional))(\(operand))"
        case .minimum(let described): extreme("MIN", SQLFunctions.decimalMinimum, described, operand)
        case .maximum(let described, let skipsNaN):
            skipsNaN && (described.kind.isFloating || described.kind.primitive == .date)
                ? "MAX(\(operand)) FILTER (WHERE \(isNumber(operand)))"
                : extreme("MAX", SQLFunctions.decimalMaximum, described, operand)
        }
    }

    private func distinct(_ described: SQLAggregate.Operand, _ operand: SQLFragment) -> SQLFragment? {
        switch described.kind.primitive.entry?.order {
        case .byKey: "COUNT(DISTINCT \(SQLFunctions.decimalKeyName)(\(operand)))"
        case .text where !described.isComposed: "COUNT(DISTINCT \(SQLFunctions.composed)(\(operand)))"
        case nil: nil
        default: "COUNT(DISTINCT \(operand))"
        }
    }

    private func extreme(
        _ name: String,
        _ decimals: String,
        _ described: SQLAggregate.Operand,
        _ operand: SQLFragment
    ) -> SQLFragment? {
        switch described.kind.primitive.entry?.order {
        case .byKey: "\(decimals)(\(operand))"
        case .text where !described.isComposed: "\(name)(\(operand) COLLATE \(SQLFunctions.canonicalCollation))"
        case .natural, .floating, .text: "\(name)(\(operand))"
        // No order of values, such as that of bytes.
        case .none?, nil: nil
        }
    }
}
