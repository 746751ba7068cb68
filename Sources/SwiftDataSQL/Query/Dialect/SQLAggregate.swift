package import SwiftDataCore

/// An aggregate that a database is asked for.
package enum SQLAggregate: Sendable {
    /// The number of different values. NaN is one value.
    case distinct(Operand)
    /// The sum, by the rules of a number type, as ``AggregateColumn/Function/sum(_:)`` describes it; a value of another
    /// type where an operand is damaged.
    /// - Parameter isOptional: True if NULL is left out, false if it is damage.
    case sum(QueryArithmetic.Number, isOptional: Bool)
    /// The least value.
    case minimum(Operand)
    /// The greatest value, NaN included where `skipsNaN` is false.
    case maximum(Operand, skipsNaN: Bool)

    package struct Operand: Sendable {
        package let kind: AttributeKind
        /// True if all strings that the operand can have are in composed form (NFC).
        package let isComposed: Bool
    }
}
