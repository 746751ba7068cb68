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
        case (.identifier(let left), .identifier(let right)): left.resolved == right.resolved
        case (.identifiers(let left), .identifiers(let right)): left.map(\.resolved) == right.map(\.resolved)
        case (.composite(let left), .composite(let right)):
            left.count == right.count
                && zip(left, right).allSatisfy { equal($0, $1) || isBlank($0) && isBlank($1) }
        case (.object(let left), .object(let right)): equalObjects(left.value, right.value)
        // Numbers and text of two forms are not equal but as above.
        default: lhs.entry === rhs.entry && lhs.entry?.equal(lhs, rhs) == true
        }
    }

    /// A member that is nil: to a store, an optional composite whose leaves are all nil is the same.
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
        case (.integer(let left), .integer(let right)): return left < right
        case (.integer, .unsigned): return true
        case (.unsigned, .integer): return false
        case (.unsigned(let left), .unsigned(let right)): return left < right
        case (.double(let left), .double(let right)): return left < right
        case (.double(let left), .integer(let right)): return left < Double(right)
        case (.integer(let left), .double(let right)): return Double(left) < right
        case (.string(let left), .string(let right)): return CanonicalForms.precedes(left, right)
        case (.date(let left), .date(let right)): return left < right
        case (.uuid(let left), .uuid(let right)): return left < right
        case (.identifier(let left), .identifier(let right)): return left.resolved < right.resolved
        default:
            guard let isLess = lhs.entry?.less(lhs, rhs), lhs.entry === rhs.entry else {
                throw QueryFailure.typeMismatch
            }
            return isLess
        }
    }

    /// Swift's `<=`, which for NaN is not the opposite of `>`.
    package static func lessOrEqual(_ lhs: StoredValue, _ rhs: StoredValue) throws -> Bool {
        // Two decimals can be neither equal nor ordered, such as one with a trailing zero that could not be removed.
        if lhs.entry?.order == .byKey { return try !less(rhs, lhs) }
        return try less(lhs, rhs) || equal(lhs, rhs)
    }
}
