/// A store whose answers contexts use unchecked: it hands out rows in batches, with values in the form in which models
/// hold them, and its transaction stays open until other stores have written theirs.
package protocol BatchStore: DataStoreBatching, HistoryProviding, Sendable where Snapshot == DefaultSnapshot {
    /// The inverses in the store's file that differ from the inverses of the classes; nil where there are none.
    var storedInverses: StoredInverses? { get }

    /// The facts of the store that contexts may rely on; all of them by default.
    var facts: StoreFacts { get }

    // MARK: Rows

    /// The rows of a fetch, and the rows at the other ends of the relationships that it prefetches.
    /// - Throws: ``DataStoreError/preferInMemoryFilter`` where only models decide which rows match.
    func rows<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> FetchedBatch

    /// The identifiers of the rows of a fetch.
    func identifierList<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> IdentifierList

    /// Rows of a class by key, in the order of the keys. Missing rows are left out.
    func rows(_ keys: [Int64], of layout: ModelLayout) throws -> RowBatch

    /// Rows of any classes by identifier. Missing rows are left out.
    /// - Parameter salvaging: True if a damaged value is `.unloaded` instead of an error.
    func rows(for identifiers: [PersistentIdentifier], salvaging: Bool) throws -> RowBatch

    /// The greatest key of the rows of a class; nil where there are none.
    func lastKey(of layout: ModelLayout) throws -> Int64?

    /// The first rows of a class with keys of a range, in their order.
    func rows(of layout: ModelLayout, in keys: ClosedRange<Int64>, limit: Int) throws -> RowBatch

    /// The members of a to-many relationship of many owners. Runs one statement, however many there are.
    /// - Parameters:
    ///   - salvaging: True if a damaged value is `.unloaded` instead of an error.
    ///   - limit: The number of rows that may be read before owners without any read member are left out.
    func members(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [Int64],
        salvaging: Bool,
        limit: Int
    ) throws -> MemberBatch

    /// The owners of members that a to-many relationship without another side keeps by a key in their rows, as far as
    /// they have one.
    func owners(
        of members: [PersistentIdentifier],
        slot: Int,
        of layout: ModelLayout
    ) throws -> [PersistentIdentifier: PersistentIdentifier]

    /// The aggregates of rows; nil where memory has to compute them.
    func aggregate(_ request: AggregateRequest) throws -> [AggregateRow]?

    /// The rows of a statement in SQL that only reads.
    func rows(of query: SQLQuery) throws -> [[StoredValue]]

    /// The rows that have all phrases, the best first; nil where the store has no index.
    func search(_ request: SearchRequest, limit: Int, offset: Int) throws -> [SearchMatch]?

    /// The plan of a statement that the store has run.
    func plan(of sql: String) throws -> [String]

    /// The changes that a statement in SQL makes, which is rolled back.
    func effects(of query: SQLQuery, _ editing: EditingState) throws -> SQLEffects

    // MARK: Writing

    /// True if the store can be written at all.
    var isWritable: Bool { get }

    /// Writes changes, all of them or none.
    /// - Parameter commit: Is called at the end of the transaction, which is undone if it throws.
    func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        before commit: () throws -> Void
    ) throws -> StoreSaveResult

    /// Deletes rows as `delete(_:)` does.
    /// - Returns: The rows that were deleted or updated.
    func deleteReturningCommit<T>(_ request: DataStoreBatchDeleteRequest<T>) throws -> StoreCommit
    where T: PersistentModel

    /// Updates rows.
    /// - Returns: The rows that were updated; nil where models have to be updated instead.
    func update(_ request: BatchUpdateRequest) throws -> StoreCommit?

    /// Takes the write lock. The next save of the same context commits with it, and ends it.
    /// - Throws: ``StoreError`` with code `locked` where another process keeps the lock for too long, or where the thread
    ///   holds it for another context.
    func takeWriteLock(for editing: EditingState) throws -> any WriteLock

    // MARK: Commits of other processes

    /// Notifies the contexts of the container of the commits of other processes. A notified context may save, so that
    /// the caller must have no transaction open.
    func receiveExternalCommits()

    /// The number of commits of other processes that were reported without their changes.
    var undescribedCount: Int { get }

    /// The time for which a save retries to write rows that are changed again before each attempt, in seconds.
    var conflictTimeout: Double { get }
}

extension BatchStore {
    package var facts: StoreFacts { .all }
}
