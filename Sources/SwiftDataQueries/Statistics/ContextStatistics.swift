/// The reads of a context: the number and the kinds of its requests to stores.
public struct ContextStatistics: Sendable {
    /// The faults of one property: reads of values that no fetch had loaded.
    public struct Fault: Sendable, Equatable {
        /// The entity of the models.
        public let entityName: String
        /// The property whose value was read.
        public let propertyName: String
        /// The number of times that a store was asked.
        public let count: Int
        /// The number of times that a store was asked for one model alone. Many of them are an N+1.
        public let singleCount: Int
        /// The number of models whose values were loaded along.
        public let modelCount: Int
    }

    /// The number of fetches that went to a store.
    public let fetchCount: Int
    /// The number of models that these fetches returned.
    public let fetchedModelCount: Int
    /// The number of faults: reads of values that no fetch had loaded.
    public let faultCount: Int
    /// The faults by property, the most frequent first.
    public let faults: [Fault]
}

/// The error of code that has read more values than it may by faults.
public struct FaultLimitError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The number of faults that were allowed.
    public let limit: Int
    /// The faults by property, the most frequent first.
    public let faults: [ContextStatistics.Fault]

    /// The properties, and the remedy.
    public var description: String {
        let places = faults.map { "\($0.entityName).\($0.propertyName) \($0.count) times" }.joined(separator: ", ")
        return "Stores were asked for values that no fetch had loaded (\(limit) faults allowed): \(places). Name "
            + "relationships in relationshipKeyPathsForPrefetching, and properties in propertiesToFetch."
    }
}
