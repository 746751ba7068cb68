public import Foundation

/// Calls that look like a part of the predicate language and are not. The compiler shows their messages in place of its
/// own about types.
extension PredicateExpressions {
    /// `text + text`.
    @available(*, unavailable, message: "a predicate cannot join strings: compare the parts one by one")
    public static func _build_Arithmetic<LHS, RHS>(
        lhs: LHS,
        rhs: RHS,
        op: ArithmeticOperator
    ) -> Value<String>
    where LHS: PredicateExpression, RHS: PredicateExpression, LHS.Output == String, RHS.Output == String {
        Value("")
    }

    /// `collection.flatMap { … }`.
    @available(
        *,
        unavailable,
        message: "a predicate has 'flatMap' for optionals: use 'contains(where:)' for a collection"
    )
    public static func _build_flatMap<Elements, Result>(
        _ elements: Elements,
        _ transform: (Variable<Elements.Output.Element>) -> Result
    ) -> Value<[Result.Output]>
    where Elements: PredicateExpression, Result: PredicateExpression, Elements.Output: Sequence {
        Value([])
    }
}
