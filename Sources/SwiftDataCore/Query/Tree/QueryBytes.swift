/// An operation on `Data`.
public enum QueryBytes: Sendable, Codable {
    /// `data.contains(byte)`.
    case contains(QueryNode, byte: QueryNode)
    /// `data.starts(with: prefix)`.
    case startsWith(QueryNode, prefix: QueryNode)

    /// The operands.
    public var children: [QueryNode] {
        switch self {
        case .contains(let data, let other), .startsWith(let data, let other): [data, other]
        }
    }
}
