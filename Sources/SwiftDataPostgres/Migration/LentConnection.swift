#if PostgreSQL
import Foundation
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
/// `@unchecked Sendable`: `turn` guards the connection and `isEnded`. The stores of a stage share it, and so does the migration
/// while the stage runs.
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
    private let turn: NSRecursiveLock
    private var isEnded = false

    init(_ connection: PostgresConnection, _ turn: NSRecursiveLock, _ side: Side, namespace: String) {
        self.connection = connection
        self.turn = turn
        self.side = side
        self.namespace = namespace
    }

    var roundTrips: Int { 0 }

    func withConnection<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        turn.lock()
        defer { turn.unlock() }
        guard !isEnded else { throw StoreError(.closed, "the stage of the migration has ended.") }
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

    /// Ends the use of the connection. A thread that uses it is waited for.
    func close() { turn.withLock { isEnded = true } }

    /// Temporary tables are seen first unless the search path names their place.
    static func setPath(_ side: Side, _ connection: PostgresConnection, _ namespace: String) throws {
        let path = side == .past ? "pg_temp" : "\(namespace.enclosed(in: "\"")), pg_temp"
        try connection.script("SET LOCAL search_path TO \(path)")
    }
}
#endif
