public import Foundation

/// A captured predicate that may be nil, evaluated inside another; the element is nil where there is none.
public struct _NestedOptionalPredicate<Input>: Collection, Codable, Sendable {
    let predicate: Predicate<Input>?

    public init(_ predicate: Predicate<Input>?) {
        self.predicate = predicate
    }

    public var startIndex: _PredicateOperand<Input> { .start }
    public var endIndex: _PredicateOperand<Input> { .end }
    public func index(after index: _PredicateOperand<Input>) -> _PredicateOperand<Input> { .end }

    public subscript(position: _PredicateOperand<Input>) -> Bool? {
        predicate.map { _NestedPredicate($0)[position] }
    }

    /// Foundation's constants must be `Codable`; its predicates are not, on Linux.
    /// - Throws: `DecodingError`, always.
    public init(from decoder: any Decoder) throws { throw DecodingError.notCodable(decoder) }

    /// Foundation's constants must be `Codable`; its predicates are not, on Linux.
    /// - Throws: `EncodingError`, always.
    public func encode(to encoder: any Encoder) throws { throw EncodingError.notCodable(self, encoder) }
}

/// A captured expression that may be nil, evaluated inside a predicate; the element is nil where there is none.
public struct _NestedOptionalExpression<Input, Value>: Collection, Codable, Sendable {
    let expression: Expression<Input, Value>?

    public init(_ expression: Expression<Input, Value>?) {
        self.expression = expression
    }

    public var startIndex: _PredicateOperand<Input> { .start }
    public var endIndex: _PredicateOperand<Input> { .end }
    public func index(after index: _PredicateOperand<Input>) -> _PredicateOperand<Input> { .end }

    public subscript(position: _PredicateOperand<Input>) -> Value? {
        expression.flatMap { _NestedExpression($0)[position] }
    }

    /// Foundation's constants must be `Codable`; its expressions are not, on Linux.
    /// - Throws: `DecodingError`, always.
    public init(from decoder: any Decoder) throws { throw DecodingError.notCodable(decoder) }

    /// Foundation's constants must be `Codable`; its expressions are not, on Linux.
    /// - Throws: `EncodingError`, always.
    public func encode(to encoder: any Encoder) throws { throw EncodingError.notCodable(self, encoder) }
}
