/// A schema and the stores that hold its models.
///
/// Make one for the models of an app, and contexts from it. It may be used from any thread: its contents are immutable
/// or behind the lock of its core.
///
/// `@unchecked Sendable`: `mainContextStorage` is touched on the main actor only, and everything else is immutable or
/// behind a lock: that of the companions, and `ContainerCore`'s.
///
/// ```swift
/// let container = try ModelContainer(for: Trip.self, Book.self)
/// let context = ModelContext(container)
/// ```
public class ModelContainer: Equatable, @unchecked Sendable {
    /// The schema that the container was made with.
    public final let schema: Schema
    /// The migration plan that the container was made with.
    public final let migrationPlan: (any SchemaMigrationPlan.Type)?
    package final let core: ContainerCore
    /// Nil until the objects are being made.
    private final let startedCompanions = Locked<[any Sendable]?>(nil)

    @MainActor private var mainContextStorage: ModelContext?

    package init(core: ContainerCore) {
        self.core = core
        schema = core.schema
        migrationPlan = core.migrationPlan
    }

    /// The objects that sync the container's stores; they live as long as the container.
    package final var companions: [any Sendable] { startedCompanions.withLock { $0 ?? [] } }

    /// Makes the objects that sync the container's stores, once. They run at once and may ask the core for its
    /// container, so that the core has to have the container before.
    final func startCompanions() {
        let isFirst = startedCompanions.withLock { companions in
            defer { companions = companions ?? [] }
            return companions == nil
        }
        guard isFirst else { return }
        let made = SyncRegistry.start(self)
        startedCompanions.withLock { $0 = made }
    }

    /// The configurations that the container was made with.
    public var configurations: Set<ModelConfiguration> {
        get { core.configurations }
        set { core.configurations = newValue }
    }

    /// The context of the main actor: the same one each time, with autosave on.
    ///
    /// ```swift
    /// container.mainContext.insert(Trip(name: "Rome"))
    /// ```
    @MainActor public var mainContext: ModelContext {
        if let mainContextStorage { return mainContextStorage }
        let context = core.mainContext ?? ModelContext(self)
        if core.mainContext == nil {
            context.unit.actorBinding.joinMainActor()
            context.autosaveEnabled = true
            core.mainContext = context
        }
        mainContextStorage = context
        return context
    }

    /// The identifier of the store that a configuration opened, or nil if there is no such configuration.
    public func storeIdentifier(forConfigurationNamed name: String) -> String? {
        core.stores.first { $0.configurationName == name }?.storeIdentifier
    }

    /// The name of the configuration that opened a store, or nil if the container has no such store.
    public func configurationName(forStoreIdentifier identifier: String) -> String? {
        core.stores.first { $0.storeIdentifier == identifier }?.configurationName
    }

    /// True if both are the same container.
    public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs.core === rhs.core }

    /// Deletes every model from the container's stores.
    ///
    /// ```swift
    /// try container.erase()
    /// ```
    ///
    /// - Throws: ``StoreError`` when a store cannot be written, or ``DataStoreError/unsupportedFeature`` from a store
    ///   that cannot erase.
    public func erase() throws {
        // If a store fails, the stores before it are empty all the same, and its own tables may be.
        var erased: [StoreCommit] = []
        defer {
            core.deliver(ContextMailbox.Delivery(everything: true), from: nil)
            erased.forEach(core.commits.announce)
        }
        for store in core.stores {
            var commit = StoreCommit(storeIdentifier: store.storeIdentifier)
            commit.everything = true
            erased.append(commit)
            try store.erase()
        }
    }

    /// Deletes every model from the container's stores, and logs a failure; ``erase()`` throws it.
    ///
    /// ```swift
    /// container.deleteAllData()
    /// ```
    public func deleteAllData() {
        do { try erase() } catch { log.error("deleteAllData() failed: \(error)") }
    }
}
