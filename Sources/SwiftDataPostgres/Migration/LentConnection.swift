#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The connections of a store, or the one that it works with inside of a migration.
protocol PostgresConnections: AnyObject, Sendable {
    var roundTrips: Int { get }
    func withConnection<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result
    func close()
}

extension PostgresPool: PostgresConnections {}

/// The connection of a migration, which lends it to the stores of its stages.
///
/// `@unchecked Sendable`: the contexts of a stage are used on the thread of the migration; `isEnded` has a lock.
final class LentConnection: PostgresConnections, @unchecked Sendable {
    /// The tables that a store sees.
    enum Side {
        case present
        /// Copies in temporary tables, which have the same names.
        case past
    }

    private let connection: PostgresConnection
    private let side: Side
    private let namespace: String
    private let isEnded = Locked(false)

    init(_ connection: PostgresConnection, _ side: Side, namespace: String) {
        self.connection = connection
        self.side = side
        self.namespace = namespace
    }

    var roundTrips: Int { 0 }

    func withConnection<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        guard !isEnded.withLock({ $0 }) else { throw StoreError(.closed, "the stage of the migration has ended.") }
        guard side == .past else { return try body(connection) }
        try Self.setPath(.past, connection, namespace)
        do {
            let result = try body(connection)
            try Self.setPath(.present, connection, namespace)
            return result
        } catch {
            // In a transaction that has failed, this fails too.
            _ = try? Self.setPath(.present, connection, namespace)
            throw error
        }
    }

    func close() { isEnded.withLock { $0 = true } }

    /// Temporary tables are seen first unless the search path names their place.
    static func setPath(_ side: Side, _ connection: PostgresConnection, _ namespace: String) throws {
        let path = side == .past ? "pg_temp" : "\(namespace.enclosed(in: "\"")), pg_temp"
        try connection.script("SET LOCAL search_path TO \(path)")
    }
}
#endif
