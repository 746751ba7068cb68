public import Foundation

/// `evaluate` on captured predicates and expressions that may be nil.
extension PredicateExpressions {
    /// `predicate?.evaluate(input)`, where the input is a model.
    public static func build_evaluate<Root>(
        optional predicate: Predicate<Root.Output>?,
        _ input: Root
    ) -> _NestedQuestion<Root, _NestedOptionalPredicate<Root.Output>>
    where Root: PredicateExpression, Root.Output: PersistentModel {
        build_subscript(
            build_Arg(_NestedOptionalPredicate(predicate)),
            build_KeyPath(root: input, keyPath: \._predicateOperand)
        )
    }

    /// `predicate?.evaluate(input)`, where the input is a value.
    public static func build_evaluate<Root>(
        optional predicate: Predicate<Root.Output>?,
        _ input: Root
    ) -> _NestedQuestion<Root, _NestedOptionalPredicate<Root.Output>>
    where Root: PredicateExpression, Root.Output: _PredicateInput {
        build_subscript(
            build_Arg(_NestedOptionalPredicate(predicate)),
            build_KeyPath(root: input, keyPath: \._predicateOperand)
        )
    }

    /// `expression?.evaluate(input)`, where the input is a model.
    public static func build_evaluate<Root, Result>(
        optional expression: Expression<Root.Output, Result>?,
        _ input: Root
    ) -> _NestedQuestion<Root, _NestedOptionalExpression<Root.Output, Result>>
    where Root: PredicateExpression, Root.Output: PersistentModel {
        build_subscript(
            build_Arg(_NestedOptionalExpression(expression)),
            build_KeyPath(root: input, keyPath: \._predicateOperand)
        )
    }

    /// `expression?.evaluate(input)`, where the input is a value.
    public static func build_evaluate<Root, Result>(
        optional expression: Expression<Root.Output, Result>?,
        _ input: Root
    ) -> _NestedQuestion<Root, _NestedOptionalExpression<Root.Output, Result>>
    where Root: PredicateExpression, Root.Output: _PredicateInput {
        build_subscript(
            build_Arg(_NestedOptionalExpression(expression)),
            build_KeyPath(root: input, keyPath: \._predicateOperand)
        )
    }
}
