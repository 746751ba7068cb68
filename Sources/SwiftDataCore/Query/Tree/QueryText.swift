package import Foundation

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

    /// A transformation of one string.
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
    /// A transformation of one string.
    case unary(Transform, QueryNode)
    /// The test for a match of a regular expression anywhere in the string; by its pattern.
    case matches(QueryNode, pattern: String)
    /// The test that the words of a search are found in a group of strings.
    case search(QuerySearch)

    /// The operands.
    public var children: [QueryNode] {
        switch self {
        case .binary(_, let lhs, let rhs): [lhs, rhs]
        case .unary(_, let operand): [operand]
        case .matches(let operand, _): [operand]
        case .search(let search): search.texts
        }
    }
}

extension QueryText.Operator {
    /// The evaluation of an operator, and its name in languages other than Swift.
    package struct Entry: Sendable {
        package enum Answer: Sendable {
            case condition(@Sendable (String, String) -> Bool)
            case order(@Sendable (String, String) -> ComparisonResult)
        }

        package let name: String
        package let answer: Answer

        package var isCondition: Bool { if case .condition = answer { true } else { false } }
    }

    package var entry: Entry {
        switch self {
        case .contains: Entry(name: "contains", answer: .condition { TextComparison.contains($0, $1) })
        case .startsWith: Entry(name: "starts_with", answer: .condition { $0.starts(with: $1) })
        case .endsWith: Entry(name: "ends_with", answer: .condition { $0.hasSuffix($1) })
        case .localizedStandardContains:
            Entry(name: "localized_contains", answer: .condition { TextComparison.localizedStandardContains($0, $1) })
        case .localizedCompare:
            Entry(name: "localized_compare", answer: .order { TextComparison.localized($0, $1) })
        case .localizedStandardCompare:
            Entry(name: "localized_standard_compare", answer: .order { TextComparison.localizedStandard($0, $1) })
        case .caseInsensitiveCompare:
            Entry(name: "case_insensitive_compare", answer: .order { TextComparison.caseInsensitive($0, $1) })
        }
    }
}

extension QueryText.Transform {
    /// The result of a transform, and its name in languages other than Swift.
    package struct Entry: Sendable {
        package enum Result: Sendable {
            case text(@Sendable (String) -> String)
            case number(@Sendable (String) -> Int)
            case condition(@Sendable (String) -> Bool)
        }

        package let name: String
        package let result: Result
    }

    package var entry: Entry {
        switch self {
        case .lowercased: Entry(name: "lowercased", result: .text { $0.lowercased() })
        case .uppercased: Entry(name: "uppercased", result: .text { $0.uppercased() })
        case .trimmed:
            Entry(name: "trimmed", result: .text { $0.trimmingCharacters(in: .whitespacesAndNewlines) })
        case .count: Entry(name: "count", result: .number { $0.count })
        case .isEmpty: Entry(name: "is_empty", result: .condition { $0.isEmpty })
        }
    }
}
