#if PostgreSQL
import Foundation
public import SwiftDataCore
package import SwiftDataSQL

/// The store behind ``PostgresConfiguration``: plain tables of a PostgreSQL server.
///
/// It may be used from any thread, by several processes at once. Reads see the last commit.
///
/// It notifies its container of the commits of other processes: each sends a notice after a save, and the store looks
/// once in a second as well.
public final class PostgresStore: DataStore, Sendable {
    /// The configuration that opens this store.
    public typealias Configuration = PostgresConfiguration
    /// The row type exchanged with contexts.
    public typealias Snapshot = DefaultSnapshot
    /// The type of the history's transactions.
    public typealias HistoryType = DefaultHistoryTransaction

    /// The stable identifier of the store: the UUID in its table `swiftdata_store`.
    public var identifier: String { model.storeIdentifier }
    /// The schema that is served.
    public let schema: Schema
    /// The configuration it was opened with.
    public let configuration: PostgresConfiguration
    let model: PostgresModel
    let pool: any PostgresConnections
    let keys: KeyBlocks
    /// The write locks that contexts have, by the identity of the context.
    let holds = Locked<[EditingState.ID: PostgresWriteLock]>([:])
    /// The number of contexts that wait for the write lock.
    let wantsHold = Locked(0)
    private let observer: StatementObserver
    private let fetchDialect: Locked<any SQLDialect>
    /// The number of statements that the server has refused, or could not calculate.
    let refusals = Locked(0)
    /// The number of rows that searches have read by their keys.
    let searchedRows = Locked(0)
    /// False for tables of an early version that may not be changed.
    let hasHistory: Bool
    let commitWatcher: ServerCommitWatcher?
    /// The standbys that are read; nil for reads on the primary.
    let standbys: StandbyReads?

    /// True for a store inside of a migration, whose saves are parts of its transaction.
    let isInside: Bool
    /// True when the tables have been migrated since the store was opened.
    let isOutdated = Locked(false)

    /// Opens the store of a configuration, makes its tables where they are missing, and migrates the tables of other
    /// models: by the plan, or by inference from the models.
    /// - Throws: ``StoreError`` with code `cannotOpen` where the server cannot be reached, with code `migration` for tables that
    ///   cannot be migrated, with code `newerLayout` for tables of a later version of this library; ``SwiftDataError`` for a store
    ///   that the plan does not lead from, and for a configuration without a schema. A server before PostgreSQL 14, and a database in
    ///   another encoding than UTF-8, are ``StoreError``s with code `cannotOpen` too.
    public init(
        _ configuration: PostgresConfiguration,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil
    ) throws {
        guard let schema = configuration.schema else {
            throw SwiftDataError.withoutSchema(configuration.name)
        }
        let observer = StatementObserver()
        let pool = PostgresPool(
            configuration.connection,
            configuration.poolSettings(of: configuration.servers),
            observer: { observer.report($0) }
        )
        let (opened, written) = try pool.withConnection { connection in
            try ServerRequirements.check(connection)
            let opened = try StoreOpening(
                connection: connection,
                configuration: configuration,
                schema: schema,
                plan: migrationPlan
            ).open()
            let readsStandbys = configuration.reads == .preferStandby
            return (opened, readsStandbys ? try connection.run(Self.writtenPosition).text(0, 0) : nil)
        }
        model = opened.model
        keys = KeyBlocks(opened.model.choices.keys)
        fetchDialect = Locked(PostgresDialect(opened.model.choices))
        hasHistory = opened.position != nil
        commitWatcher = opened.position.map { ServerCommitWatcher(position: $0) }
        standbys =
            configuration.reads == .preferStandby
            ? StandbyReads(
                PostgresPool(
                    configuration.connection,
                    configuration.poolSettings(of: .standbys),
                    observer: { observer.report($0) }
                )
            ) : nil
        // A standby must have the tables, and the commits that get no further notice.
        standbys?.require(written)
        isInside = false
        self.observer = observer
        self.pool = pool
        self.schema = schema
        self.configuration = configuration
    }

    /// A store inside of a migration.
    init(
        inside connection: LentConnection,
        _ model: PostgresModel,
        _ schema: Schema,
        _ configuration: PostgresConfiguration
    ) {
        self.model = model
        keys = KeyBlocks(model.choices.keys)
        fetchDialect = Locked(PostgresDialect(model.choices))
        hasHistory = false
        commitWatcher = nil
        standbys = nil
        isInside = true
        observer = StatementObserver()
        pool = connection
        self.schema = schema
        self.configuration = configuration
    }

    deinit {
        commitWatcher?.stop()
        standbys?.close()
        pool.close()
    }

    /// The number of round trips to the server, for tests.
    package var roundTrips: Int { pool.roundTrips }

    /// The number of questions that memory has answered since the server had refused a statement, for tests.
    package var refusalCount: Int { refusals.withLock { $0 } }

    /// The SQL of conditions, of which tests plant another one.
    package var dialect: any SQLDialect {
        get { fetchDialect.withLock { $0 } }
        set { fetchDialect.withLock { $0 = newValue } }
    }

    /// A function that is called with the text of each statement.
    package var statementObserver: (@Sendable (String) -> Void)? {
        get { observer.function.withLock { $0 } }
        set { observer.function.withLock { $0 = newValue } }
    }

    /// A context begins to use the store.
    public func initializeState(for editingState: EditingState) { commitWatcher?.start(for: self) }

    /// A context stops using the store.
    public func invalidateState(for editingState: EditingState) {}

    /// Deletes every row. The store keeps its identifier, and keys are not handed out again.
    /// - Throws: ``StoreError``
    public func erase() throws {
        guard isWritable else { throw readOnlyError }
        _ = try writing { connection, begin -> ((), CommitBounds) in
            _ = try connection.pipeline(begin)
            if hasHistory, model.hasSearchIndex {
                // A transaction of the index reads the tables of models, and would wait for this one.
                try connection.script("SELECT pg_advisory_xact_lock(\(SearchSchema.lockNumbers(identifier)))")
                try SearchSchema.clear(connection)
            }
            let tables = model.all.map(\.quotedTable) + model.layout.joinTables.map { $0.name.enclosed(in: "\"") }
            if !tables.isEmpty {
                try connection.run("TRUNCATE \(Set(tables).sorted().joined(separator: ", "))")
            }
            let gaps = HistoryGaps(connection: connection, features: model.features)
            let number = hasHistory ? try gaps.deleteAll() : nil
            return ((), try CommitBounds.current(number, connection, model.features))
        }
    }

    // MARK: Connections

    /// Lends a connection for reads of rows: to a standby where that is asked for.
    func reading<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        try checkGeneration()
        // A context with the write lock reads the rows that it is about to overwrite.
        guard let standbys, holds.withLock({ $0.isEmpty }) else { return try readingPrimary(body) }
        if let result = try mappingErrors({ try standbys.reading(body) }) { return result }
        return try readingPrimary { connection in
            // No later read on a standby sees less than this one.
            standbys.require(try connection.run(Self.writtenPosition).text(0, 0))
            return try body(connection)
        }
    }

    /// Lends a connection to the server that is written.
    func readingPrimary<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        try mappingErrors { try pool.withConnection(body) }
    }

    /// The statement for the position up to which the server has written its log.
    static let writtenPosition =
        "SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END)::text"

    /// The statement that begins a transaction. The numbers of members are counted after a lock, by a statement that
    /// has to see the commits until then, whatever `default_transaction_isolation` is.
    private var beginning: String {
        model.countedRelationships.isEmpty ? "BEGIN" : "BEGIN ISOLATION LEVEL READ COMMITTED"
    }

    /// Runs a transaction, which waits for a context that has the write lock.
    /// - Parameters:
    ///   - context: The context that writes; its own lock is no other's.
    ///   - commit: Called when nothing but the commit itself can fail.
    ///   - body: Runs the statements that it is given before its own, and returns its result, and the place of the transaction,
    ///     which it asks for last.
    func writing<Result>(
        by context: EditingState.ID? = nil,
        before commit: () throws -> Void = {},
        _ body: (PostgresConnection, [PostgresStatement]) throws -> (Result, CommitBounds)
    ) throws -> (Result, CommitBounds) {
        if isInside { return try mappingErrors { try pool.withConnection { try savepoint($0, before: commit, body) } } }
        try checkGeneration()
        let isHeld = try checkHold(of: context)
        // The server would plan a join with `unnest` each time, which takes longer than a few rows.
        var begin = [
            beginning, "SET LOCAL plan_cache_mode TO force_generic_plan",
            "SET LOCAL \(RecordingTriggers.variable) = 'on'",
        ]
        if !isHeld { begin += locks.shared }
        begin.append(generationCheck)
        let first = begin.map { PostgresStatement($0) }
        return try mappingErrors {
            try pool.withConnection { connection in
                let (result, bounds) = try body(connection, first)
                // From now on the call of `read` or `write` is not stopped.
                try ContextCall.current?.finish()
                try commit()
                if let number = bounds.number { commitWatcher?.willCommit(number) }
                do {
                    do {
                        try endTransaction(connection)
                    } catch let failure as PostgresFailure where failure.isConnectionLost {
                        guard try CommitOutcome(configuration).isCommitted(bounds.mark, failure)
                        else {
                            throw failure
                        }
                    }
                } catch {
                    if let number = bounds.number { commitWatcher?.didFail(number) }
                    throw error
                }
                commitWatcher?.didCommit()
                return (result, bounds)
            }
        }
    }

    /// Commits, and notes the position that standbys have to reach before they are read.
    private func endTransaction(_ connection: PostgresConnection) throws {
        guard let standbys else {
            try connection.script("COMMIT")
            return
        }
        standbys.require(try connection.script("COMMIT; \(Self.writtenPosition)").text(0, 0))
    }
}

/// The place of a transaction in the history, and among the transactions of the server.
struct CommitBounds {
    /// The number in the history; nil where nothing was changed.
    let number: Int64?
    /// The mark that the transaction has left.
    let mark: CommitMark
    /// The number of older transactions that may be under way.
    private let distance: Int64

    init(_ number: Int64?, _ mark: CommitMark, _ result: PostgresResult) {
        self.number = number
        self.mark = mark
        let own = result.text(0, 0).flatMap { Int64($0) } ?? 0
        let first = result.text(0, 1).flatMap { Int64($0) } ?? own
        distance = max(own - first, 0)
    }

    /// Asks for the place of a transaction that writes no rows.
    static func current(
        _ number: Int64?,
        _ connection: PostgresConnection,
        _ features: PostgresFeatures
    ) throws -> CommitBounds {
        let mark = connection.nextMark()
        let results = try connection.pipeline([
            mark.statement, PostgresStatement(HistoryNumbers(features).bounds),
        ])
        guard let last = results.last else { throw PostgresFailure.noAnswer }
        return CommitBounds(number, mark, last)
    }

    /// A position in the history from which nothing is missed: the transaction's own, unless an older one was under way.
    func token(in storeIdentifier: String) -> DefaultHistoryToken? {
        number.map { number in
            let position = distance == 0 ? number : number - distance - 1
            return DefaultHistoryToken(storeIdentifier: storeIdentifier, transaction: position)
        }
    }
}

/// A function that receives statements, behind a lock.
final class StatementObserver: Sendable {
    let function = Locked<(@Sendable (String) -> Void)?>(nil)

    func report(_ sql: String) { function.withLock { $0 }?(sql) }
}

extension PostgresConfiguration {
    /// The servers that are written, and asked for locks and notices: the primary where the string lists several.
    var servers: PostgresServers { allowsSave && connection.contains(",") ? .primary : .asConfigured }

    fileprivate func poolSettings(of servers: PostgresServers) -> PostgresPoolSettings {
        var settings = PostgresPoolSettings()
        settings.servers = servers
        settings.maximum = max(maximumConnections, 1)
        settings.waitLimit = .seconds(Self.bounded(connectionWaitLimit))
        settings.preparedLimit = max(preparedStatementLimit, 0)
        settings.setup = [
            "SET search_path TO \(namespace.enclosed(in: "\""))",
            "SET lock_timeout TO \(PostgresStore.lockTimeout)",
        ]
        if let statementTimeout = statementTimeout.map(Self.bounded) {
            // A server that does not answer either does not end its statements.
            settings.answerLimit = .seconds(statementTimeout + 10)
            settings.setup.append("SET statement_timeout TO \(Int64(statementTimeout * 1000))")
        }
        if !allowsSave || tables == .existing { settings.setup.append("SET default_transaction_read_only TO on") }
        return settings
    }

    /// A number of seconds that the server can count in milliseconds; 0 for a negative one, and for one that is not a number.
    private static func bounded(_ seconds: Double) -> Double { seconds > 0 ? min(seconds, 2_000_000) : 0 }
}
#endif
