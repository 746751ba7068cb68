// The default implementations of a store's requirements.

extension DataStore {
    /// Throws ``DataStoreError/unsupportedFeature``.
    public func erase() throws { throw DataStoreError.unsupportedFeature }

    /// Counts what ``fetch(_:)`` returns, rows of other classes left out.
    public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
        try selection(of: request).count
    }

    /// Takes the identifiers from what ``fetch(_:)`` returns, rows of other classes left out.
    public func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
    where T: PersistentModel {
        try selection(of: request).map(\.persistentIdentifier)
    }

    /// Does nothing.
    public func initializeState(for editingState: EditingState) {}

    /// Does nothing.
    public func invalidateState(for editingState: EditingState) {}

    /// Finds none.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

extension DataStoreConfiguration {
    /// Accepts every configuration.
    public func validate() throws {}
}
