import Foundation

extension QueryScope {
    package mutating func evaluate(_ node: QueryText) throws -> Evaluated {
        switch node {
        case .binary(let op, let lhs, let rhs):
            let left = try evaluate(lhs).string()
            return op.apply(left, try evaluate(rhs).string())
        case .unary(let transform, let operand):
            let value = try evaluate(operand)
            if case .value(.data(let bytes), _) = value, transform == .count { return .int(bytes.count) }
            let text = try value.string()
            switch transform {
            case .lowercased: return .value(.string(text.lowercased()), nil)
            case .uppercased: return .value(.string(text.uppercased()), nil)
            case .trimmed: return .value(.string(text.trimmingCharacters(in: .whitespacesAndNewlines)), nil)
            case .count: return .int(text.count)
            case .isEmpty: return .bool(text.isEmpty)
            }
        case .matches(let operand, let pattern):
            return .bool(try TextComparison.matches(try evaluate(operand).string(), pattern: pattern))
        }
    }
}

extension QueryText.Operator {
    package func apply(_ left: String, _ right: String) -> Evaluated {
        switch self {
        case .contains: .bool(TextComparison.contains(left, right))
        case .startsWith: .bool(left.starts(with: right))
        case .endsWith: .bool(left.hasSuffix(right))
        case .localizedStandardContains: .bool(TextComparison.localizedStandardContains(left, right))
        case .localizedCompare: .int(TextComparison.localized(left, right).rawValue)
        case .localizedStandardCompare: .int(TextComparison.localizedStandard(left, right).rawValue)
        case .caseInsensitiveCompare: .int(TextComparison.caseInsensitive(left, right).rawValue)
        }
    }
}
