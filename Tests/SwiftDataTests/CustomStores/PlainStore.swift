import SwiftData
import TestSupport

/// The simplest store that can be: one file with all rows of all entities. It ignores which class is asked for, pages
/// and prefetching, gives copies of new rows a new identifier without remapping anything, and has no cache.
final class PlainStore<Row: DataStoreSnapshot>: DataStore {
    typealias Configuration = PlainConfiguration<Row>
    typealias Snapshot = Row

    let configuration: PlainConfiguration<Row>
    let schema: Schema
    let identifier: String

    init(_ configuration: PlainConfiguration<Row>, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        guard let schema = configuration.schema else { throw SwiftDataError.loadIssueModelContainer }
        self.configuration = configuration
        self.schema = schema
        identifier = configuration.name
        _ = try read()
    }

    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Row> where T: PersistentModel {
        if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
        let rows = try read()
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: rows.values.sorted { $0.persistentIdentifier < $1.persistentIdentifier },
            relatedSnapshots: configuration.givesRelated ? rows : [:]
        )
    }

    func save(_ request: DataStoreSaveChangesRequest<Row>) throws -> DataStoreSaveChangesResult<Row> {
        var rows = try read()
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        for row in request.inserted {
            let permanent = try PersistentIdentifier.identifier(
                for: identifier,
                entityName: row.persistentIdentifier.entityName,
                primaryKey: configuration.key()
            )
            remapped[row.persistentIdentifier] = permanent
            rows[permanent] = row.copy(persistentIdentifier: permanent, remappedIdentifiers: nil)
        }
        for row in request.updated { rows[row.persistentIdentifier] = row }
        for row in request.deleted { rows[row.persistentIdentifier] = nil }
        if Row.self != DefaultSnapshot.self {
            // Rows of a type of its own are the store's business.
            rows = rows.mapValues {
                $0.copy(persistentIdentifier: $0.persistentIdentifier, remappedIdentifiers: remapped)
            }
        }
        if let failure = configuration.failure.next { throw failure }
        try JSONEncoder().encode(Array(rows.values)).write(to: configuration.file, options: .atomic)
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }

    private func read() throws -> [PersistentIdentifier: Row] {
        guard FileManager.default.fileExists(atPath: configuration.file.path) else { return [:] }
        let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: configuration.file))
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.persistentIdentifier, $0) })
    }
}

struct PlainConfiguration<Row: DataStoreSnapshot>: DataStoreConfiguration {
    // As the first beta called it.
    typealias StoreType = PlainStore<Row>

    var name = "plain"
    var schema: Schema?
    var file: URL
    var givesRelated = false
    let failure = Failure()
    private let keys = Keys()

    init(file: URL, schema: Schema? = nil) {
        self.file = file
        self.schema = schema
    }

    /// Keys that sort as they were given out, in every process and container.
    func key() -> String { String(format: "%012d-", keys.next()) + UUID().uuidString }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name && lhs.file == rhs.file }
    func hash(into hasher: inout Hasher) { hasher.combine(file) }

    /// The error of the next save. Tests use it from one thread.
    final class Failure: @unchecked Sendable {
        var next: (any Error)?
    }

    private final class Keys: @unchecked Sendable {
        private var last = 0
        func next() -> Int {
            last += 1
            return last
        }
    }
}
