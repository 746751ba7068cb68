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

    /// Opens the store. Throws when it cannot be opened.
    init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

    /// Deletes everything.
    func erase() throws
    /// Finds rows. May throw ``DataStoreError/preferInMemoryFilter`` or ``DataStoreError/preferInMemorySort``.
    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>
    where T: PersistentModel
    /// Counts rows. By default it counts the rows that ``fetch(_:)`` returns.
    func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel
    /// Finds identifiers. By default it takes them from the rows that ``fetch(_:)`` returns.
    func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
    where T: PersistentModel
    /// Writes changes, all of them or none, and returns the new identifier for each temporary one.
    func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws -> DataStoreSaveChangesResult<Snapshot>
    /// A context begins to use the store.
    func initializeState(for editingState: EditingState)
    /// A context stops using the store.
    func invalidateState(for editingState: EditingState)
    /// Rows by identifier. Missing rows are left out.
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
    /// Throws when the configuration cannot be used. Called before the store is opened.
    func validate() throws
}
