import Foundation
import SwiftData

/// Keeps models in one JSON file, which each save replaces as a whole.
public final class JSONStore: DataStore, Sendable {
    public let configuration: JSONStoreConfiguration
    public let schema: Schema
    /// The name of the configuration: it is in the file, as part of every identifier.
    public let identifier: String
    private let file: JSONFile
    private let lock = NSLock()

    public init(_ configuration: JSONStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        guard let schema = configuration.schema else { throw SwiftDataError.loadIssueModelContainer }
        self.configuration = configuration
        self.schema = schema
        identifier = configuration.name
        file = JSONFile(url: configuration.url)
        // A file that cannot be read is found out now, not by the first fetch.
        _ = try file.read()
    }

    public func fetch<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
        let table = try lock.withLock { try file.read() }
        let query = try SnapshotQuery(request.descriptor)
        let rows = try query.results(from: table.snapshots(of: T.self)) { table[$0] }
        return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: rows)
    }

    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        let table = try lock.withLock { try file.read() }
        return Set(persistentIdentifiers).reduce(into: [:]) { rows, identifier in rows[identifier] = table[identifier] }
    }

    public func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        try lock.withLock {
            var table = try file.read()
            let remapped = try table.apply(request) { row in
                let entity = row.persistentIdentifier.entityName
                return try .identifier(for: identifier, entityName: entity, primaryKey: UUID())
            }
            let changed = request.inserted.compactMap { remapped[$0.persistentIdentifier] }
            try file.write(table, checking: changed + request.updated.map(\.persistentIdentifier))
            return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
        }
    }

    public func erase() throws {
        try lock.withLock { try file.write(SnapshotTable(), checking: []) }
    }
}

/// The line that puts models into a JSON file instead of a database.
public struct JSONStoreConfiguration: DataStoreConfiguration, Sendable {
    public typealias Store = JSONStore

    public var name: String
    public var schema: Schema?
    public var url: URL

    /// Keeps models in a file, which the first save makes.
    public init(name: String = "JSON", schema: Schema? = nil, url: URL) {
        self.name = name
        self.schema = schema
        self.url = url
    }

    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name && lhs.url == rhs.url }
    public func hash(into hasher: inout Hasher) { hasher.combine(url) }
}
