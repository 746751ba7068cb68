import SwiftData

/// A store in memory that queries and saves with what the framework has for stores: ``SnapshotQuery`` and
/// ``SnapshotTable``. It finds rows by identifier and prefetches.
final class TableStore: DataStore, DataStoreBatching, @unchecked Sendable {
    // Tests use it from one thread.
    typealias Configuration = TableConfiguration
    typealias Snapshot = DefaultSnapshot

    let configuration: TableConfiguration
    let schema: Schema
    let identifier: String
    var calls: [String] = []

    init(_ configuration: TableConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        guard let schema = configuration.schema else { throw SwiftDataError.loadIssueModelContainer }
        self.configuration = configuration
        self.schema = schema
        identifier = configuration.name
        configuration.shelf.store = self
    }

    private var table: SnapshotTable {
        get { configuration.shelf.table }
        set { configuration.shelf.table = newValue }
    }

    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot>
    where T: PersistentModel {
        calls.append("fetch")
        let rows = try SnapshotQuery(request.descriptor).results(from: table.snapshots(of: T.self)) { table[$0] }
        var related: [PersistentIdentifier: DefaultSnapshot] = [:]
        if !request.descriptor.relationshipKeyPathsForPrefetching.isEmpty {
            for row in table.snapshots { related[row.persistentIdentifier] = row }
        }
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: rows,
            relatedSnapshots: related
        )
    }

    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        calls.append("cached \(persistentIdentifiers.count)")
        return Dictionary(
            persistentIdentifiers.compactMap { id in table[id].map { (id, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        calls.append("save \(request.inserted.count) \(request.updated.count) \(request.deleted.count)")
        try configuration.shelf.beforeWriting?()
        var table = table
        let remapped = try table.apply(request) { row in
            configuration.shelf.lastKey += 1
            return try .identifier(
                for: identifier,
                entityName: row.persistentIdentifier.entityName,
                primaryKey: configuration.shelf.lastKey
            )
        }
        let former = self.table
        self.table = table
        do {
            try configuration.shelf.afterWriting?()
        } catch {
            self.table = former
            throw error
        }
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }

    func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
        throw DataStoreError.unsupportedFeature
    }

    func erase() throws { table = SnapshotTable() }
}

struct TableConfiguration: DataStoreConfiguration {
    typealias Store = TableStore

    var name = "table"
    var schema: Schema?
    let shelf = Shelf()

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.shelf === rhs.shelf }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shelf)) }

    /// The content that stays when the store is closed. Tests use it from one thread.
    final class Shelf: @unchecked Sendable {
        var table = SnapshotTable()
        var lastKey = 0
        /// Code that a save runs before and after it has written its rows. If it throws, nothing is written.
        var beforeWriting: (() throws -> Void)?
        var afterWriting: (() throws -> Void)?
        weak var store: TableStore?
    }
}
