import GRDB

/// The number of commits to a file that changed no model's row: commits that delete history, that make the file
/// shorter, or that open it while its `-wal` is empty. The history does not list them, so other processes could not
/// distinguish them from commits of a program that writes no history.
///
/// It is SQLite's `user_version`, which no framework of Apple's uses, and only in files that this library made. The
/// upper half marks the number as ours: where another program keeps a version of its own there, it stays.
enum QuietCommits {
    private static let tag: Int64 = 0x5344 << 16
    private static let mask: Int64 = 0xFFFF

    private static func isTagged(_ version: Int64) -> Bool { version & ~mask == tag }

    /// Counts the transaction under way, which changes nothing that contexts have read.
    static func note(_ runner: SQLRunner) throws {
        let version = try runner.integer("PRAGMA user_version") ?? 0
        guard version == 0 || isTagged(version) else { return }
        // Each text is run once, so it is not worth keeping.
        try runner.database.execute(sql: "PRAGMA user_version = \(next(version))")
        runner.known?.willCommitQuietly()
    }

    /// Fills a `-wal` of no bytes, as a cut leaves it, with a commit that is counted.
    ///
    /// GRDB's pool writes to such a `-wal` as it opens the file, by a table that it makes and drops again. Other connections
    /// would take that commit for a change that the history does not list.
    static func fillEmptyLog(of path: String, _ database: Database) throws {
        guard FileStatus(path + "-wal")?.size == 0,
            try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal"
        else { return }
        try database.inTransaction(.immediate) {
            guard let version = try Int64.fetchOne(database, sql: "PRAGMA user_version"), isTagged(version) else {
                return .rollback
            }
            try database.execute(sql: "PRAGMA user_version = \(next(version))")
            return .commit
        }
    }

    /// The version after one more.
    static func next(_ version: Int64) -> Int64 { tag | (((version & mask) + 1) & mask) }

    /// The number of commits from one version to another. 0 if another program has set one of them.
    static func count(from before: Int64, to after: Int64) -> UInt32 {
        guard isTagged(after), before == 0 || isTagged(before) else { return 0 }
        return UInt32((after &- before) & mask)
    }
}
