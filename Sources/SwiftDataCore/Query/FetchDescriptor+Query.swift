extension FetchDescriptor {
    /// The condition as a tree, or nil for every model.
    package var query: QueryNode? { predicate.map { QueryNode($0) } }

    /// The order as a list of keys.
    /// - Throws: ``SwiftDataError/unsupportedSortDescriptor`` where a descriptor sorts by something that is not stored.
    package func sortKeys() throws -> [QuerySort] { try sortBy.map { try QuerySort($0) } }
}
