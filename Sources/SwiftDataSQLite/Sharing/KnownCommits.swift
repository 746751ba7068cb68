import GRDB
import GRDBSQLite
import SwiftDataCore

/// The state of a store's file that the store knows, so that it can distinguish commits of other writers from its own.
///
/// Other writers are other processes, and other stores of this process on the same file. SQLite counts all commits; the
/// store counts its own. All of this happens while the connection that writes is in use, so that no save of the store
/// is under way.
final class KnownCommits: Sendable {
    private let state = Locked(State())
    /// True if there can be other writers. A store in memory is not shared, and SQLite's version of its data
    /// means nothing.
    private let isShared: Bool

    init(isShared: Bool) { self.isShared = isShared }

    struct State {
        /// The connections that it is known of; a store that is read only may open other ones.
        weak var database: (any DatabaseWriter)?
        /// SQLite's count of commits when the store last looked; nil where it is not known.
        var count: UInt32?
        /// The commits of the store since then, where other writers have committed as well.
        var ownCount: UInt32 = 0
        /// The count of ``QuietCommits`` when the store last looked, with the quiet commits of the store since then.
        var quiet: Int64 = 0
        /// The version of the data, for where commits cannot be counted.
        var version: Int64?
        /// The version of the tables.
        var schema: Int64?
        /// The last transaction of the history that need not be read again.
        var transaction: Int64 = 0
        /// Later transactions of the store.
        var own: Set<Int64> = []
        /// The number of times that other writers had committed changes that the history does not have.
        var undescribed = 0
        fileprivate var save: Save?
    }

    /// The save under way.
    fileprivate struct Save {
        let count: UInt32?
        let writtenPages: CInt
        /// True if there are commits of other writers that the store has not looked at.
        let isDisturbed: Bool
        /// The number of the transaction in the history.
        var transaction: Int64?
        /// True if ``QuietCommits`` counts the save.
        var isQuiet = false
    }

    /// True if other writers may have written something since a context last received their changes. To be
    /// asked in a transaction of the store.
    /// - Parameter seen: The value of `undescribed` that the context has received.
    func mayBeStale(seen: Int) -> Bool {
        state.withLock { $0.undescribed > seen || $0.save?.isDisturbed == true }
    }

    /// Notes where the file is before anything of it is read.
    func begin(_ database: Database, _ writer: any DatabaseWriter) {
        // Nothing is shared before something has been read.
        let version = DataVersion.current(database)
        let schema = DataVersion.schema(database)
        let count = CommitCounter.current(database)
        // After the count: a commit between the two must not be taken for one that changes nothing.
        let quiet = DataVersion.quiet(database)
        state.withLock { state in
            state.database = writer
            // The rows that a migration has written were committed before.
            state.ownCount = 0
            state.own = []
            state.quiet = quiet
            state.version = version
            state.schema = schema
            state.count = count
        }
    }

    /// Notes the last transaction at the time of the opening of the store.
    func begin(transaction: Int64) {
        state.withLock { $0.transaction = max($0.transaction, transaction) }
    }

    /// The version of the data where the store last looked.
    var version: Int64? { state.withLock { $0.version } }

    /// The number of the store's own transactions that are known in addition to the transactions of other writers, for
    /// tests.
    var ownTransactionCount: Int { state.withLock { $0.own.count } }

    /// True if other writers have committed since the store last looked.
    func isBehind(_ database: Database, _ writer: any DatabaseWriter) -> Bool {
        let known = state.withLock { $0 }
        guard known.database === writer else { return true }
        if let count = known.count, let current = CommitCounter.current(database) {
            return current != count &+ known.ownCount
        }
        return known.version != DataVersion.current(database)
    }

    /// Gives access to the known state, to be replaced when the commits of other writers have been read.
    func exchange(_ body: (inout State) throws -> Void) rethrows {
        var known = state.withLock { $0 }
        try body(&known)
        state.withLock { $0 = known }
    }
}

extension KnownCommits.State {
    /// The number of commits of other writers that the store did not know and that may change rows. Nil if it cannot be
    /// determined, as when a process committed between the two counts.
    func expected(_ before: UInt32?, _ after: UInt32?, _ quiet: Int64) -> Int? {
        guard let count, let after, before == after else { return nil }
        let others = after &- count &- ownCount
        // After a crash, SQLite counts from the beginning: then it may be anything.
        let quietCount = QuietCommits.count(from: self.quiet, to: quiet)
        guard others < UInt32.max / 2, quietCount <= others else { return Int.max }
        return Int(others - quietCount)
    }
}

// MARK: - Saves of the store

extension KnownCommits {
    /// A transaction of the store has begun: no other writer commits until it ends.
    func transactionDidBegin(_ database: Database) {
        let count = CommitCounter.current(database)
        let pages = CommitCounter.writtenPages(database)
        let known = state.withLock { $0 }
        let isDisturbed =
            if !isShared {
                false
            } else if let count, let before = known.count {
                count != before &+ known.ownCount
            } else {
                known.version != DataVersion.current(database)
            }
        state.withLock {
            $0.save = Save(count: count, writtenPages: pages, isDisturbed: isDisturbed)
        }
    }

    /// True if there are commits of other writers that the store has not looked at, in the transaction
    /// under way.
    var isDisturbed: Bool { state.withLock { $0.save?.isDisturbed ?? false } }

    /// The transaction under way has this number in the history. Where it is rolled back, another one may get it.
    func willCommit(transaction: Int64) {
        state.withLock { $0.save?.transaction = transaction }
    }

    /// The transaction under way is counted by ``QuietCommits``.
    func willCommitQuietly() {
        state.withLock { $0.save?.isQuiet = true }
    }

    /// The transaction is committed.
    func transactionDidCommit(_ database: Database) {
        let pages = CommitCounter.writtenPages(database)
        state.withLock { state in
            guard let save = state.save else { return }
            state.save = nil
            // A transaction that writes nothing is not counted.
            let commits: UInt32 = pages == save.writtenPages ? 0 : 1
            if save.isQuiet { state.quiet = QuietCommits.next(state.quiet) }
            if save.isDisturbed {
                state.ownCount &+= commits
                if let number = save.transaction { state.own.insert(number) }
            } else {
                state.count = save.count.map { $0 &+ commits }
                state.ownCount = 0
                state.transaction = max(state.transaction, save.transaction ?? 0)
            }
        }
    }

    /// Notes a write that may have been several commits: they are not counted until the next check.
    func didWriteWithoutTransaction() {
        state.withLock { $0.count = nil }
    }
}

/// Numbers that SQLite keeps for a connection. They are read without the observers of statements, which count the
/// statements of saves and fetches.
enum DataVersion {
    /// Changes with each commit of another connection, and with none of its own.
    static func current(_ database: Database) -> Int64? { read("PRAGMA data_version", database) }

    /// Changes with the tables, by any connection.
    static func schema(_ database: Database) -> Int64? { read("PRAGMA schema_version", database) }

    /// The count of ``QuietCommits``.
    static func quiet(_ database: Database) -> Int64 { read("PRAGMA user_version", database) ?? 0 }

    private static func read(_ sql: String, _ database: Database) -> Int64? {
        guard let handle = try? database.cachedStatement(sql: sql).sqliteStatement else { return nil }
        defer { sqlite3_reset(handle) }
        return sqlite3_step(handle) == SQLITE_ROW ? sqlite3_column_int64(handle, 0) : nil
    }
}
