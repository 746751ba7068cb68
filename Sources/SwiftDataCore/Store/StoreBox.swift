package import Foundation

/// Gives a store of any type the face that contexts use.
///
/// `@unchecked Sendable` without a lock: it holds only the store, which contexts of several threads call, and which
/// guards its own state.
package final class StoreBox<Store: DataStore>: StoreAccess, @unchecked Sendable {
    package let store: Store

    package init(_ store: Store) {
        self.store = store
    }

    package var storeIdentifier: String { store.identifier }
    package var configurationName: String { store.configuration.name }
    package var entityNames: Set<String> { Set(store.schema.entities.map(\.name)) }

    package func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> FetchedRows {
        var asked = descriptor
        var answer = FetchedRows(rows: [])
        while true {
            do {
                let result = try store.fetch(DataStoreFetchRequest(editingState: editing, descriptor: asked))
                answer.rows = try result.fetchedSnapshots.map(defaultSnapshot)
                answer.related = try result.relatedSnapshots.mapValues(defaultSnapshot)
                return answer
            } catch DataStoreError.preferInMemoryFilter where !answer.needsFilter {
                answer.needsFilter = true
                asked.predicate = nil
                asked.fetchLimit = nil
                asked.fetchOffset = nil
            } catch DataStoreError.preferInMemorySort where !answer.needsSort {
                answer.needsSort = true
                asked.sortBy = []
                asked.fetchLimit = nil
                asked.fetchOffset = nil
            }
        }
    }

    package func fetchCount<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> Int {
        try store.fetchCount(DataStoreFetchRequest(editingState: editing, descriptor: descriptor))
    }

    package func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> [PersistentIdentifier] {
        try store.fetchIdentifiers(DataStoreFetchRequest(editingState: editing, descriptor: descriptor))
    }

    package func rows(
        for identifiers: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        try store.cachedSnapshots(for: identifiers, editingState: editing).mapValues(defaultSnapshot)
    }

    package func relatedRows(
        slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: [DefaultSnapshot]] {
        try related(slot, layout, owners, salvaging: false, editing)
    }

    package func salvagedRelatedRows(
        slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: [DefaultSnapshot]] {
        try related(slot, layout, owners, salvaging: true, editing)
    }

    private func related(
        _ slot: Int,
        _ layout: ModelLayout,
        _ owners: [PersistentIdentifier],
        salvaging: Bool,
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: [DefaultSnapshot]] {
        guard let loading = store as? any RelationshipLoading else { return [:] }
        return try loading.relatedSnapshots(
            slot: slot,
            of: layout,
            for: owners,
            salvaging: salvaging,
            editingState: editing
        )
    }

    package func salvagedRows(
        for identifiers: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        guard let loading = store as? any RelationshipLoading else { return try rows(for: identifiers, editing) }
        return try loading.salvagedSnapshots(for: identifiers, editingState: editing)
    }

    package func save(_ changes: StoreChanges, _ editing: EditingState) throws -> StoreSaveResult {
        try save(changes, editing) {}
    }

    package var canWaitForOthers: Bool { store is any JointSaving }

    package func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        before commit: () throws -> Void
    ) throws -> StoreSaveResult {
        let request = DataStoreSaveChangesRequest(
            inserted: try changes.inserted.map(ownSnapshot),
            updated: try changes.updated.map(ownSnapshot),
            deleted: try changes.deleted.map(ownSnapshot),
            editingState: editing
        )
        let result = try write(request, before: commit)
        return StoreSaveResult(
            remapped: result.remappedIdentifiers,
            reregistered: try result.snapshotsToReregister.mapValues(defaultSnapshot),
            historyToken: result.historyToken
        )
    }

    package func delete<T: PersistentModel>(
        _ type: T.Type,
        where predicate: Predicate<T>?,
        includeSubclasses: Bool,
        _ editing: EditingState
    ) throws -> Bool {
        guard let batching = store as? any DataStoreBatching else { return false }
        let request = DataStoreBatchDeleteRequest<T>(
            editingState: editing,
            predicate: predicate,
            includeSubclasses: includeSubclasses
        )
        do {
            try batching.delete(request)
            return true
        } catch DataStoreError.unsupportedFeature {
            return false
        } catch DataStoreError.preferInMemoryFilter {
            return false
        }
    }

    package func erase() throws { try store.erase() }
    package func initializeState(for editing: EditingState) { store.initializeState(for: editing) }
    package func invalidateState(for editing: EditingState) { store.invalidateState(for: editing) }

    private func write(
        _ request: DataStoreSaveChangesRequest<Store.Snapshot>,
        before commit: () throws -> Void
    ) throws -> DataStoreSaveChangesResult<Store.Snapshot> {
        func jointly<Joint: JointSaving>(_ store: Joint) throws -> DataStoreSaveChangesResult<Store.Snapshot>? {
            guard let request = request as? DataStoreSaveChangesRequest<Joint.Snapshot> else { return nil }
            return try store.save(request, before: commit) as? DataStoreSaveChangesResult<Store.Snapshot>
        }
        if let joint = store as? any JointSaving, let result = try jointly(joint) { return result }
        let result = try store.save(request)
        try commit()
        return result
    }

    private func defaultSnapshot(_ snapshot: Store.Snapshot) throws -> DefaultSnapshot {
        if let snapshot = snapshot as? DefaultSnapshot { return snapshot }
        throw DataStoreError.unsupportedFeature
    }

    private func ownSnapshot(_ snapshot: DefaultSnapshot) throws -> Store.Snapshot {
        if let snapshot = snapshot as? Store.Snapshot { return snapshot }
        var related: [PersistentIdentifier: any BackingData] = [:]
        return Store.Snapshot(from: snapshot.backingData, relatedBackingDatas: &related)
    }
}
