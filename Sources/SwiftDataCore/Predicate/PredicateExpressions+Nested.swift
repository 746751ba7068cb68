public import Foundation

extension PredicateExpressions {
    /// A question that a nested predicate or expression answers, in nodes of Foundation's own.
    public typealias _NestedQuestion<Root, Question> = CollectionIndexSubscript<
        Value<Question>, KeyPath<Root, _PredicateOperand<Root.Output>>
    > where Root: PredicateExpression, Question: Collection, Question.Index == _PredicateOperand<Root.Output>

    /// `predicate.evaluate(input)` inside another predicate, where the input is a model.
    public static func build_evaluatePredicate<Root>(
        _ predicate: Predicate<Root.Output>,
        _ input: Root
    ) -> _NestedQuestion<Root, _NestedPredicate<Root.Output>>
    where Root: PredicateExpression, Root.Output: PersistentModel {
        build_subscript(
            build_Arg(_NestedPredicate(predicate)),
            build_KeyPath(root: input, keyPath: \._predicateOperand)
        )
    }

    /// `predicate.evaluate(input)` inside another predicate, where the input is a value.
    public static func build_evaluatePredicate<Root>(
        _ predicate: Predicate<Root.Output>,
        _ input: Root
    ) -> _NestedQuestion<Root, _NestedPredicate<Root.Output>>
    where Root: PredicateExpression, Root.Output: _PredicateInput {
        build_subscript(
            build_Arg(_NestedPredicate(predicate)),
            build_KeyPath(root: input, keyPath: \._predicateOperand)
        )
    }

    /// `expression.evaluate(input)` inside a predicate, where the input is a model.
    public static func build_evaluateExpression<Root, Result>(
        _ expression: Expression<Root.Output, Result>,
        _ input: Root
    ) -> ForcedUnwrap<_NestedQuestion<Root, _NestedExpression<Root.Output, Result>>, Result>
    where Root: PredicateExpression, Root.Output: PersistentModel {
        build_ForcedUnwrap(
            build_subscript(
                build_Arg(_NestedExpression(expression)),
                build_KeyPath(root: input, keyPath: \._predicateOperand)
            )
        )
    }

    /// `expression.evaluate(input)` inside a predicate, where the input is a value.
    public static func build_evaluateExpression<Root, Result>(
        _ expression: Expression<Root.Output, Result>,
        _ input: Root
    ) -> ForcedUnwrap<_NestedQuestion<Root, _NestedExpression<Root.Output, Result>>, Result>
    where Root: PredicateExpression, Root.Output: _PredicateInput {
        build_ForcedUnwrap(
            build_subscript(
                build_Arg(_NestedExpression(expression)),
                build_KeyPath(root: input, keyPath: \._predicateOperand)
            )
        )
    }
}
