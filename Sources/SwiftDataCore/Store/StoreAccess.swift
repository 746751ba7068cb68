package import Foundation

/// A store as a context sees it, whatever its type: rows go in and out as ``DefaultSnapshot``.
package protocol StoreAccess: AnyObject, Sendable {
    var storeIdentifier: String { get }
    var configurationName: String { get }
    /// The store itself.
    var object: AnyObject { get }
    /// The facts of the store that the context may rely on.
    var facts: StoreFacts { get }
    /// The names of the entities that the store holds.
    var entityNames: Set<String> { get }
    /// The inverses in the store's file that differ from the inverses of the classes; nil where there are none.
    var storedInverses: StoredInverses? { get }

    /// The rows of a fetch, and the rows at the other ends of the relationships that it prefetches.
    func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws -> FetchedBatch
    /// - Throws: ``DataStoreError`` where the context has to count fetched models.
    func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws -> Int
    /// - Throws: ``DataStoreError`` where the context has to take the identifiers of fetched models.
    func identifierList<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> IdentifierList
    /// Rows of any classes. Missing rows are left out.
    /// - Parameter salvaging: True if a value that cannot be read is `.unloaded` instead of an error.
    func rows(
        for identifiers: [PersistentIdentifier],
        salvaging: Bool,
        _ editing: EditingState
    ) throws -> RowBatch
    /// Rows of a class, in the order of the list. Missing rows are left out.
    func rows(_ list: IdentifierList, of layout: ModelLayout, _ editing: EditingState) throws -> RowBatch
    /// The members of a to-many relationship of many owners. An owner whose members cannot be determined is left out.
    /// - Parameters:
    ///   - salvaging: True if a value that cannot be read is `.unloaded` instead of an error.
    ///   - limit: The number of rows that may be read before owners without any read member may be left out.
    func members(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier],
        salvaging: Bool,
        limit: Int,
        _ editing: EditingState
    ) throws -> MemberBatch
    /// The store, where a walk over its rows can go by their keys.
    var walked: (any BatchStore)? { get }
    /// True if the members of a to-many relationship without an inverse are kept by a key in their own rows, so that a
    /// member has one owner.
    var keepsMembersByKey: Bool { get }
    /// The owners of such members, as far as they have one.
    func owners(
        of members: [PersistentIdentifier],
        slot: Int,
        of layout: ModelLayout,
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: PersistentIdentifier]
    /// Writes changes, all of them or none.
    /// - Parameter commit: Is called before the changes become durable; if it throws, nothing is written. A store that
    ///   cannot wait for it calls it afterwards.
    func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        before commit: () throws -> Void
    ) throws -> StoreSaveResult
    /// True if `save(_:_:before:)` writes nothing where `commit` throws.
    var canAbortBeforeCommit: Bool { get }
    /// True if the store follows the relationships of deleted rows itself: ``StoreChanges/cascades``.
    var followsCascades: Bool { get }
    /// Notifies the contexts of the commits of other writers. No transaction may be open.
    func receiveExternalCommits()
    /// The number of commits of other writers that the store has reported without their changes.
    var undescribedCount: Int { get }
    /// The time for which a save retries to write rows that are changed again before each attempt, in seconds.
    var conflictTimeout: Double { get }
    /// Deletes rows without loading them, and returns the commit of the deleted and updated rows; nil where the store
    /// cannot delete without loading.
    func delete<T: PersistentModel>(
        _ type: T.Type,
        where predicate: Predicate<T>?,
        includeSubclasses: Bool,
        _ editing: EditingState
    ) throws -> StoreCommit?
    /// The aggregates of rows, without unsaved changes; nil where memory has to compute them.
    func aggregate(_ request: AggregateRequest, _ editing: EditingState) throws -> [AggregateRow]?
    /// The rows of a statement in SQL that only reads.
    /// - Throws: ``SQLFailure``, and ``DataStoreError/unsupportedFeature`` from a store without SQL.
    func rows(of query: SQLQuery) throws -> [[StoredValue]]
    /// The rows that have all phrases, the best first; nil where the store has no index.
    func search(_ request: SearchRequest, limit: Int, offset: Int) throws -> [SearchMatch]?
    /// The plan of a statement that the store has run; empty from a store without SQL.
    func plan(of sql: String) throws -> [String]
    /// The changes that a statement in SQL makes, which is rolled back.
    /// - Throws: ``SQLFailure``, and ``DataStoreError/unsupportedFeature`` from a store without SQL.
    func effects(of query: SQLQuery, _ editing: EditingState) throws -> SQLEffects
    /// Updates rows without loading them, and returns the commit of the updated rows; nil where the store cannot update
    /// without loading.
    func update(_ request: BatchUpdateRequest) throws -> StoreCommit?
    /// The transactions that a descriptor describes; nil where the store keeps none of the type.
    func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]?
    /// False where the store keeps no transactions of the type.
    func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool
    /// True if there is a transaction after a position in the history that is of interest.
    /// - Throws: ``SwiftDataError/historyTokenExpired``, and ``SwiftDataError/invalidTransactionFetchRequest`` where the
    ///   token is not one of the store.
    func hasHistory(after token: any HistoryToken, of interest: HistoryInterest) throws -> Bool
    func erase() throws
    /// True if the store can be written at all.
    var isWritable: Bool { get }
    /// True if there is a lock that keeps every other writer from the store.
    var hasWriteLock: Bool { get }
    /// Keeps every other writer from the store. See ``BatchStore/takeWriteLock(for:)``.
    /// - Throws: ``DataStoreError/unsupportedFeature`` where the store has no such lock.
    func takeWriteLock(for editing: EditingState) throws -> any WriteLock
    func initializeState(for editing: EditingState)
    func invalidateState(for editing: EditingState)
}

/// Defaults for stores that write at once and have no other writers.
extension StoreAccess {
    package var object: AnyObject { self }
    package var facts: StoreFacts { [] }
    package var walked: (any BatchStore)? { nil }
    package var storedInverses: StoredInverses? { nil }
    package var canAbortBeforeCommit: Bool { false }
    package var followsCascades: Bool { false }
    package func receiveExternalCommits() {}
    package var conflictTimeout: Double { 0 }
    package var isWritable: Bool { true }
    package var hasWriteLock: Bool { false }

    package func takeWriteLock(for editing: EditingState) throws -> any WriteLock {
        throw DataStoreError.unsupportedFeature
    }

    package var undescribedCount: Int { 0 }
    package func update(_ request: BatchUpdateRequest) throws -> StoreCommit? { nil }
    package func search(_ request: SearchRequest, limit: Int, offset: Int) throws -> [SearchMatch]? { nil }
    package func plan(of sql: String) throws -> [String] { [] }
    package func rows(of query: SQLQuery) throws -> [[StoredValue]] { throw DataStoreError.unsupportedFeature }

    package func effects(of query: SQLQuery, _ editing: EditingState) throws -> SQLEffects {
        throw DataStoreError.unsupportedFeature
    }

    package func aggregate(_ request: AggregateRequest, _ editing: EditingState) throws -> [AggregateRow]? { nil }
    package func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]? { nil }
    package func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool { false }
    package func hasHistory(after token: any HistoryToken, of interest: HistoryInterest) throws -> Bool { false }

    package func rows(_ list: IdentifierList, of layout: ModelLayout, _ editing: EditingState) throws -> RowBatch {
        try rows(for: Array(list), salvaging: false, editing)
    }
}

/// The changes of a save to one store.
package struct StoreChanges {
    package var inserted: [DefaultSnapshot] = []
    package var updated: [DefaultSnapshot] = []
    package var deleted: [DefaultSnapshot] = []
    /// Relationships of deleted rows that the context has not followed: only for stores that are ours.
    package var cascades: [StoreCascade] = []
    /// The value of ``StoreAccess/undescribedCount`` when the context last received its inbox.
    package var seenUndescribed: Int?
    /// True if the counters of deleted rows are compared also where no other writer is known.
    package var comparesDeleted = false
    /// True if a new row with the unique values of another one is an error, and no update of that.
    package var refusesDuplicates = false

    package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    package init() {}

    package init(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) {
        inserted = request.inserted
        updated = request.updated
        deleted = request.deleted
        seenUndescribed = request.seenUndescribed
    }
}

/// A relationship of deleted rows that deletes its destinations, when its destinations have not been read.
package struct StoreCascade {
    package let layout: ModelLayout
    package let slot: Int
    package var owners: [PersistentIdentifier]

    package init(layout: ModelLayout, slot: Int, owners: [PersistentIdentifier]) {
        self.layout = layout
        self.slot = slot
        self.owners = owners
    }
}

/// The answer of a store to a save.
package struct StoreSaveResult {
    package var remapped: [PersistentIdentifier: PersistentIdentifier]
    package var reregistered: [PersistentIdentifier: DefaultSnapshot]
    package var historyToken: (any HistoryToken)?
    /// The identifiers of the new rows, in the order in which they were given, from a store of ours; `remapped` is
    /// empty then.
    package var identifiers: [PersistentIdentifier] = []
    /// The rows that were deleted for ``StoreChanges/cascades``.
    package var cascaded: [PersistentIdentifier] = []
    /// See ``DataStoreSaveChangesResult/locks``.
    package var locks: [PersistentIdentifier: Int64]
    /// All rows that the save has written, with the rows that the store has changed by itself. Only from
    /// ``SideTableStore/save(_:_:sideTables:)``.
    package var commit: StoreCommit?

    package init(
        remapped: [PersistentIdentifier: PersistentIdentifier],
        reregistered: [PersistentIdentifier: DefaultSnapshot],
        historyToken: (any HistoryToken)?,
        locks: [PersistentIdentifier: Int64] = [:]
    ) {
        self.locks = locks
        self.remapped = remapped
        self.reregistered = reregistered
        self.historyToken = historyToken
    }
}

extension StoreSaveResult {
    /// Returns the permanent identifier of the row of a new model; nil where the store gave none.
    /// - Parameter temporary: The identifier by which the row was given to the store.
    func permanent(of temporary: @autoclosure () -> PersistentIdentifier, at place: Int) -> PersistentIdentifier? {
        place < identifiers.count ? identifiers[place] : remapped[temporary()]
    }
}
