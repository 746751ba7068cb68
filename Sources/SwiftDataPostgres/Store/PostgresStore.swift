#if PostgreSQL
import Foundation
public import SwiftDataCore
import SwiftDataSQL

/// The store behind ``PostgresConfiguration``: plain tables of a PostgreSQL server.
///
/// It may be used from any thread, by several processes at once. Reads see the last commit.
///
/// Not there yet: history, batch changes by statements, aggregates by statements, migrations, and news of other processes.
public final class PostgresStore: DataStore, Sendable {
    /// The configuration that opens this store.
    public typealias Configuration = PostgresConfiguration
    /// The row type exchanged with contexts.
    public typealias Snapshot = DefaultSnapshot
    /// The transactions that a history would tell of.
    public typealias HistoryType = DefaultHistoryTransaction

    /// The stable identifier of the store: the UUID in its table `swiftdata_store`.
    public var identifier: String { model.storeIdentifier }
    /// The schema that is served.
    public let schema: Schema
    /// The configuration it was opened with.
    public let configuration: PostgresConfiguration
    let model: PostgresModel
    let pool: PostgresPool
    let keys = KeyBlocks()
    /// The write locks that contexts have, by the identity of the context.
    let holds = Locked<[EditingState.ID: PostgresWriteLock]>([:])
    private let observer: StatementObserver

    /// Opens the store of a configuration, and makes its tables where they are missing.
    /// - Throws: ``StoreError`` with code `cannotOpen` where the server cannot be reached, with code `migration` for tables of
    ///   another schema, with code `newerLayout` for tables of a later version of this library;
    ///   ``SwiftDataError/unknownSchema`` for a configuration without a schema.
    public init(
        _ configuration: PostgresConfiguration,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil
    ) throws {
        guard let schema = configuration.schema else {
            throw SwiftDataError(.unknownSchema, "The configuration \"\(configuration.name)\" has no schema.")
        }
        let observer = StatementObserver()
        let pool = PostgresPool(
            configuration.connection,
            configuration.poolSettings,
            observer: { observer.tell($0) }
        )
        model = try pool.withConnection { connection in
            try StoreOpening(connection: connection, configuration: configuration, schema: schema).model()
        }
        self.observer = observer
        self.pool = pool
        self.schema = schema
        self.configuration = configuration
    }

    deinit { pool.close() }

    /// A function that is called with the text of each statement.
    package var statementObserver: (@Sendable (String) -> Void)? {
        get { observer.function.withLock { $0 } }
        set { observer.function.withLock { $0 = newValue } }
    }

    /// A context begins to use the store.
    public func initializeState(for editingState: EditingState) {}

    /// A context stops using the store.
    public func invalidateState(for editingState: EditingState) {}

    /// Deletes every row. The store keeps its identifier, and keys are not handed out again.
    /// - Throws: ``StoreError``
    public func erase() throws {
        try writing { connection in
            let tables = model.all.map(\.quotedTable) + model.layout.joinTables.map { $0.name.enclosed(in: "\"") }
            guard !tables.isEmpty else { return }
            try connection.run("TRUNCATE \(Set(tables).sorted().joined(separator: ", "))")
        }
    }

    // MARK: Connections

    /// Lends a connection for reads.
    func reading<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        try telling { try pool.withConnection(body) }
    }

    /// Runs a transaction, which waits for a context that has the write lock.
    /// - Parameters:
    ///   - context: The context that writes; its own lock is no other's.
    ///   - commit: Called when nothing but the commit itself can fail.
    func writing<Result>(
        by context: EditingState.ID? = nil,
        before commit: () throws -> Void = {},
        _ body: (PostgresConnection) throws -> Result
    ) throws -> Result {
        let isHeld = try checkHold(of: context)
        let lock = "; SELECT pg_advisory_xact_lock_shared(\(Self.lockNumbers(identifier)))"
        return try telling {
            try pool.withConnection { connection in
                try connection.script("BEGIN" + (isHeld ? "" : lock))
                let result = try body(connection)
                // The constraints between tables are looked at here and not by the commit, after which nothing can be taken
                // back.
                let number = try connection.script(
                    "SET CONSTRAINTS ALL IMMEDIATE; SELECT pg_current_xact_id()::text"
                ).text(0, 0)
                // From now on the call of `read` or `write` is not stopped.
                try ContextCall.current?.finish()
                try commit()
                do {
                    try connection.script("COMMIT")
                } catch let failure as PostgresFailure where failure.isConnectionLost {
                    guard try CommitOutcome(configuration.connection).isCommitted(number, failure) else {
                        throw failure
                    }
                }
                return result
            }
        }
    }

    /// Turns an error of the server into one of stores.
    func telling<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as PostgresFailure {
            throw model.error(failure)
        }
    }
}

/// A function that is told of statements, behind a lock.
final class StatementObserver: Sendable {
    let function = Locked<(@Sendable (String) -> Void)?>(nil)

    func tell(_ sql: String) { function.withLock { $0 }?(sql) }
}

extension PostgresConfiguration {
    fileprivate var poolSettings: PostgresPoolSettings {
        var settings = PostgresPoolSettings()
        settings.maximum = max(maximumConnections, 1)
        settings.waitLimit = .seconds(max(connectionWaitLimit, 0))
        settings.preparedLimit = max(preparedStatementLimit, 0)
        settings.setup = [
            "SET search_path TO \(namespace.enclosed(in: "\""))",
            "SET lock_timeout TO \(PostgresStore.lockTimeout)",
        ]
        if let statementTimeout {
            settings.setup.append("SET statement_timeout TO \(Int64(max(statementTimeout, 0) * 1000))")
        }
        if !allowsSave { settings.setup.append("SET default_transaction_read_only TO on") }
        return settings
    }
}
#endif
