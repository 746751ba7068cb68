extension FetchDescriptor {
    /// The condition as a tree, or nil for every model. An addition to Apple's API, for authors of stores.
    public var query: QueryNode? { predicate.map { QueryNode($0) } }

    /// The order as a list of keys. An addition to Apple's API, for authors of stores.
    /// - Throws: ``SwiftDataError/unsupportedSortDescriptor`` where a descriptor sorts by something that is not stored.
    public func sortKeys() throws -> [QuerySort] { try sortBy.map { try QuerySort($0) } }
}
