public import Foundation

/// Foundation's functions under names of our own, to which overloads can be added that its macro does not see.
extension PredicateExpressions {
    /// A captured value.
    public static func _build_Arg<Captured>(_ value: Captured) -> Value<Captured> { build_Arg(value) }

    /// A captured regular expression.
    public static func _build_Arg(_ regex: some RegexComponent) -> Value<PredicateRegex> { build_Arg(regex) }

    /// A part of a tree that was captured.
    public static func _build_Arg<Expression>(_ expression: Expression) -> Expression
    where Expression: PredicateExpression {
        build_Arg(expression)
    }

    /// `lhs == rhs`.
    public static func _build_Equal<LHS, RHS>(lhs: LHS, rhs: RHS) -> Equal<LHS, RHS>
    where LHS: PredicateExpression, RHS: PredicateExpression, LHS.Output: Equatable, LHS.Output == RHS.Output {
        build_Equal(lhs: lhs, rhs: rhs)
    }

    /// `lhs != rhs`.
    public static func _build_NotEqual<LHS, RHS>(lhs: LHS, rhs: RHS) -> NotEqual<LHS, RHS>
    where LHS: PredicateExpression, RHS: PredicateExpression, LHS.Output: Equatable, LHS.Output == RHS.Output {
        build_NotEqual(lhs: lhs, rhs: rhs)
    }

    /// `optional ?? value`.
    public static func _build_NilCoalesce<LHS, RHS>(lhs: LHS, rhs: RHS) -> NilCoalesce<LHS, RHS>
    where LHS: PredicateExpression, RHS: PredicateExpression, LHS.Output == RHS.Output? {
        build_NilCoalesce(lhs: lhs, rhs: rhs)
    }

    /// `test ? value : value`.
    public static func _build_Conditional<Test, Then, Else>(
        _ test: Test,
        _ then: Then,
        _ otherwise: Else
    ) -> Conditional<Test, Then, Else>
    where
        Test: PredicateExpression, Then: PredicateExpression, Else: PredicateExpression, Test.Output == Bool,
        Then.Output == Else.Output
    {
        build_Conditional(test, then, otherwise)
    }

    /// `lhs + rhs`, `lhs - rhs`, `lhs * rhs`.
    public static func _build_Arithmetic<LHS, RHS>(
        lhs: LHS,
        rhs: RHS,
        op: ArithmeticOperator
    ) -> Arithmetic<LHS, RHS>
    where LHS: PredicateExpression, RHS: PredicateExpression, LHS.Output: Numeric, LHS.Output == RHS.Output {
        build_Arithmetic(lhs: lhs, rhs: rhs, op: op)
    }

    /// `optional.flatMap { value in … }`, where the closure gives a value.
    public static func _build_flatMap<Optional, Transform, Wrapped, Result>(
        _ optional: Optional,
        _ transform: (Variable<Wrapped>) -> Transform
    ) -> OptionalFlatMap<Optional, Wrapped, Transform, Result>
    where
        Optional: PredicateExpression, Transform: PredicateExpression, Optional.Output == Wrapped?,
        Transform.Output == Result
    {
        build_flatMap(optional, transform)
    }

    /// `optional.flatMap { value in … }`, where the closure gives an optional.
    public static func _build_flatMap<Optional, Transform, Wrapped, Result>(
        _ optional: Optional,
        _ transform: (Variable<Wrapped>) -> Transform
    ) -> OptionalFlatMap<Optional, Wrapped, Transform, Result>
    where
        Optional: PredicateExpression, Transform: PredicateExpression, Optional.Output == Wrapped?,
        Transform.Output == Result?
    {
        build_flatMap(optional, transform)
    }
}
