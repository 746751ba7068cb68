public import SwiftDataCore

extension DefaultStore {
    /// Finds rows.
    /// - Throws: ``StoreError`` naming entity, property and row for a damaged row,
    ///   ``SwiftDataError/unsupportedSortDescriptor`` for an order that cannot be.
    public func fetch<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
        let (rows, related) = try StoredFetch(request, store: self).rows()
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: rows,
            relatedSnapshots: related
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
