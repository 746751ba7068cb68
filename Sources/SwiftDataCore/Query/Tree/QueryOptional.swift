/// Optional chaining, `??` and `!`.
public enum QueryOptional: Sendable, Codable {
    /// `wrapped.flatMap { variable in transform }`, which `wrapped?.member` becomes: nil where `wrapped` is nil.
    case flatMap(QueryNode, variable: QueryVariable, transform: QueryNode)
    /// `optional ?? fallback`.
    case coalesce(QueryNode, fallback: QueryNode)
    /// `optional!`: the evaluation fails where it is nil.
    case unwrap(QueryNode)

    /// The operands.
    public var children: [QueryNode] {
        switch self {
        case .flatMap(let wrapped, _, let transform): [wrapped, transform]
        case .coalesce(let optional, let fallback): [optional, fallback]
        case .unwrap(let optional): [optional]
        }
    }
}
