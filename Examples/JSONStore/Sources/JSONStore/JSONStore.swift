import Foundation
import SwiftData

/// Keeps models in one JSON file, which each save replaces as a whole.
public final class JSONStore: DataStore, Sendable {
    public let configuration: JSONStoreConfiguration
    public let schema: Schema
    /// The name of the configuration: it is in the file, as part of every identifier.
    public let identifier: String
    let file: JSONFile
    private let lock = NSLock()
    /// The file that was read or written last, and what others have done since. Guarded by the lock.
    private nonisolated(unsafe) var known: (data: Data?, history: JSONHistoryToken)?
    private nonisolated(unsafe) var news: [JSONStoreNews] = []

    public init(_ configuration: JSONStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        guard let schema = configuration.schema else { throw SwiftDataError.loadIssueModelContainer }
        self.configuration = configuration
        self.schema = schema
        identifier = configuration.name
        file = JSONFile(url: configuration.url, schema: schema)
        // A file that cannot be read is found out now, not by the first fetch.
        _ = try read()
    }

    public func fetch<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
        let table = try exclusively { try read().table }
        let query = try SnapshotQuery(request.descriptor)
        let rows = try query.results(from: table.snapshots(of: T.self)) { table[$0] }
        return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: rows)
    }

    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        let table = try exclusively { try read().table }
        return Set(persistentIdentifiers).reduce(into: [:]) { rows, identifier in rows[identifier] = table[identifier] }
    }

    public func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        try exclusively {
            let before = try read()
            var (table, history) = (before.table, before.history)
            let remapped = try table.apply(request) { row in
                let entity = row.persistentIdentifier.entityName
                return try .identifier(for: identifier, entityName: entity, primaryKey: UUID())
            }
            let changes = table.changes(since: before.table)
            history.note(changes, of: self, by: request.editingState.author)
            try write(table, history, checking: changes.inserted + changes.updated.map(\.persistentIdentifier))
            return DataStoreSaveChangesResult(
                for: identifier,
                remappedIdentifiers: remapped,
                historyToken: history.end(of: self)
            )
        }
    }

    public func erase() throws {
        try exclusively {
            var history = try read().history
            history.forgetEverything()
            try write(SnapshotTable(), history, checking: [])
        }
    }

    /// Does some work while nobody else reads or writes. Contexts are told of other people's changes afterwards, since
    /// they may call the store.
    func exclusively<Result>(_ work: () throws -> Result) throws -> Result {
        defer {
            let news = lock.withLock {
                defer { self.news = [] }
                return self.news
            }
            for change in news { report(change) }
        }
        return try lock.withLock(work)
    }

    /// The contents of the file. If another process has replaced it, contexts read the models again that it changed.
    func read() throws -> JSONFile.Contents {
        let contents = try file.read()
        if let known, known.data != contents.data { news += contents.history.news(since: known.history) }
        known = (contents.data, contents.history.end(of: self))
        return contents
    }

    func write(_ table: SnapshotTable, _ history: JSONHistory, checking changed: [PersistentIdentifier]) throws {
        known = (try file.write(table, history, checking: changed), history.end(of: self))
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
