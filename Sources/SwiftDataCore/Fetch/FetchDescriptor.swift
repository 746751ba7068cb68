public import Foundation

/// The description of a fetch: which models, in which order, how many, and how much of each.
///
/// `@unchecked Sendable` without a lock: it is a value, and predicates, sort descriptors and the key paths of stored
/// properties are immutable and capture nothing mutable.
///
/// ```swift
/// var newest = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate, order: .reverse)])
/// newest.fetchLimit = 10
/// let trips = try context.fetch(newest)
/// ```
public struct FetchDescriptor<T>: @unchecked Sendable where T: PersistentModel {
    /// The condition, or nil for every model.
    ///
    /// ```swift
    /// var descriptor = FetchDescriptor<Trip>()
    /// descriptor.predicate = #Predicate { $0.name.contains("Rome") }
    /// ```
    public var predicate: Predicate<T>?
    /// The order, most significant first.
    ///
    /// ```swift
    /// var descriptor = FetchDescriptor<Trip>()
    /// descriptor.sortBy = [SortDescriptor(\.startDate, order: .reverse), SortDescriptor(\.name)]
    /// ```
    public var sortBy: [SortDescriptor<T>]
    /// The maximum number of models, or nil for no limit.
    ///
    /// ```swift
    /// var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate)])
    /// descriptor.fetchLimit = 1
    /// let first = try context.fetch(descriptor).first
    /// ```
    public var fetchLimit: Int?
    /// The number of models to skip.
    ///
    /// ```swift
    /// var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate)])
    /// descriptor.fetchLimit = 20
    /// descriptor.fetchOffset = 40
    /// ```
    public var fetchOffset: Int?
    /// True if unsaved inserts, changes and deletions of the context take part.
    ///
    /// ```swift
    /// var descriptor = FetchDescriptor<Trip>()
    /// descriptor.includePendingChanges = false
    /// let saved = try context.fetchCount(descriptor)
    /// ```
    public var includePendingChanges: Bool = true
    /// The properties to load at once, or empty for all; the other properties load when they are read.
    ///
    /// ```swift
    /// var descriptor = FetchDescriptor<Trip>()
    /// descriptor.propertiesToFetch = [\.name, \.startDate]
    /// ```
    public var propertiesToFetch: [PartialKeyPath<T>] = []
    /// The relationships whose models are loaded together with the results.
    ///
    /// ```swift
    /// var descriptor = FetchDescriptor<Trip>()
    /// descriptor.relationshipKeyPathsForPrefetching = [\.stops]
    /// ```
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

    /// Describes a fetch.
    ///
    /// ```swift
    /// let unfinished = FetchDescriptor<Trip>(predicate: #Predicate { !$0.isDone }, sortBy: [SortDescriptor(\.name)])
    /// ```
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}
