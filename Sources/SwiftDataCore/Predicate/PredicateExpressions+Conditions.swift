public import Foundation

/// The build functions for statements and operators that Foundation's macro does not support.
extension PredicateExpressions {
    /// An optional binding: the part that runs where the optional has a value, in a node of Foundation's own.
    public typealias _Bound<Optional, Wrapped, Then> = OptionalFlatMap<Optional, Wrapped, Then, Then.Output>
    where Optional: PredicateExpression, Then: PredicateExpression, Optional.Output == Wrapped?

    /// `if let value = optional { … } else { otherwise }`.
    public static func build_optionalBinding<Optional, Wrapped, Then, Otherwise>(
        _ optional: Optional,
        otherwise: Otherwise,
        _ then: (Variable<Wrapped>) -> Then
    ) -> NilCoalesce<_Bound<Optional, Wrapped, Then>, Otherwise>
    where
        Optional: PredicateExpression, Then: PredicateExpression, Otherwise: PredicateExpression,
        Optional.Output == Wrapped?, Then.Output == Otherwise.Output
    {
        NilCoalesce(lhs: build_flatMap(optional, then), rhs: otherwise)
    }

    /// `if let value = optional { … } else { otherwise }` where both branches may be nil: nil in the first must not be
    /// replaced by the second.
    public static func build_optionalBinding<Optional, Wrapped, Then, Otherwise, Result>(
        _ optional: Optional,
        otherwise: Otherwise,
        _ then: (Variable<Wrapped>) -> Then
    ) -> Conditional<TypeCheck<Optional, Wrapped>, OptionalFlatMap<Optional, Wrapped, Then, Result>, Otherwise>
    where
        Optional: PredicateExpression, Then: PredicateExpression, Otherwise: PredicateExpression,
        Optional.Output == Wrapped?, Then.Output == Result?, Otherwise.Output == Result?
    {
        build_Conditional(TypeCheck(optional), build_flatMap(optional, then), otherwise)
    }

    /// `range ~= value`.
    public static func build_patternMatch<Pattern, Subject>(
        _ pattern: Pattern,
        _ subject: Subject
    ) -> RangeExpressionContains<Pattern, Subject>
    where
        Pattern: PredicateExpression, Subject: PredicateExpression,
        Pattern.Output: RangeExpression, Subject.Output == Pattern.Output.Bound
    {
        RangeExpressionContains(range: pattern, element: subject)
    }

    /// `value ~= value`.
    public static func build_patternMatch<Pattern, Subject>(
        _ pattern: Pattern,
        _ subject: Subject
    ) -> Equal<Pattern, Subject>
    where
        Pattern: PredicateExpression, Subject: PredicateExpression, Pattern.Output: Equatable,
        Subject.Output == Pattern.Output
    {
        Equal(lhs: pattern, rhs: subject)
    }
}
