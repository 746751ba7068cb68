import Foundation

extension PredicateExpressions.Conjunction: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        .and([conversion.node(lhs), conversion.node(rhs)])
    }
}

extension PredicateExpressions.Disjunction: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        .or([conversion.node(lhs), conversion.node(rhs)])
    }
}

extension PredicateExpressions.Negation: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode { .not(conversion.node(wrapped)) }
}

extension PredicateExpressions.Conditional: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let test = conversion.node(test)
        let (yes, no) = conversion.operands(trueBranch, falseBranch)
        return .conditional(QueryConditional(test: test, yes: yes, no: no))
    }
}
