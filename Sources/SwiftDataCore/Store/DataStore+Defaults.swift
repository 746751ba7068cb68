// The default implementations of a store's requirements.

extension DataStore {
    /// Refuses to erase the store.
    ///
    /// - Throws: ``DataStoreError/unsupportedFeature``, always.
    public func erase() throws { throw DataStoreError.unsupportedFeature }

    /// Counts the rows that ``fetch(_:)`` returns, without rows of other classes.
    ///
    /// - Throws: The errors of ``fetch(_:)``.
    public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
        try selection(of: request).count
    }

    /// Returns the identifiers of the rows that ``fetch(_:)`` returns, without rows of other classes.
    ///
    /// - Throws: The errors of ``fetch(_:)``.
    public func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
    where T: PersistentModel {
        try selection(of: request).map(\.persistentIdentifier)
    }

    /// Does nothing.
    public func initializeState(for editingState: EditingState) {}

    /// Does nothing.
    public func invalidateState(for editingState: EditingState) {}

    /// Returns no snapshot, and throws no error.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

extension DataStoreConfiguration {
    /// Accepts every configuration, and throws no error.
    public func validate() throws {}
}
