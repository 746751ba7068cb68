/// `==`, `!=`, `<`, `<=`, `>`, `>=`.
public struct QueryComparison: Sendable, Codable {
    /// The comparison.
    public enum Operator: String, Sendable, Codable, CaseIterable {
        /// `==`; `nil` equals `nil` alone.
        case equal
        /// `!=`; `nil` differs from every value.
        case notEqual
        /// `<`
        case less
        /// `<=`
        case lessOrEqual
        /// `>`
        case greater
        /// `>=`
        case greaterOrEqual

        /// The operator as Swift writes it.
        package var symbol: String {
            switch self {
            case .equal: "=="
            case .notEqual: "!="
            case .less: "<"
            case .lessOrEqual: "<="
            case .greater: ">"
            case .greaterOrEqual: ">="
            }
        }

        /// The operator for exchanged operands.
        package var mirrored: Operator {
            switch self {
            case .equal, .notEqual: self
            case .less: .greater
            case .lessOrEqual: .greaterOrEqual
            case .greater: .less
            case .greaterOrEqual: .lessOrEqual
            }
        }
    }

    /// The comparison.
    public let op: Operator
    /// The left operand.
    public let lhs: QueryNode
    /// The right operand.
    public let rhs: QueryNode

    /// Compares two values.
    public init(_ lhs: QueryNode, _ op: Operator, _ rhs: QueryNode) {
        self.op = op
        self.lhs = lhs
        self.rhs = rhs
    }
}
