package import Foundation

/// Gives a store of any type the face that contexts use.
///
/// `@unchecked Sendable` without a lock: it holds only the store, which contexts of several threads call, and which
/// guards its own state.
package final class StoreBox<Store: DataStore>: StoreAccess, @unchecked Sendable {
    package let store: Store
    /// The classes of the store's rows.
    let types: SnapshotTypes
    /// Whether the store is one of ours, which knows what contexts want: rows are exchanged as they are.
    let isOurs: Bool

    package init(_ store: Store) {
        self.store = store
        types = SnapshotTypes(store.schema)
        isOurs = store is any RelationshipLoading
    }

    /// Opens the store of a configuration.
    package static func open<Configuration: DataStoreConfiguration>(
        _ configuration: Configuration,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws -> StoreBox where Configuration.Store == Store {
        try configuration.validate()
        // A store may read its rows at once.
        let types = configuration.schema.map { SnapshotTypes($0) }
        return StoreBox(
            try SnapshotTypes.$called.withValue(types) {
                try Configuration.Store(configuration, migrationPlan: migrationPlan)
            }
        )
    }

    package var storeIdentifier: String { store.identifier }
    package var configurationName: String { store.configuration.name }
    package var entityNames: Set<String> { Set(store.schema.entities.map(\.name)) }

    /// Calls the store; snapshots that it decodes meanwhile are of its schema.
    func calling<Result>(_ body: (Store) throws -> Result) rethrows -> Result {
        if isOurs { return try body(store) }
        return try SnapshotTypes.$called.withValue(types) { try body(store) }
    }

    package func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> FetchedRows {
        var answer = try fetchWhole(descriptor, editing)
        if !isOurs { answer.unloadToMany(but: descriptor.relationshipKeyPathsForPrefetching, of: T._$modelLayout) }
        return answer
    }

    /// As `fetch(_:_:)`, with the members of to-many relationships as the store has them.
    func fetchWhole<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> FetchedRows {
        var asked = descriptor
        var answer = FetchedRows(rows: [])
        while true {
            do {
                let request = DataStoreFetchRequest(editingState: editing, descriptor: asked)
                let result = try calling { try $0.fetch(request) }
                answer.rows = try rows(of: result, request)
                answer.related = try received(result.relatedSnapshots)
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
        try calling { try $0.fetchCount(DataStoreFetchRequest(editingState: editing, descriptor: descriptor)) }
    }

    package func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> [PersistentIdentifier] {
        try calling { try $0.fetchIdentifiers(DataStoreFetchRequest(editingState: editing, descriptor: descriptor)) }
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
            try SnapshotTypes.$called.withValue(types) { try batching.delete(request) }
            return true
        } catch DataStoreError.unsupportedFeature {
            return false
        } catch DataStoreError.preferInMemoryFilter {
            return false
        }
    }

    package func erase() throws { try calling { try $0.erase() } }
    package func initializeState(for editing: EditingState) { calling { $0.initializeState(for: editing) } }
    package func invalidateState(for editing: EditingState) { calling { $0.invalidateState(for: editing) } }
}
