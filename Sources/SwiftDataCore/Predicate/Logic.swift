import Foundation

extension PredicateExpressions.Conjunction: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let left = conversion.node(lhs)
        // An operand after the one that decides is not evaluated, and a store may be unable to express it.
        return left.isDecided(false) ? left : .folded(and: left, conversion.node(rhs))
    }
}

extension PredicateExpressions.Disjunction: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let left = conversion.node(lhs)
        return left.isDecided(true) ? left : .folded(or: left, conversion.node(rhs))
    }
}

extension PredicateExpressions.Negation: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let condition = conversion.node(wrapped)
        return condition.constantCondition.map { $0 ? .false : .true } ?? .not(condition)
    }
}

extension PredicateExpressions.Conditional: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let test = conversion.node(test)
        var (yes, no) = (conversion.node(trueBranch), conversion.node(falseBranch))
        if let value = conversion.constant(falseBranch) { no = conversion.alternative(value, to: yes) }
        if let value = conversion.constant(trueBranch) { yes = conversion.alternative(value, to: no) }
        // The branches of a condition need no form in which they are compared.
        if Output.self == Bool.self, let value = test.constantCondition { return value ? yes : no }
        return .conditional(QueryConditional(test: test, yes: yes, no: no))
    }
}

extension QueryConversion {
    /// A captured value that stands where another node might: in the form in which that one is kept, but a collection
    /// stays one, for the operations on it.
    package func alternative(_ value: Any, to node: QueryNode) -> QueryNode {
        QueryConstants.unwrapped(value) is any BuildableCollection
            ? QueryConstants.node(value) : QueryConstants.node(value, for: attribute(of: node))
    }
}
