import Foundation

/// Equality and order of stored values, with the meaning of their Swift types.
package enum StoredValueComparison {
    /// Swift's `==`. NaN differs from itself; strings are equal by canonical equivalence.
    package static func equal(_ lhs: StoredValue, _ rhs: StoredValue) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.unsigned(let left), .unsigned(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.double(let left), .integer(let right)), (.integer(let right), .double(let left)): left == Double(right)
        case (.string(let left), .string(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        case (.uuid(let left), .uuid(let right)): left == right
        case (.decimal(let left), .decimal(let right)): left == right
        case (.url(let left), .url(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        case (.identifier(let left), .identifier(let right)): left.resolved == right.resolved
        case (.identifiers(let left), .identifiers(let right)): left.map(\.resolved) == right.map(\.resolved)
        case (.composite(let left), .composite(let right)):
            left.count == right.count
                && zip(left, right).allSatisfy { equal($0, $1) || isBlank($0) && isBlank($1) }
        case (.object(let left), .object(let right)): equalObjects(left.value, right.value)
        default: false
        }
    }

    /// A member that is nil: a store cannot tell an optional composite whose leaves are all nil from it.
    private static func isBlank(_ value: StoredValue) -> Bool {
        switch value {
        case .null: true
        case .composite(let values): values.allSatisfy(isBlank)
        default: false
        }
    }

    private static func equalObjects(_ lhs: Any, _ rhs: Any) -> Bool {
        func open<Value: Equatable>(_ value: Value) -> Bool { rhs as? Value == value }
        guard let lhs = lhs as? any Equatable else { return false }
        return open(lhs)
    }

    /// Swift's `<`.
    package static func less(_ lhs: StoredValue, _ rhs: StoredValue) throws -> Bool {
        switch (lhs, rhs) {
        case (.integer(let left), .integer(let right)): left < right
        case (.integer, .unsigned): true
        case (.unsigned, .integer): false
        case (.unsigned(let left), .unsigned(let right)): left < right
        case (.double(let left), .double(let right)): left < right
        case (.double(let left), .integer(let right)): left < Double(right)
        case (.integer(let left), .double(let right)): Double(left) < right
        case (.string(let left), .string(let right)): CanonicalForms.precedes(left, right)
        case (.date(let left), .date(let right)): left < right
        case (.uuid(let left), .uuid(let right)): left < right
        case (.decimal(let left), .decimal(let right)): left < right
        case (.identifier(let left), .identifier(let right)): left.resolved < right.resolved
        default: throw QueryFailure.typeMismatch
        }
    }

    /// Swift's `<=`, which for NaN is not the opposite of `>`.
    package static func lessOrEqual(_ lhs: StoredValue, _ rhs: StoredValue) throws -> Bool {
        try less(lhs, rhs) || equal(lhs, rhs)
    }
}
