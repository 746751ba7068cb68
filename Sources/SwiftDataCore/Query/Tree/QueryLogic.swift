/// `&&`, `||` and `!`.
///
/// Chains are flat, however the predicate nests them: a hundred conditions are one node with a hundred operands.
/// Operands count from left to right, and those after the deciding one are not evaluated.
public enum QueryLogic: Sendable, Codable {
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

extension QueryNode {
    /// The conjunction of conditions, flattened.
    public static func and(_ nodes: [QueryNode]) -> QueryNode {
        let flat = nodes.flatMap { node in
            if case .logic(.and(let inner)) = node { inner } else { [node] }
        }
        return flat.count == 1 ? flat[0] : .logic(.and(flat))
    }

    /// The disjunction of conditions, flattened.
    public static func or(_ nodes: [QueryNode]) -> QueryNode {
        let flat = nodes.flatMap { node in
            if case .logic(.or(let inner)) = node { inner } else { [node] }
        }
        return flat.count == 1 ? flat[0] : .logic(.or(flat))
    }

    /// The opposite of a condition.
    public static func not(_ node: QueryNode) -> QueryNode {
        if case .logic(.not(let inner)) = node { return inner }
        return .logic(.not(node))
    }
}
