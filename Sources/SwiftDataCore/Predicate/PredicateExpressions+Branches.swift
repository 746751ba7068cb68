public import Foundation

/// Alternatives of which one is optional, which Swift allows by wrapping the other.
extension PredicateExpressions {
    /// An optional as one that holds an optional, in nodes of Foundation's own.
    public typealias _Rewrapped<Optional, Wrapped> = OptionalFlatMap<
        Optional, Wrapped, ConditionalCast<Variable<Wrapped>, Wrapped>, Wrapped?
    > where Optional: PredicateExpression, Optional.Output == Wrapped?

    /// `optional ?? optional`.
    @_disfavoredOverload
    public static func _build_NilCoalesce<LHS, RHS, Wrapped>(
        lhs: LHS,
        rhs: RHS
    ) -> NilCoalesce<_Rewrapped<LHS, Wrapped>, RHS>
    where LHS: PredicateExpression, RHS: PredicateExpression, LHS.Output == Wrapped?, RHS.Output == Wrapped? {
        NilCoalesce(
            lhs: OptionalFlatMap(lhs) { (value: Variable<Wrapped>) -> ConditionalCast<Variable<Wrapped>, Wrapped> in
                ConditionalCast(value)
            },
            rhs: rhs
        )
    }

    /// `test ? value : optional`.
    @_disfavoredOverload
    public static func _build_Conditional<Test, Then, Else>(
        _ test: Test,
        _ then: Then,
        _ otherwise: Else
    ) -> Conditional<Test, _Wrapped<Then>, Else>
    where
        Test: PredicateExpression, Then: PredicateExpression, Else: PredicateExpression, Test.Output == Bool,
        Else.Output == Then.Output?
    {
        Conditional(test: test, trueBranch: ConditionalCast(then), falseBranch: otherwise)
    }

    /// `test ? optional : value`.
    @_disfavoredOverload
    public static func _build_Conditional<Test, Then, Else>(
        _ test: Test,
        _ then: Then,
        _ otherwise: Else
    ) -> Conditional<Test, Then, _Wrapped<Else>>
    where
        Test: PredicateExpression, Then: PredicateExpression, Else: PredicateExpression, Test.Output == Bool,
        Then.Output == Else.Output?
    {
        Conditional(test: test, trueBranch: then, falseBranch: ConditionalCast(otherwise))
    }
}
