import Foundation
import SwiftData
import SwiftDataCore

/// The contents of a store of the tests, which outlive its containers: a program that is started again finds them.
final class Shelf: Sendable {
    struct Contents {
        var table = SnapshotTable()
        var transactions: [ShelfTransaction] = []
        var lastTransaction = 0
        var lastForgotten = 0
        var lastKey = 0
    }

    /// The faults and gaps of the store.
    struct Manners {
        /// False where updates are listed without their properties.
        var namesProperties = true
        /// True where the changes of a transaction are listed in another order than they were asked for.
        var listsBackwards = false
        /// True where the history has no authors.
        var forgetsAuthors = false
        /// Is called before each save with its author.
        var beforeSave: @Sendable (String?) throws -> Void = { _ in }
    }

    let contents = Locked(Contents())
    let manners = Locked(Manners())

    var authors: [String?] { contents.withLock { $0.transactions.map(\.author) } }
}

struct ShelfConfiguration: DataStoreConfiguration {
    typealias Store = ShelfStore

    var name = "shelf"
    var schema: Schema?
    let shelf: Shelf

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name && lhs.shelf === rhs.shelf }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A store in memory with a history.
final class ShelfStore: DataStore, HistoryProviding, Sendable {
    typealias HistoryType = ShelfTransaction

    let configuration: ShelfConfiguration
    let schema: Schema
    var identifier: String { configuration.name }
    private var shelf: Shelf { configuration.shelf }

    init(_ configuration: ShelfConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        guard let schema = configuration.schema else { throw SwiftDataError.loadIssueModelContainer }
        self.configuration = configuration
        self.schema = schema
    }

    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        let table = shelf.contents.withLock { $0.table }
        let query = try SnapshotQuery(request.descriptor)
        let rows = try query.results(from: table.snapshots(of: T.self)) { table[$0] }
        return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: rows)
    }

    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        let table = shelf.contents.withLock { $0.table }
        return Set(persistentIdentifiers).reduce(into: [:]) { rows, identifier in rows[identifier] = table[identifier] }
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        let manners = shelf.manners.withLock { $0 }
        try manners.beforeSave(request.editingState.author)
        return try shelf.contents.withLock { contents in
            var table = contents.table
            var key = contents.lastKey
            let remapped = try table.apply(request) { row in
                key += 1
                return try .identifier(
                    for: identifier,
                    entityName: row.persistentIdentifier.entityName,
                    primaryKey: "row \(key)"
                )
            }
            let changes = table.changes(since: contents.table)
            contents.lastKey = key
            contents.table = table
            if !changes.isEmpty {
                contents.lastTransaction += 1
                contents.transactions.append(
                    ShelfTransaction(changes, contents.lastTransaction, request.editingState.author, self, manners)
                )
            }
            return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
        }
    }

    func erase() throws {
        shelf.contents.withLock { contents in
            contents.table = SnapshotTable()
            contents.transactions = []
            contents.lastTransaction += 1
            contents.lastForgotten = contents.lastTransaction
        }
    }

    func fetchHistory(_ descriptor: HistoryDescriptor<ShelfTransaction>) throws -> [ShelfTransaction] {
        try shelf.contents.withLock { contents in
            if let number = descriptor.earliestToken?.number,
                number < contents.lastForgotten || number > contents.lastTransaction
            {
                throw SwiftDataError.historyTokenExpired
            }
            return try descriptor.selection(from: contents.transactions)
        }
    }

    func deleteHistory(_ descriptor: HistoryDescriptor<ShelfTransaction>) throws {
        try shelf.contents.withLock { contents in
            let numbers = Set(try descriptor.selection(from: contents.transactions).map(\.token.number))
            contents.transactions.removeAll { numbers.contains($0.token.number) }
            contents.lastForgotten = max(contents.lastForgotten, numbers.max() ?? 0)
        }
    }
}

// MARK: - History

struct ShelfToken: HistoryToken {
    let store: String
    let number: Int

    var id: Int { number }
    var tokenValue: [String: Int]? { [store: number] }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
}

struct ShelfTransaction: HistoryTransaction {
    let timestamp = Date()
    let token: ShelfToken
    let author: String?
    let changes: [HistoryChange]

    var id: Int { token.number }
    var transactionIdentifier: Int { token.number }
    var storeIdentifier: String { token.store }

    init(
        _ changes: SnapshotTableChanges,
        _ number: Int,
        _ author: String?,
        _ store: ShelfStore,
        _ manners: Shelf.Manners
    ) {
        token = ShelfToken(store: store.identifier, number: number)
        self.author = manners.forgetsAuthors ? nil : author
        func change(
            _ identifier: PersistentIdentifier,
            _ make: (any PersistentModel.Type) -> HistoryChange
        ) -> HistoryChange? {
            store.schema.entitiesByName[identifier.entityName]?.modelType.map(make)
        }
        func insert<Model: PersistentModel>(_: Model.Type, _ row: PersistentIdentifier) -> HistoryChange {
            .insert(ShelfInsert<Model>(transactionIdentifier: number, changedPersistentIdentifier: row))
        }
        func update<Model: PersistentModel>(_: Model.Type, _ row: SnapshotTableChanges.Update) -> HistoryChange {
            .update(
                ShelfUpdate<Model>(
                    transactionIdentifier: number,
                    changedPersistentIdentifier: row.persistentIdentifier,
                    properties: manners.namesProperties ? row.properties : []
                )
            )
        }
        func delete<Model: PersistentModel>(_: Model.Type, _ row: PersistentIdentifier) -> HistoryChange {
            .delete(ShelfDelete<Model>(transactionIdentifier: number, changedPersistentIdentifier: row))
        }
        let list =
            changes.inserted.compactMap { row in change(row) { insert($0, row) } }
            + changes.updated.compactMap { row in change(row.persistentIdentifier) { update($0, row) } }
            + changes.deleted.compactMap { row in
                change(row.persistentIdentifier) { delete($0, row.persistentIdentifier) }
            }
        self.changes = manners.listsBackwards ? list.reversed() : list
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.token == rhs.token }
    func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

struct ShelfInsert<Model: PersistentModel>: HistoryInsert {
    let transactionIdentifier: Int
    let changedPersistentIdentifier: PersistentIdentifier
    var changeIdentifier: Int { transactionIdentifier }
}

struct ShelfUpdate<Model: PersistentModel>: HistoryUpdate {
    let transactionIdentifier: Int
    let changedPersistentIdentifier: PersistentIdentifier
    let properties: [String]
    var changeIdentifier: Int { transactionIdentifier }
    var updatedAttributes: [any PartialKeyPath<Model> & Sendable] {
        properties.compactMap { Schema.keyPath(ofPropertyNamed: $0, in: Model.self) }
    }
}

struct ShelfDelete<Model: PersistentModel>: HistoryDelete {
    let transactionIdentifier: Int
    let changedPersistentIdentifier: PersistentIdentifier
    var changeIdentifier: Int { transactionIdentifier }
    var tombstone: HistoryTombstone<Model> { HistoryTombstone([]) }
}

// MARK: - Without a history

struct SilentConfiguration: DataStoreConfiguration {
    typealias Store = SilentStore

    var name = "silent"
    var schema: Schema?
}

/// An empty store without a history.
final class SilentStore: DataStore, Sendable {
    let configuration: SilentConfiguration
    let schema: Schema
    var identifier: String { configuration.name }

    init(_ configuration: SilentConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        schema = configuration.schema ?? Schema()
    }

    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: [])
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        throw DataStoreError.unsupportedFeature
    }

    func erase() throws {}
}
