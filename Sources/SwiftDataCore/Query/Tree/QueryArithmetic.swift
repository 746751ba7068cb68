/// Arithmetic with the rules of a Swift number type: the evaluation fails on overflow and on division by zero.
public enum QueryArithmetic: Sendable, Codable {
    /// Which operation.
    public enum Operator: String, Sendable, Codable, CaseIterable {
        /// `+`
        case add
        /// `-`
        case subtract
        /// `*`
        case multiply
        /// `/`; towards zero between integers.
        case divide
        /// `%`
        case remainder
    }

    /// The number type whose rules apply.
    public enum Number: String, Sendable, Codable {
        // The names of Swift's types.
        case int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double, decimal

        /// True if the numbers are whole.
        public var isInteger: Bool {
            switch self {
            case .float, .double, .decimal: false
            default: true
            }
        }
    }

    /// An operation on two numbers.
    case binary(Operator, Number, QueryNode, QueryNode)
    /// `-number`.
    case negate(Number, QueryNode)

    /// The operands.
    public var children: [QueryNode] {
        switch self {
        case .binary(_, _, let lhs, let rhs): [lhs, rhs]
        case .negate(_, let operand): [operand]
        }
    }
}
