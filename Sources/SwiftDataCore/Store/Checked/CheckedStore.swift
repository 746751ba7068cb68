package import Foundation

/// The face that contexts see of a store of any type. Its answers are checked, and brought into the form that contexts use.
///
/// `@unchecked Sendable` without a lock: it holds the store, which contexts of several threads call, and which guards its
/// own state, and a gate with a lock of its own.
package final class CheckedStore<Store: DataStore>: StoreAccess, @unchecked Sendable {
    package let store: Store
    /// The classes of the store's rows.
    let types: SnapshotTypes
    /// The identifier of the store when it was opened, and the name of its configuration.
    let openedIdentifier: String
    package let configurationName: String
    package let gate = SaveGate()

    package init(_ store: Store) {
        self.store = store
        types = SnapshotTypes(store.schema)
        openedIdentifier = store.identifier
        configurationName = store.configuration.name
    }

    /// Opens the store of a configuration. A ``BatchStore`` is taken as it is.
    package static func open<Configuration: DataStoreConfiguration>(
        _ configuration: Configuration,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws -> any StoreAccess where Configuration.Store == Store {
        try configuration.validate()
        // A store may read its rows at once.
        let types = configuration.schema.map { SnapshotTypes($0, isOpening: true) }
        let store = try SnapshotTypes.$called.withValue(types) {
            try Configuration.Store(configuration, migrationPlan: migrationPlan)
        }
        if let store = store as? any BatchStore { return store.access }
        let checked = CheckedStore(store)
        guard !checked.openedIdentifier.isEmpty else { throw checked.misbehaving("its identifier is empty") }
        return checked
    }

    package var storeIdentifier: String { openedIdentifier }
    package var object: AnyObject { store }
    package var entityNames: Set<String> { Set(store.schema.entities.map(\.name)) }

    /// Calls the store; snapshots that it decodes meanwhile are of its schema.
    /// - Parameter entity: The entity of the call, for the error where the store is no longer the one that was opened.
    func calling<Result>(about entity: String? = nil, _ body: (Store) throws -> Result) throws -> Result {
        try ContextCall.current?.check()
        guard store.identifier == openedIdentifier else {
            throw misbehaving("its identifier has changed since it was opened", entity: entity)
        }
        return try SnapshotTypes.$called.withValue(types) { try body(store) }
    }

    /// The error for a store that does not keep its contract.
    func misbehaving(
        _ what: String,
        entity: String? = nil,
        property: String? = nil,
        model: PersistentIdentifier? = nil
    ) -> StoreError {
        StoreError(
            .misbehavingStore,
            "the store \"\(configurationName)\" broke its contract: \(what).",
            entity: entity,
            property: property,
            model: model
        )
    }

    package func delete<T: PersistentModel>(
        _ type: T.Type,
        where predicate: Predicate<T>?,
        includeSubclasses: Bool,
        _ editing: EditingState
    ) throws -> StoreCommit? {
        guard let batching = store as? any DataStoreBatching else { return nil }
        let request = DataStoreBatchDeleteRequest<T>(
            editingState: editing,
            predicate: predicate,
            includeSubclasses: includeSubclasses
        )
        do {
            try gate.pass {
                try calling(about: T._$modelLayout.entityName) { _ in try batching.delete(request) }
            }
            var commit = StoreCommit(storeIdentifier: storeIdentifier)
            commit.everything = true
            commit.author = editing.author
            return commit
        } catch let error as DataStoreError where error.isResidual {
            return nil
        }
    }

    package func erase() throws {
        try gate.pass {
            try gate.prepareErasure()
            try calling { try $0.erase() }
        }
    }

    package func initializeState(for editing: EditingState) {
        SnapshotTypes.$called.withValue(types) { store.initializeState(for: editing) }
    }

    package func invalidateState(for editing: EditingState) {
        SnapshotTypes.$called.withValue(types) { store.invalidateState(for: editing) }
    }
}
