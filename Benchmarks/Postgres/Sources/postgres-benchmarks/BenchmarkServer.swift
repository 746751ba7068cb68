#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres

/// The server that all contestants share, and what of it is ours.
struct BenchmarkServer: Sendable {
    /// An environment without a server.
    struct Missing: Error, CustomStringConvertible {
        var description: String {
            "OPENSWIFTDATA_POSTGRES_URL is not set. Scripts/benchmark-postgres starts a server and sets it."
        }
    }

    /// The PostgreSQL schema of the library's tables.
    static let namespace = "ours"
    static let rowCount = 1_000

    private let url: String

    /// - Throws: ``Missing``
    init() throws {
        guard let url = ProcessInfo.processInfo.environment["OPENSWIFTDATA_POSTGRES_URL"] else { throw Missing() }
        self.url = url
    }

    /// A container on the tables of the library.
    func container(connections: Int = 8) throws -> ModelContainer {
        var configuration = PostgresConfiguration(url, namespace: Self.namespace)
        configuration.maximumConnections = connections
        return try ModelContainer(for: Dossier.self, Item.self, configurations: configuration)
    }

    /// A connection beside the store, for what is not measured.
    func connection() throws -> PostgresConnection {
        let connection = try PostgresConnection(url)
        try connection.script("SET search_path TO \"\(Self.namespace)\"; SET client_min_messages TO warning")
        return connection
    }

    /// Makes the tables anew, and the rows that are read.
    func prepare() throws {
        let connection = try connection()
        try connection.script("DROP SCHEMA IF EXISTS \"\(Self.namespace)\" CASCADE")
        do {
            let context = ModelContext(try container())
            for number in 0..<Self.rowCount { context.insert(Dossier(number)) }
            try context.save()
        }
        try connection.script("VACUUM ANALYZE")
    }

    /// A sum over the items in the table, by a statement of which the library knows nothing.
    func sumOfItems(_ connection: PostgresConnection) throws -> Int64 {
        let terms = [
            "number", "3 * category", "floor(weight)::bigint", "floor(extract(epoch FROM created))::bigint",
            "7 * length(name)", "11 * coalesce(length(remark), 0)",
        ]
        return try connection.run("SELECT sum(\(terms.joined(separator: " + ")))::bigint FROM item").integer(0, 0) ?? 0
    }
}
#endif
