/// A back end that contexts fetch from and save to.
public protocol DataStore: AnyObject {
    /// The configuration that opens this store.
    associatedtype Configuration: DataStoreConfiguration where Self == Self.Configuration.Store
    /// The row type exchanged with contexts.
    associatedtype Snapshot: DataStoreSnapshot

    /// The stable identifier of the store, part of every identifier it hands out.
    var identifier: String { get }
    /// The schema that is served.
    var schema: Schema { get }
    /// The configuration it was opened with.
    var configuration: Configuration { get }

    /// Opens the store, and migrates it with the plan where its schema is an earlier one.
    ///
    /// - Throws: An error of the store where it cannot be opened or migrated.
    init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

    /// Deletes all rows of the store.
    ///
    /// - Throws: ``DataStoreError/unsupportedFeature`` by default, an error of the store where it cannot delete them.
    func erase() throws
    /// Finds the rows of a fetch.
    ///
    /// - Throws: ``DataStoreError/preferInMemoryFilter`` or ``DataStoreError/preferInMemorySort`` where the context has to
    ///   filter or sort the rows, an error of the store where it cannot read them.
    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>
    where T: PersistentModel
    /// Counts the rows of a fetch. By default it counts the rows that ``fetch(_:)`` returns.
    ///
    /// - Throws: The errors of ``fetch(_:)``.
    func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel
    /// Finds the identifiers of a fetch. By default it takes them from the rows that ``fetch(_:)`` returns.
    ///
    /// - Throws: The errors of ``fetch(_:)``.
    func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
    where T: PersistentModel
    /// Writes changes, all of them or none, and returns the new identifier for each temporary one.
    ///
    /// - Throws: An error of the store where it cannot write them.
    func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws -> DataStoreSaveChangesResult<Snapshot>
    /// A context begins to use the store.
    func initializeState(for editingState: EditingState)
    /// A context stops using the store.
    func invalidateState(for editingState: EditingState)
    /// The rows of some identifiers. Missing rows are left out.
    ///
    /// - Throws: An error of the store where it cannot read them.
    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot]
}

/// A type that describes the store to open, and the way to open it.
public protocol DataStoreConfiguration: Hashable {
    /// The store to open, as the first beta called it: use `Store` instead.
    associatedtype StoreType = Self.Store
    /// The store to open.
    associatedtype Store: DataStore = Self.StoreType where Self == Store.Configuration
    /// The name of the configuration.
    var name: String { get }
    /// The models that the store holds. The container fills it in when it is nil.
    var schema: Schema? { get set }
    /// Checks the configuration. The container calls it before it opens the store.
    ///
    /// - Throws: An error that says why the configuration cannot be used.
    func validate() throws
}
