/// A fetch that a context asks of a store.
public struct DataStoreFetchRequest<T>: Sendable where T: PersistentModel {
    /// The context that asks.
    public let editingState: EditingState
    /// The descriptor of the fetch.
    public let descriptor: FetchDescriptor<T>

    package init(editingState: EditingState, descriptor: FetchDescriptor<T>) {
        self.editingState = editingState
        self.descriptor = descriptor
    }
}

/// A store's answer to a fetch.
public struct DataStoreFetchResult<ModelType, SnapshotType>: Sendable
where ModelType: PersistentModel, SnapshotType: DataStoreSnapshot {
    /// The descriptor of the request.
    public let descriptor: FetchDescriptor<ModelType>
    /// The rows, in order.
    public let fetchedSnapshots: [SnapshotType]
    /// Rows that were prefetched along, by identifier.
    public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

    /// Answers a fetch.
    public init(
        descriptor: FetchDescriptor<ModelType>,
        fetchedSnapshots: [SnapshotType],
        relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
    ) {
        self.descriptor = descriptor
        self.fetchedSnapshots = fetchedSnapshots
        self.relatedSnapshots = relatedSnapshots
    }
}
