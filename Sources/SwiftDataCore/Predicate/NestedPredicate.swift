public import Foundation

/// A predicate that is evaluated inside another. Linux Foundation has no node for that; as for ``_TextSubject``, it is
/// a collection, whose element at a value is true if the value matches.
public struct _NestedPredicate<Input>: Collection, Codable, Sendable {
    let predicate: Predicate<Input>

    /// Keeps a predicate.
    public init(_ predicate: Predicate<Input>) {
        self.predicate = predicate
    }

    /// The place before every operand.
    public var startIndex: _PredicateOperand<Input> { .start }
    /// The place after every operand.
    public var endIndex: _PredicateOperand<Input> { .end }
    /// The end: an operand has no successor of its own.
    public func index(after index: _PredicateOperand<Input>) -> _PredicateOperand<Input> { .end }

    /// The answer for an operand.
    public subscript(position: _PredicateOperand<Input>) -> Bool {
        guard case .value(let input) = position else { return false }
        // A condition that cannot be evaluated does not hold.
        return (try? predicate.evaluate(input)) ?? false
    }

    /// Foundation's constants must be `Codable`; its predicates are not, on Linux.
    /// - Throws: `DecodingError`, always.
    public init(from decoder: any Decoder) throws { throw DecodingError.notCodable(decoder) }

    /// Foundation's constants must be `Codable`; its predicates are not, on Linux.
    /// - Throws: `EncodingError`, always.
    public func encode(to encoder: any Encoder) throws { throw EncodingError.notCodable(self, encoder) }
}

/// An expression that is evaluated inside a predicate, as ``_NestedPredicate``. The element is nil where the
/// evaluation fails.
public struct _NestedExpression<Input, Value>: Collection, Codable, Sendable {
    let expression: Expression<Input, Value>

    /// Keeps an expression.
    public init(_ expression: Expression<Input, Value>) {
        self.expression = expression
    }

    /// The place before every operand.
    public var startIndex: _PredicateOperand<Input> { .start }
    /// The place after every operand.
    public var endIndex: _PredicateOperand<Input> { .end }
    /// The end: an operand has no successor of its own.
    public func index(after index: _PredicateOperand<Input>) -> _PredicateOperand<Input> { .end }

    /// The answer for an operand.
    public subscript(position: _PredicateOperand<Input>) -> Value? {
        guard case .value(let input) = position else { return nil }
        return try? expression.evaluate(input)
    }

    /// Foundation's constants must be `Codable`; its expressions are not, on Linux.
    /// - Throws: `DecodingError`, always.
    public init(from decoder: any Decoder) throws { throw DecodingError.notCodable(decoder) }

    /// Foundation's constants must be `Codable`; its expressions are not, on Linux.
    /// - Throws: `EncodingError`, always.
    public func encode(to encoder: any Encoder) throws { throw EncodingError.notCodable(self, encoder) }
}

extension DecodingError {
    static func notCodable(_ decoder: any Decoder) -> DecodingError {
        .dataCorrupted(Context(codingPath: decoder.codingPath, debugDescription: "A predicate cannot be decoded."))
    }
}

extension EncodingError {
    static func notCodable(_ value: Any, _ encoder: any Encoder) -> EncodingError {
        .invalidValue(
            value,
            Context(codingPath: encoder.codingPath, debugDescription: "A predicate cannot be encoded.")
        )
    }
}

/// The index of a nested predicate or expression: any input lies between the two ends.
public enum _PredicateOperand<Input>: Comparable {
    /// The place before every input.
    case start
    /// The place of an input.
    case value(Input)
    /// The place after every input.
    case end

    /// True if both are equal.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.rank == rhs.rank }
    /// True if the first comes before the second.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int {
        switch self {
        case .start: 0
        case .value: 1
        case .end: 2
        }
    }
}

extension PersistentModel {
    /// The member through which predicates reach nested predicates; not for use elsewhere.
    public var _predicateOperand: _PredicateOperand<Self> { .value(self) }
}

/// The types, apart from models, that a nested predicate or expression can have as its input.
public protocol _PredicateInput {}

extension _PredicateInput {
    /// The member through which predicates reach nested predicates; not for use elsewhere.
    public var _predicateOperand: _PredicateOperand<Self> { .value(self) }
}

extension Bool: _PredicateInput {}
extension Int: _PredicateInput {}
extension Int8: _PredicateInput {}
extension Int16: _PredicateInput {}
extension Int32: _PredicateInput {}
extension Int64: _PredicateInput {}
extension UInt: _PredicateInput {}
extension UInt8: _PredicateInput {}
extension UInt16: _PredicateInput {}
extension UInt32: _PredicateInput {}
extension UInt64: _PredicateInput {}
extension Float: _PredicateInput {}
extension Double: _PredicateInput {}
extension Decimal: _PredicateInput {}
extension String: _PredicateInput {}
extension Date: _PredicateInput {}
extension UUID: _PredicateInput {}
extension URL: _PredicateInput {}
extension Data: _PredicateInput {}
extension Optional: _PredicateInput {}
extension Array: _PredicateInput {}
