package import Foundation
package import SwiftDataCore

/// An expression of any node type, as one type, so that random trees do not make a new type each.
///
/// `@unchecked Sendable` without a lock: nothing changes after it was made, and the constants in it are models and
/// values that the task which made it uses alone.
package struct Sealed<Output>: StandardPredicateExpression, @unchecked Sendable {
    private let base: any PredicateExpression<Output>

    package init(_ base: some PredicateExpression<Output>) {
        self.base = base
    }

    /// A captured constant.
    package init(capturing value: Output) {
        base = PredicateExpressions.Value(value)
    }

    package func evaluate(_ bindings: PredicateBindings) throws -> Output { try base.evaluate(bindings) }

    /// Foundation's nodes must be `Codable`; random ones never travel.
    /// - Throws: `DecodingError`, always.
    package init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "Not Codable."))
    }

    /// Foundation's nodes must be `Codable`; random ones never travel.
    /// - Throws: `EncodingError`, always.
    package func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            .init(codingPath: encoder.codingPath, debugDescription: "Not Codable.")
        )
    }
}

extension Sealed: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode { conversion.node(opening: base) }
}

extension Sealed: QueryConstantConvertible {
    package var constantValue: Any? { (base as? any QueryConstantConvertible)?.constantValue }
}
