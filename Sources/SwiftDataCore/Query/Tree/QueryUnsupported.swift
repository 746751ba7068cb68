/// An operation that the tree cannot express, such as a computed property or a comparison of the user's own.
///
/// No store can translate it. The framework evaluates it in memory, after the store has narrowed the rows by
/// everything else. It cannot be encoded.
public struct QueryUnsupported: Sendable {
    /// A description of the operation for people to read. Holds no stored value.
    public let description: String
    /// The parts that it depends on.
    public let operands: [QueryNode]
    /// The evaluation, or nil if it cannot be evaluated.
    package let operation: Operation?

    /// The Swift types of the operands and the operation on their values.
    ///
    /// `@unchecked Sendable` without a lock: the closure captures key paths, types and captured constants of a
    /// predicate, which is `Sendable` itself, and nothing that changes.
    package struct Operation: @unchecked Sendable {
        package let operandTypes: [Any.Type]
        package let apply: ([Any]) throws -> Any?

        package init(_ operandTypes: [Any.Type], _ apply: @escaping ([Any]) throws -> Any?) {
            self.operandTypes = operandTypes
            self.apply = apply
        }
    }

    /// Describes something that cannot be evaluated at all.
    public init(_ description: String) {
        self.init(description, operands: [], operation: nil)
    }

    package init(_ description: String, operands: [QueryNode], operation: Operation?) {
        self.description = description
        self.operands = operands
        self.operation = operation
    }
}

extension QueryUnsupported: Codable {
    /// Reads the description; the result cannot be evaluated.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Never succeeds: an operation that the tree cannot express cannot travel.
    /// - Throws: `EncodingError`.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "\(description)")
        )
    }
}
