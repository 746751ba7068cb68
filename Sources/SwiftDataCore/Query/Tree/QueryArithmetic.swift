/// Arithmetic with the rules of a Swift number type: the evaluation fails on overflow and on division by zero.
public enum QueryArithmetic: Sendable, Codable {
    /// The operation.
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

        /// The operator as Swift writes it.
        package var symbol: String {
            switch self {
            case .add: "+"
            case .subtract: "-"
            case .multiply: "*"
            case .divide: "/"
            case .remainder: "%"
            }
        }
    }

    /// The number type whose rules apply.
    public enum Number: String, Sendable, Codable, CaseIterable {
        /// A number type of Swift or Foundation, by its name in lower case.
        case int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double, decimal

        /// True if the numbers are whole.
        public var isInteger: Bool { if case .integer = kind { true } else { false } }

        /// The column that such numbers need. Both have one name.
        package var kind: AttributeKind {
            switch self {
            case .int8: .integer(.int8)
            case .int16: .integer(.int16)
            case .int32: .integer(.int32)
            case .int64: .integer(.int64)
            case .uint8: .integer(.uint8)
            case .uint16: .integer(.uint16)
            case .uint32: .integer(.uint32)
            case .uint64: .integer(.uint64)
            case .float: .float
            case .double: .double
            case .decimal: .decimal
            }
        }

        /// The type of the numbers in a column; nil for a column of no numbers.
        package init?(_ kind: AttributeKind) { self.init(rawValue: kind.text) }
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
