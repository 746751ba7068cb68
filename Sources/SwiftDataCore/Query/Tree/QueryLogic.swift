/// `&&`, `||` and `!`.
///
/// Chains are flat, however the predicate nests them: a hundred conditions are one node with a hundred operands.
/// Operands count from left to right, and operands after the deciding one are not evaluated.
public enum QueryLogic: Sendable {
    /// Every operand is true.
    case and([QueryNode])
    /// Some operand is true.
    case or([QueryNode])
    /// The operand is false.
    case not(QueryNode)

    /// The operands.
    public var children: [QueryNode] {
        switch self {
        case .and(let nodes), .or(let nodes): nodes
        case .not(let node): [node]
        }
    }
}

/// One field, named after the operator.
extension QueryLogic: Codable {
    private enum Operator: String, CodingKey {
        case and, or, not
    }

    /// Reads an operator and its operands.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Operator.self)
        switch try fields.onlyKey() {
        case .and: self = .and(try fields.decode([QueryNode].self, forKey: .and))
        case .or: self = .or(try fields.decode([QueryNode].self, forKey: .or))
        case .not: self = .not(try fields.decode(QueryNode.self, forKey: .not))
        }
    }

    /// Writes an operator and its operands.
    /// - Throws: `EncodingError`, as ``QueryNode/encode(to:)``.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Operator.self)
        switch self {
        case .and(let nodes): try fields.encode(nodes, forKey: .and)
        case .or(let nodes): try fields.encode(nodes, forKey: .or)
        case .not(let node): try fields.encode(node, forKey: .not)
        }
    }
}

extension KeyedDecodingContainer {
    /// The key of an object that must have exactly one of the keys of its type.
    func onlyKey() throws -> Key {
        guard allKeys.count == 1, let key = allKeys.first else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: codingPath, debugDescription: "There must be one field of its kind.")
            )
        }
        return key
    }
}

extension QueryNode {
    /// The conjunction of conditions, flattened; true where there are none.
    public static func and(_ nodes: [QueryNode]) -> QueryNode {
        let flat = nodes.flatMap { node in
            if case .logic(.and(let inner)) = node { inner } else { [node] }
        }
        if flat.isEmpty { return .true }
        return flat.count == 1 ? flat[0] : .logic(.and(flat))
    }

    /// The disjunction of conditions, flattened; false where there are none.
    public static func or(_ nodes: [QueryNode]) -> QueryNode {
        let flat = nodes.flatMap { node in
            if case .logic(.or(let inner)) = node { inner } else { [node] }
        }
        if flat.isEmpty { return .false }
        return flat.count == 1 ? flat[0] : .logic(.or(flat))
    }

    /// The opposite of a condition.
    public static func not(_ node: QueryNode) -> QueryNode {
        if case .logic(.not(let inner)) = node { return inner }
        return .logic(.not(node))
    }
}
