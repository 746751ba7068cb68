package import Foundation

// INTERIM until the query evaluator arrives.
package struct ModelMatcher<T: PersistentModel> {
    private let predicate: Predicate<T>
    package let followsRelationships = true

    package init(_ predicate: Predicate<T>) throws {
        self.predicate = predicate
    }

    package func callAsFunction(_ model: T) -> Bool {
        (try? predicate.evaluate(model)) ?? false
    }
}

/// The order of a fetch, in memory.
package struct ModelOrder<T: PersistentModel> {
    private let descriptors: [SortDescriptor<T>]
    package let followsRelationships: Bool

    package init(_ descriptors: [SortDescriptor<T>]) {
        self.descriptors = descriptors
        followsRelationships = !descriptors.isEmpty
    }

    package func areInIncreasingOrder(_ left: T, _ right: T) -> Bool {
        for descriptor in descriptors {
            switch descriptor.compare(left, right) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
        }
        return false
    }

    /// Puts models where they belong among sorted ones, or at the end where there is no order.
    package func merge(_ sorted: [T], _ others: [T]) -> [T] {
        guard !descriptors.isEmpty, !others.isEmpty else { return sorted + others }
        var all = sorted + others
        all.sort(by: areInIncreasingOrder)
        return all
    }
}
