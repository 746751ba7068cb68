/// An operation on one string or two.
public enum QueryText: Sendable, Codable {
    /// A question about two strings.
    public enum Operator: String, Sendable, Codable, CaseIterable {
        /// `contains(_:)`, by characters and canonical equivalence.
        case contains
        /// `starts(with:)` and `hasPrefix(_:)`.
        case startsWith
        /// `hasSuffix(_:)`.
        case endsWith
        /// `localizedStandardContains(_:)`: whatever the case and the diacritics.
        case localizedStandardContains
        /// `localizedCompare(_:)`, a `ComparisonResult` by its raw value: -1, 0 or 1.
        case localizedCompare
        /// `localizedStandardCompare(_:)`, as ``localizedCompare``.
        case localizedStandardCompare
        /// `caseInsensitiveCompare(_:)`, as ``localizedCompare``.
        case caseInsensitiveCompare
    }

    /// Something made from one string.
    public enum Transform: String, Sendable, Codable, CaseIterable {
        /// `lowercased()`.
        case lowercased
        /// `uppercased()`.
        case uppercased
        /// `trimmingCharacters(in: .whitespacesAndNewlines)`.
        case trimmed
        /// `count`, in characters.
        case count
        /// `isEmpty`.
        case isEmpty
    }

    /// A question about two strings.
    case binary(Operator, QueryNode, QueryNode)
    /// Something made from one string.
    case unary(Transform, QueryNode)
    /// The test for a match of a regular expression anywhere in the string; by its pattern.
    case matches(QueryNode, pattern: String)

    /// The operands.
    public var children: [QueryNode] {
        switch self {
        case .binary(_, let lhs, let rhs): [lhs, rhs]
        case .unary(_, let operand): [operand]
        case .matches(let operand, _): [operand]
        }
    }
}
