public import SwiftDataCore

extension DefaultStore {
    /// Finds rows.
    /// - Throws: ``StoreError`` naming entity, property and row for a damaged row,
    ///   ``SwiftDataError/unsupportedSortDescriptor`` for an order that cannot be.
    public func fetch<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
        let found = try StoredFetch(request, store: self).rows()
        let related = found.members.map(\.batch.rows) + found.destinations.map(\.rows)
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: found.rows.snapshots,
            relatedSnapshots: Dictionary(related.flatMap(\.snapshots).map { ($0.persistentIdentifier, $0) }) {
                first,
                _ in
                first
            }
        )
    }

    /// Counts rows.
    /// - Throws: ``StoreError`` when the store cannot be read.
    public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
        try StoredFetch(request, store: self).count()
    }

    /// Finds identifiers.
    /// - Throws: ``StoreError`` when the store cannot be read.
    public func fetchIdentifiers<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] where T: PersistentModel {
        try StoredFetch(request, store: self).identifiers()
    }
}
