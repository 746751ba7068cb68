package import SwiftDataCore

/// The least and the greatest number of models that a to-many relationship may have.
package struct MemberLimits: Sendable {
    private let least: Int
    /// 0 for any number.
    private let most: Int
    private let isOptional: Bool

    /// Nil for a property without such numbers.
    package init?(_ property: PropertyLayout) {
        guard case .toMany(let relationship, _) = property.shape else { return nil }
        least = relationship.minimumModelCount ?? 0
        most = relationship.maximumModelCount ?? 0
        isOptional = property.isOptional
        guard least > 0 || most > 0 else { return nil }
    }

    /// The reason why an owner may not have the given number of members; nil if it may. An optional relationship may
    /// have none.
    package func problem(with count: Int64) -> String? {
        if count < least, count > 0 || !isOptional {
            return "it would have \(count) models; minimumModelCount is \(least)."
        }
        return most > 0 && count > most ? "it would have \(count) models; maximumModelCount is \(most)." : nil
    }
}
