import Foundation

extension StoredValue {
    /// True if both are the same value to a store. A NaN equals itself, and decoded values are compared in the form
    /// that `encode` gives them, so that assigning an equal value is no change.
    package func isSame(as other: StoredValue, encode: (StoredValue) throws -> StoredValue) -> Bool {
        switch (self, other) {
        case (.null, .null), (.unloaded, .unloaded): true
        case (.integer(let left), .integer(let right)): left == right
        case (.unsigned(let left), .unsigned(let right)): left == right
        case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.date(let left), .date(let right)):
            left.timeIntervalSinceReferenceDate.bitPattern == right.timeIntervalSinceReferenceDate.bitPattern
        case (.identifier(let left), .identifier(let right)): left == right
        case (.identifiers(let left), .identifiers(let right)): left == right
        case (.composite(let left), .composite(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1, encode: encode) }
        case (.object(let left), .object(let right)) where left === right: true
        case (.object, _), (_, .object): isSameEncoded(as: other, encode: encode)
        // The forms that are compared most are above.
        default: entry?.isSame(self, other) ?? false
        }
    }

    private func isSameEncoded(as other: StoredValue, encode: (StoredValue) throws -> StoredValue) -> Bool {
        guard let left = try? encode(self), let right = try? encode(other) else { return false }
        if case .object = left { return false }
        if case .object = right { return false }
        return left.isSame(as: right, encode: { $0 })
    }
}
