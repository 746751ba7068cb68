public import Foundation

/// `evaluate` inside a predicate: a macro does not know whether it is called on a predicate or on an expression, so that
/// the types have to decide.
extension PredicateExpressions {
    /// `predicate.evaluate(input)`, where the input is a model.
    public static func build_evaluate<Root>(
        _ predicate: Predicate<Root.Output>,
        _ input: Root
    ) -> _NestedQuestion<Root, _NestedPredicate<Root.Output>>
    where Root: PredicateExpression, Root.Output: PersistentModel {
        build_evaluatePredicate(predicate, input)
    }

    /// `predicate.evaluate(input)`, where the input is a value.
    public static func build_evaluate<Root>(
        _ predicate: Predicate<Root.Output>,
        _ input: Root
    ) -> _NestedQuestion<Root, _NestedPredicate<Root.Output>>
    where Root: PredicateExpression, Root.Output: _PredicateInput {
        build_evaluatePredicate(predicate, input)
    }

    /// `expression.evaluate(input)`, where the input is a model.
    public static func build_evaluate<Root, Result>(
        _ expression: Expression<Root.Output, Result>,
        _ input: Root
    ) -> ForcedUnwrap<_NestedQuestion<Root, _NestedExpression<Root.Output, Result>>, Result>
    where Root: PredicateExpression, Root.Output: PersistentModel {
        build_evaluateExpression(expression, input)
    }

    /// `expression.evaluate(input)`, where the input is a value.
    public static func build_evaluate<Root, Result>(
        _ expression: Expression<Root.Output, Result>,
        _ input: Root
    ) -> ForcedUnwrap<_NestedQuestion<Root, _NestedExpression<Root.Output, Result>>, Result>
    where Root: PredicateExpression, Root.Output: _PredicateInput {
        build_evaluateExpression(expression, input)
    }
}
