import Foundation
import SwiftData

/// A store that asks a server for documents, as the guide for authors of stores shows it.
final class ServerStore: DataStore, @unchecked Sendable {
    // Tests use it from one thread.
    typealias Configuration = ServerConfiguration
    typealias Snapshot = DefaultSnapshot

    let configuration: ServerConfiguration
    let schema: Schema
    let identifier: String
    private var server: Server { configuration.server }

    init(_ configuration: ServerConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        guard let schema = configuration.schema else { throw SwiftDataError.loadIssueModelContainer }
        self.configuration = configuration
        self.schema = schema
        identifier = configuration.name
    }

    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot>
    where T: PersistentModel {
        let asked = try SnapshotQuery(request.descriptor)
        let translation = asked.filter.map { ServerTranslation($0) }
        let found = server.find(translation?.filter)
        server.note(translation, found: found.count)
        let rest = SnapshotQuery(
            filter: translation?.isExact == true ? nil : asked.filter,
            order: asked.order,
            limit: asked.limit,
            offset: asked.offset
        )
        let table = server.table
        let candidates = table.snapshots(of: T.self).filter { found.contains($0.persistentIdentifier) }
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: try rest.results(from: candidates) { table[$0] }
        )
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        var table = server.table
        let remapped = try table.apply(request) { row in
            let entity = row.persistentIdentifier.entityName
            return try .identifier(for: identifier, entityName: entity, primaryKey: server.nextKey())
        }
        try server.put(table)
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }

    func erase() throws { try server.put(SnapshotTable()) }
}

struct ServerConfiguration: DataStoreConfiguration {
    typealias Store = ServerStore

    var name = "server"
    var schema: Schema?
    let server: Server

    init(schema: Schema? = nil, server: Server = Server()) {
        self.schema = schema
        self.server = server
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.server === rhs.server }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(server)) }
}

/// The server: documents as JSON has them, and a language of its own. It knows nothing of predicates.
final class Server: @unchecked Sendable {
    // Tests use it from one thread.
    private(set) var table = SnapshotTable()
    private var documents: [PersistentIdentifier: [String: Any]] = [:]
    private var lastKey = 0
    /// Conditions that were said in full, in part and not at all.
    private(set) var counts = (exact: 0, narrowed: 0, untranslated: 0)
    private(set) var lastFound = 0

    func nextKey() -> Int {
        lastKey += 1
        return lastKey
    }

    func note(_ translation: ServerTranslation?, found: Int) {
        lastFound = found
        guard let translation else { return }
        switch (translation.isExact, translation.filter) {
        case (true, _): counts.exact += 1
        case (false, .some): counts.narrowed += 1
        case (false, nil): counts.untranslated += 1
        }
    }

    func put(_ table: SnapshotTable) throws {
        documents = try table.snapshots.reduce(into: [:]) { documents, row in
            let document = try JSONSerialization.jsonObject(with: JSONEncoder().encode(row))
            documents[row.persistentIdentifier] = document as? [String: Any]
        }
        self.table = table
    }

    func find(_ filter: ServerFilter?) -> Set<PersistentIdentifier> {
        guard let filter else { return Set(documents.keys) }
        return Set(documents.filter { Self.matches(filter, $0.value) }.keys)
    }

    private static func matches(_ filter: ServerFilter, _ document: [String: Any]) -> Bool {
        switch filter {
        case .all(let filters): filters.allSatisfy { matches($0, document) }
        case .any(let filters): filters.contains { matches($0, document) }
        case .not(let filter): !matches(filter, document)
        case .compare(let field, let test, let value): compare(document[field], test, value)
        }
    }

    private static func compare(_ found: Any?, _ test: ServerFilter.Test, _ value: ServerFilter.Value) -> Bool {
        switch value {
        case .null: return test == .equal && (found == nil || found is NSNull)
        case .text(let text):
            guard let found = found as? String else { return false }
            return test == .equal && Array(found.precomposedStringWithCanonicalMapping.utf8) == Array(text.utf8)
        case .number(let number):
            guard let found = (found as? NSNumber)?.doubleValue else { return false }
            switch test {
            case .equal: return found == number
            case .less: return found < number
            case .lessOrEqual: return found <= number
            case .greater: return found > number
            case .greaterOrEqual: return found >= number
            }
        }
    }
}
