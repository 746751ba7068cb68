import Foundation

extension PredicateExpressions.ExpressionEvaluate: QueryConvertible {
    /// The nested expression's value, with the inputs in place of its variables.
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        guard let nested = conversion.constant(expression) as? Expression<repeat (each Input).Output, Output> else {
            return .unsupported(QueryUnsupported("an expression that depends on the row"))
        }
        for (variable, input) in repeat (each nested.variable, each input) {
            conversion.bindings[variable.key] = conversion.node(input)
        }
        return conversion.node(opening: nested.expression)
    }
}

/// A captured predicate or expression that is evaluated on a part of the row.
protocol NestedQuery {
    func query(on input: QueryNode, in conversion: inout QueryConversion) -> QueryNode
}

extension _NestedPredicate: NestedQuery {
    func query(on input: QueryNode, in conversion: inout QueryConversion) -> QueryNode {
        conversion.bindings[predicate.variable.key] = input
        return conversion.node(opening: predicate.expression)
    }
}

extension _NestedExpression: NestedQuery, NestedExpressionQuery {
    func query(on input: QueryNode, in conversion: inout QueryConversion) -> QueryNode {
        conversion.bindings[expression.variable.key] = input
        return conversion.node(opening: expression.expression)
    }
}

extension _NestedOptionalPredicate: NestedQuery {
    func query(on input: QueryNode, in conversion: inout QueryConversion) -> QueryNode {
        predicate.map { _NestedPredicate($0).query(on: input, in: &conversion) } ?? .nil
    }
}

extension _NestedOptionalExpression: NestedQuery {
    func query(on input: QueryNode, in conversion: inout QueryConversion) -> QueryNode {
        expression.map { _NestedExpression($0).query(on: input, in: &conversion) } ?? .nil
    }
}

/// A nested expression; the unwrapping around it serves Foundation's evaluation alone.
protocol NestedExpressionQuery {}
