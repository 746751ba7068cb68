import Foundation

/// The parts of a container: its schema, its stores, and the way in which its contexts learn of each other's saves.
///
/// A context holds the core, not the container, so that neither keeps the other alive for ever and a context outlives
/// the container that it was made from.
package final class ContainerCore: Sendable {
    package let schema: Schema
    package let stores: [any StoreAccess]
    /// The inverses in which the stores differ from the classes; nil where there is no difference.
    package let inverses: StoredInverses?
    /// Kept, so that identifiers of the stores lead to their classes when snapshots are decoded.
    private let snapshotTypes: SnapshotTypes
    private let storesByIdentifier: [String: any StoreAccess]
    private let storesByEntity: [String: any StoreAccess]
    /// Reports each commit, of contexts of the container and of other writers.
    package let commits = CommitFeed()
    /// Keeps the saves in one order for all contexts.
    package let deliveries = DeliveryLog()
    /// Passes on the cost of operations.
    package let measuring = Measuring()
    /// Runs the calls of `read` and `write`.
    package let contextPool = ContextPool()
    private let facade = Locked(WeakContainer())
    private let plan: (any SchemaMigrationPlan.Type)?
    /// True for the stores inside of a migration, whose rows are not to be synced.
    let isInMigration: Bool
    /// True if a class of the schema has a hook or a date for saves.
    let hasSaveHooks: Bool
    /// True if a class of the schema has a hook for fetches.
    let hasFetchHooks: Bool

    private struct WeakContainer {
        weak var container: ModelContainer?
        weak var mainContext: ModelContext?
        var configurations: Set<ModelConfiguration> = []
    }

    package init(
        schema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)?,
        stores: [any StoreAccess],
        configurations: Set<ModelConfiguration>,
        isInMigration: Bool = false
    ) {
        self.isInMigration = isInMigration
        self.schema = schema
        snapshotTypes = SnapshotTypes(schema)
        plan = migrationPlan
        let hooks = schema.entities.compactMap { $0.modelType.map { ModelLayout.of($0).hooks } }
        hasSaveHooks = hooks.contains(where: \.hasWork)
        hasFetchHooks = hooks.contains(where: \.didFetch)
        self.stores = stores
        inverses = StoredInverses(joining: stores.compactMap(\.storedInverses))
        storesByIdentifier = Dictionary(stores.map { ($0.storeIdentifier, $0) }) { first, _ in first }
        var byEntity: [String: any StoreAccess] = [:]
        for store in stores {
            // From now on identifiers of the store's rows refer to spaces, wherever they come from.
            for name in store.entityNames { _ = IdentifierSpace.named(store: store.storeIdentifier, entity: name) }
            for name in store.entityNames where byEntity[name] == nil { byEntity[name] = store }
        }
        storesByEntity = byEntity
        snapshotTypes.register(forStores: stores.map(\.storeIdentifier))
        facade.withLock { $0.configurations = configurations }
        for store in stores { StoreListeners.connect(store.object, to: self) }
    }

    deinit {
        for store in stores { StoreListeners.disconnect(store.object) }
    }

    package var migrationPlan: (any SchemaMigrationPlan.Type)? { plan }

    package var configurations: Set<ModelConfiguration> {
        get { facade.withLock { $0.configurations } }
        set { facade.withLock { $0.configurations = newValue } }
    }

    /// The store of an identifier, or nil for another container's.
    package func store(of identifier: PersistentIdentifier) -> (any StoreAccess)? {
        identifier.storeIdentifier.flatMap { storesByIdentifier[$0] }
    }

    /// The store that new models of an entity go to.
    package func store(forEntity name: String) -> (any StoreAccess)? { storesByEntity[name] }

    /// The store that holds the models of a class.
    /// - Throws: ``StoreError`` with code `validation` where there is none.
    func store<T: PersistentModel>(for type: T.Type) throws -> any StoreAccess {
        if let store = store(forEntity: T._$modelLayout.entityName) { return store }
        throw StoreError.withoutStore(T._$modelLayout.entityName)
    }

    /// The container over this core; a new one where the first is released.
    package func container() -> ModelContainer {
        if let container = facade.withLock({ $0.container }) { return container }
        // Made without the lock, since a container that is made asks for its configurations.
        let made = ModelContainer(core: self)
        let container = facade.withLock { weak in
            if let container = weak.container { return container }
            weak.container = made
            return made
        }
        // One that another thread has made first has its own.
        if container === made { made.startCompanions() }
        return container
    }

    /// The container over this core, as long as it is held.
    var knownContainer: ModelContainer? { facade.withLock { $0.container } }

    /// Makes a container the one of this core, and lets the objects begin that sync its stores.
    package func adopt(_ container: ModelContainer) {
        facade.withLock { $0.container = container }
        container.startCompanions()
    }

    /// The context of the main actor, as long as it is held.
    @MainActor package var mainContext: ModelContext? {
        get { facade.withLock { $0.mainContext } }
        set { facade.withLock { $0.mainContext = newValue } }
    }
}

// MARK: - Saves reach every context

extension ContainerCore {
    /// Receives a commit of another writer to a store, and notifies every context and every listener.
    package func receive(_ commit: StoreCommit) {
        var commit = commit
        commit.isForeign = true
        deliver(ContextMailbox.Delivery(commit), from: nil)
        commits.announce(commit)
        postRemoteChange(commit)
    }

    /// The entities whose saved rows other contexts have a use for.
    package func wantedEntities(besides sender: ContextMailbox) -> Set<String> { deliveries.wanted(besides: sender) }

    /// The number of deliveries so far.
    package var deliveryCount: Int { deliveries.count }

    /// Notifies every other context of the changes of a save; every context, where the saving context is not one of
    /// them.
    /// - Parameter seen: The number of deliveries that the sender had received when it began to save, see
    ///   ``DeliveryLog/deliver(_:from:seen:)``.
    package func deliver(_ delivery: ContextMailbox.Delivery, from sender: ContextMailbox?, seen: Int? = nil) {
        deliveries.deliver(delivery, from: sender, seen: seen)
    }
}
