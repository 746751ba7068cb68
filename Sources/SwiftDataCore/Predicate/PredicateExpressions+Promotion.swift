public import Foundation

/// Comparisons of a value with an optional one, which Swift allows by wrapping the value.
///
/// A cast to the type that the value already has wraps it, in a node of Foundation's own.
extension PredicateExpressions {
    /// A value as an optional.
    public typealias _Wrapped<Value> = ConditionalCast<Value, Value.Output> where Value: PredicateExpression

    /// `value == optional`.
    @_disfavoredOverload
    public static func _build_Equal<LHS, RHS>(lhs: LHS, rhs: RHS) -> Equal<_Wrapped<LHS>, RHS>
    where LHS: PredicateExpression, RHS: PredicateExpression, LHS.Output: Equatable, RHS.Output == LHS.Output? {
        Equal(lhs: ConditionalCast(lhs), rhs: rhs)
    }

    /// `optional == value`.
    @_disfavoredOverload
    public static func _build_Equal<LHS, RHS>(lhs: LHS, rhs: RHS) -> Equal<LHS, _Wrapped<RHS>>
    where LHS: PredicateExpression, RHS: PredicateExpression, RHS.Output: Equatable, LHS.Output == RHS.Output? {
        Equal(lhs: lhs, rhs: ConditionalCast(rhs))
    }

    /// `value != optional`.
    @_disfavoredOverload
    public static func _build_NotEqual<LHS, RHS>(lhs: LHS, rhs: RHS) -> NotEqual<_Wrapped<LHS>, RHS>
    where LHS: PredicateExpression, RHS: PredicateExpression, LHS.Output: Equatable, RHS.Output == LHS.Output? {
        NotEqual(lhs: ConditionalCast(lhs), rhs: rhs)
    }

    /// `optional != value`.
    @_disfavoredOverload
    public static func _build_NotEqual<LHS, RHS>(lhs: LHS, rhs: RHS) -> NotEqual<LHS, _Wrapped<RHS>>
    where LHS: PredicateExpression, RHS: PredicateExpression, RHS.Output: Equatable, LHS.Output == RHS.Output? {
        NotEqual(lhs: lhs, rhs: ConditionalCast(rhs))
    }
}
