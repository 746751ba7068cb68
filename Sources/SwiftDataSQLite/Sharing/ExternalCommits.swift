import GRDB
import SwiftDataCore
import SwiftDataSQL

/// Reads the commits of other writers to a store's file since the store last looked.
struct ExternalCommits {
    let connection: StoreConnection
    let model: StoreModel
    let history: StoredHistory

    /// The greatest number of listed changes: for more of them, reading every model again costs less.
    static let mostChanges = 10_000

    /// The transactions of other writers, in order; a commit of everything where the history does not have the changes.
    /// - Throws: ``StoreError`` with code `closed` where the store is closed, or when it cannot be read. Nothing is lost
    ///   then: the next look finds it.
    func read() throws -> [StoreCommit] {
        guard !connection.isHeldHere else { return [] }
        while true {
            if let commits = try readBetweenWrites() { return commits }
            // Waits for the end of the steps.
            try connection.composedColumns.betweenWrites { try connection.rollBackOpenTransaction() }
        }
    }

    /// Nil while a thread holds the write lock over several steps.
    private func readBetweenWrites() throws -> [StoreCommit]? {
        try connection.withDatabase { writer in
            try writer.writeWithoutTransaction { database in
                guard !database.isInsideTransaction else { return nil }
                let runner = try connection.runner(on: database)
                guard connection.known.isBehind(database, writer) else { return [] }
                var commits: [StoreCommit]?
                for attempt in 1...Self.attempts where commits == nil {
                    try database.inReadTransaction {
                        try connection.known.exchange { known in
                            commits = try read(database, writer, runner, &known, isLast: attempt == Self.attempts)
                            // Reads of a file that changed are forgotten, and made again by the caller.
                            guard connection.source.isWhole(writer, nil) else { throw FileHasChanged() }
                        }
                    }
                }
                return commits ?? []
            }
        }
    }

    /// A writer has changed the file under a connection that takes no locks.
    private struct FileHasChanged: Error {}

    /// The maximum number of attempts to take a snapshot during which no process commits.
    private static let attempts = 20

    /// Nil where a process committed while the snapshot was taken, so that it is not known how many commits it has.
    private func read(
        _ database: Database,
        _ writer: any DatabaseWriter,
        _ runner: SQLRunner,
        _ known: inout KnownCommits.State,
        isLast: Bool
    ) throws -> [StoreCommit]? {
        let before = CommitCounter.current(database)
        // The first statement takes the snapshot that the other statements see.
        let version = DataVersion.current(database)
        let schema = DataVersion.schema(database)
        let count = CommitCounter.current(database)
        guard before == count || isLast else { return nil }
        if schema != known.schema {
            model.served.tablesDidChange()
            try model.orders.refresh(runner)
        }
        var reading = HistoryReading(known, model)
        let hasHistory = try history.exists(runner)
        if hasHistory { try reading.run(runner, history.names) }
        let quiet = DataVersion.quiet(database)
        if let expected = known.expected(before, count, quiet) {
            reading.check(expected)
        } else if version != known.version || known.database !== writer {
            reading.check(1)
        }
        if hasHistory { try reading.finish(runner) }
        if reading.isEverything { known.undescribed += 1 }
        known.transaction = reading.last
        known.own = []
        known.ownCount = 0
        known.count = before == count ? count : nil
        known.quiet = quiet
        known.version = version
        known.schema = schema
        known.database = writer
        return reading.commits
    }
}

/// The rows of the history after a transaction, gathered into commits.
private struct HistoryReading {
    let model: StoreModel
    let own: Set<Int64>
    /// The last transaction that was read.
    private(set) var last: Int64
    private var found: [StoreCommit] = []
    private var current: (number: Int64, commit: StoreCommit)?
    /// The number of transactions of other writers, with changes of entities that the model may not have.
    private var foreign = 0
    private var everything = false
    private var changes = 0

    /// True if the changes of other writers are not known.
    var isEverything: Bool { everything }

    init(_ known: KnownCommits.State, _ model: StoreModel) {
        self.model = model
        own = known.own
        last = known.transaction
    }

    /// The changes that other writers have committed.
    var commits: [StoreCommit] {
        guard everything else { return found.filter { !$0.isEmpty } }
        var commit = StoreCommit(storeIdentifier: model.storeIdentifier)
        commit.everything = true
        if last > 0 { commit.token = token(last) }
        return [commit]
    }

    /// Notes that everything may have changed if the history has fewer transactions than the given number of commits.
    mutating func check(_ commits: Int) {
        if foreign < commits { everything = true }
    }

    /// If the list is incomplete, continues after the last transaction that existed.
    mutating func finish(_ runner: SQLRunner) throws {
        if everything { last = max(last, try runner.lastTransaction()) }
    }

    mutating func run(_ runner: SQLRunner, _ names: TransactionNames) throws {
        let sql = """
            SELECT t.Z_PK, \(names.author), c.ZCHANGETYPE, c.ZENTITY, c.ZENTITYPK FROM ATRANSACTION t \
            LEFT JOIN ACHANGE c ON c.ZTRANSACTIONID = t.Z_PK \
            WHERE t.Z_PK > ? ORDER BY t.Z_PK, c.Z_PK LIMIT \(ExternalCommits.mostChanges + 1)
            """
        let first = last
        try runner.query(sql) {
            $0.integer(first)
        } row: { row in
            take(row)
        }
        finish()
        if changes > ExternalCommits.mostChanges { everything = true }
    }

    private mutating func take(_ row: ResultRow) {
        let number = row.integer(0)
        changes += 1
        if number != last {
            finish()
            // Numbers follow each other: missing numbers have been deleted before it could be read.
            if number != last + 1 { everything = true }
            last = number
            if !own.contains(number) {
                var commit = StoreCommit(storeIdentifier: model.storeIdentifier)
                commit.author = row.isNull(1) ? nil : row.text(1)
                commit.token = token(number)
                current = (number, commit)
                foreign += 1
            }
        }
        guard current != nil, !row.isNull(2), let entity = model[number: row.integer(3)] else { return }
        let identifier = entity.identifier(row.integer(4))
        switch ChangeLog.Kind(rawValue: row.integer(2)) {
        case .insert: current?.commit.inserted.append(identifier)
        case .update: current?.commit.updated.append(identifier)
        case .delete: current?.commit.deleted.append(identifier)
        case nil: everything = true
        }
    }

    private mutating func finish() {
        if let commit = current?.commit { found.append(commit) }
        current = nil
    }

    private func token(_ transaction: Int64) -> DefaultHistoryToken {
        DefaultHistoryToken(storeIdentifier: model.storeIdentifier, transaction: transaction)
    }
}

extension StoreCommit {
    /// True if the commit has no changes of entities of the schema.
    fileprivate var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
