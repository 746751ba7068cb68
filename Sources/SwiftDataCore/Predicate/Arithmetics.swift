import Foundation

extension QueryConversion {
    fileprivate mutating func arithmetic<LHS: PredicateExpression, RHS: PredicateExpression>(
        _ op: QueryArithmetic.Operator,
        _ lhs: LHS,
        _ rhs: RHS
    ) -> QueryNode {
        guard let number = QueryTypes.number(LHS.Output.self) else {
            return .unsupported(QueryUnsupported("arithmetic on values of type \(LHS.Output.self)"))
        }
        return .arithmetic(.binary(op, number, node(lhs), node(rhs)))
    }
}

extension PredicateExpressions.Arithmetic: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let op: QueryArithmetic.Operator? =
            switch op {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            @unknown default: nil
            }
        guard let op else { return .unsupported(QueryUnsupported("an arithmetic operator")) }
        return conversion.arithmetic(op, lhs, rhs)
    }
}

extension PredicateExpressions.FloatDivision: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode { conversion.arithmetic(.divide, lhs, rhs) }
}

extension PredicateExpressions.IntDivision: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode { conversion.arithmetic(.divide, lhs, rhs) }
}

extension PredicateExpressions.IntRemainder: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        conversion.arithmetic(.remainder, lhs, rhs)
    }
}

extension PredicateExpressions.UnaryMinus: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        guard let number = QueryTypes.number(Wrapped.Output.self) else {
            return .unsupported(QueryUnsupported("- before a value of type \(Wrapped.Output.self)"))
        }
        return .arithmetic(.negate(number, conversion.node(wrapped)))
    }
}
