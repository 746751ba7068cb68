public import Foundation

/// The description of a fetch: which models, in which order, how many, and how much of each.
///
/// `@unchecked Sendable` without a lock: it is a value, and predicates, sort descriptors and the key paths of stored
/// properties are immutable and capture nothing mutable.
public struct FetchDescriptor<T>: @unchecked Sendable where T: PersistentModel {
    /// The condition, or nil for every model.
    public var predicate: Predicate<T>?
    /// The order, most significant first.
    public var sortBy: [SortDescriptor<T>]
    /// The maximum number of models, or nil for no limit.
    public var fetchLimit: Int?
    /// The number of models to skip.
    public var fetchOffset: Int?
    /// True if unsaved inserts, changes and deletions of the context take part.
    public var includePendingChanges: Bool = true
    /// The properties to load at once, or empty for all; the other properties load when they are read.
    public var propertiesToFetch: [PartialKeyPath<T>] = []
    /// The relationships whose models are loaded together with the results.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

    /// Describes a fetch.
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}
