package import Foundation

/// The face that contexts see of a store whose answers need no checking.
package final class TrustedStore<Store: BatchStore>: StoreAccess {
    package let store: Store
    package let configurationName: String
    package let entityNames: Set<String>

    package init(_ store: Store) {
        self.store = store
        configurationName = store.configuration.name
        entityNames = Set(store.schema.entities.map(\.name))
    }

    package var storeIdentifier: String { store.identifier }
    package var object: AnyObject { store }
    package var facts: StoreFacts { store.facts }
    package var storedInverses: StoredInverses? { store.storedInverses }
    package var walked: (any BatchStore)? { store }

    package func erase() throws { try store.erase() }
    package func initializeState(for editing: EditingState) { store.initializeState(for: editing) }
    package func invalidateState(for editing: EditingState) { store.invalidateState(for: editing) }
}

extension BatchStore {
    /// The store as contexts see it.
    package var access: any StoreAccess { TrustedStore(self) }
}

// MARK: - Reading

extension TrustedStore {
    package func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> FetchedBatch {
        var left = ResidualWork()
        var answer = try left.asking(descriptor) { asked in
            try store.rows(DataStoreFetchRequest(editingState: editing, descriptor: asked))
        }
        answer.left = left
        return answer
    }

    package func fetchCount<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> Int {
        try store.fetchCount(DataStoreFetchRequest(editingState: editing, descriptor: descriptor))
    }

    package func identifierList<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> IdentifierList {
        try store.identifierList(DataStoreFetchRequest(editingState: editing, descriptor: descriptor))
    }

    package func rows(
        for identifiers: [PersistentIdentifier],
        salvaging: Bool,
        _ editing: EditingState
    ) throws -> RowBatch {
        try store.rows(for: identifiers, salvaging: salvaging)
    }

    package func rows(_ list: IdentifierList, of layout: ModelLayout, _ editing: EditingState) throws -> RowBatch {
        if list.hasKeys { return try store.rows(list.keys, of: layout) }
        // Identifiers that the context has sorted itself.
        let keys = list.compactMap(\.resolved.row)
        guard keys.count == list.count else { return try store.rows(for: Array(list), salvaging: false) }
        return try store.rows(keys, of: layout)
    }

    package func members(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier],
        salvaging: Bool,
        limit: Int,
        _ editing: EditingState
    ) throws -> MemberBatch {
        let keys = owners.compactMap(\.resolved.row)
        guard keys.count < owners.count else {
            return try store.members(slot, of: layout, owners: keys, salvaging: salvaging, limit: limit)
        }
        // A model without a row has no stored members.
        var batch = try store.members(slot, of: layout, owners: keys, salvaging: salvaging, limit: limit)
        var ranges = batch.ranges[...]
        batch.ranges = owners.map { $0.resolved.row == nil ? 0..<0 : ranges.popFirst() ?? nil }
        return batch
    }

    package func aggregate(_ request: AggregateRequest, _ editing: EditingState) throws -> [AggregateRow]? {
        try store.aggregate(request)
    }

    package func rows(of query: SQLQuery) throws -> [[StoredValue]] { try store.rows(of: query) }

    package func search(_ request: SearchRequest, limit: Int, offset: Int) throws -> [SearchMatch]? {
        try store.search(request, limit: limit, offset: offset)
    }

    package func plan(of sql: String) throws -> [String] { try store.plan(of: sql) }

    package func effects(of query: SQLQuery, _ editing: EditingState) throws -> SQLEffects {
        try store.effects(of: query, editing)
    }

    package var keepsMembersByKey: Bool { true }

    package func owners(
        of members: [PersistentIdentifier],
        slot: Int,
        of layout: ModelLayout,
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: PersistentIdentifier] {
        try store.owners(of: members, slot: slot, of: layout)
    }
}

// MARK: - Writing

extension TrustedStore {
    package var isWritable: Bool { store.isWritable }
    package var hasWriteLock: Bool { true }
    package var canAbortBeforeCommit: Bool { true }
    package var followsCascades: Bool { true }
    package var undescribedCount: Int { store.undescribedCount }
    package var conflictTimeout: Double { store.conflictTimeout }

    package func receiveExternalCommits() { store.receiveExternalCommits() }

    package func takeWriteLock(for editing: EditingState) throws -> any WriteLock {
        try store.takeWriteLock(for: editing)
    }

    package func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        before commit: () throws -> Void
    ) throws -> StoreSaveResult {
        try store.save(changes, editing, before: commit)
    }

    package func update(_ request: BatchUpdateRequest) throws -> StoreCommit? { try store.update(request) }

    package func delete<T: PersistentModel>(
        _ type: T.Type,
        where predicate: Predicate<T>?,
        includeSubclasses: Bool,
        _ editing: EditingState
    ) throws -> StoreCommit? {
        let request = DataStoreBatchDeleteRequest<T>(
            editingState: editing,
            predicate: predicate,
            includeSubclasses: includeSubclasses
        )
        do {
            return try store.deleteReturningCommit(request)
        } catch let error as DataStoreError where error.isResidual {
            return nil
        }
    }
}

// MARK: - History

extension TrustedStore {
    package func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]? {
        guard let descriptor = descriptor as? HistoryDescriptor<Store.HistoryType> else { return nil }
        return try store.fetchHistory(descriptor) as? [T]
    }

    package func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool {
        guard let descriptor = descriptor as? HistoryDescriptor<Store.HistoryType> else { return false }
        try store.deleteHistory(descriptor)
        return true
    }

    package func hasHistory(after token: any HistoryToken, of interest: HistoryInterest) throws -> Bool {
        try hasHistory(of: Store.HistoryType.self, after: token, interest)
    }
}
