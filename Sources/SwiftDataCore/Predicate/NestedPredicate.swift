public import Foundation

/// A predicate that is evaluated inside another. Linux Foundation has no node for that; as for
/// ``_LocalizedStandardContains``, it is a collection, whose element at a model says whether the model matches.
public struct _NestedPredicate<Model: PersistentModel>: Collection, Codable, Sendable {
    let predicate: Predicate<Model>

    public init(_ predicate: Predicate<Model>) {
        self.predicate = predicate
    }

    public var startIndex: _PredicateOperand<Model> { .start }
    public var endIndex: _PredicateOperand<Model> { .end }
    public func index(after index: _PredicateOperand<Model>) -> _PredicateOperand<Model> { .end }

    public subscript(position: _PredicateOperand<Model>) -> Bool {
        guard case .model(let model) = position else { return false }
        // A condition that cannot be evaluated does not hold.
        return (try? predicate.evaluate(model)) ?? false
    }

    /// Foundation's constants must be `Codable`; its predicates are not, on Linux.
    /// - Throws: `DecodingError`, always.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "A predicate cannot be decoded.")
        )
    }

    /// Foundation's constants must be `Codable`; its predicates are not, on Linux.
    /// - Throws: `EncodingError`, always.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "A predicate cannot be encoded.")
        )
    }
}

/// The index of a nested predicate: any model lies between the two ends.
public enum _PredicateOperand<Model: PersistentModel>: Comparable {
    case start
    case model(Model)
    case end

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int {
        switch self {
        case .start: 0
        case .model: 1
        case .end: 2
        }
    }
}

extension PersistentModel {
    /// The member through which predicates reach nested predicates; not for use elsewhere.
    public var _predicateOperand: _PredicateOperand<Self> { .model(self) }
}

extension PredicateExpressions {
    /// `predicate.evaluate(input)` inside another predicate.
    public static func build_evaluatePredicate<Root>(
        _ predicate: Predicate<Root.Output>,
        _ input: Root
    ) -> CollectionIndexSubscript<Value<_NestedPredicate<Root.Output>>, KeyPath<Root, _PredicateOperand<Root.Output>>>
    where Root: PredicateExpression, Root.Output: PersistentModel {
        build_subscript(
            build_Arg(_NestedPredicate(predicate)),
            build_KeyPath(root: input, keyPath: \._predicateOperand)
        )
    }
}
