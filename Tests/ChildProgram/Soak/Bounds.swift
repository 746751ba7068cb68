/// The bounds of a program's resources, whatever it does and for however long.
enum Bounds {
    /// Resident memory.
    static let memory = option("--memory").map { Int($0) << 20 } ?? 512 << 20
    /// Allocated bytes of the last third of the run beyond those of the second. A server that keeps 2 KB of each
    /// request passes this in two minutes.
    static let memoryGrowth = 32 << 20
    /// Descriptors: 12 connections of two containers with a file, its `-wal` and its `-shm` each, those of a third
    /// one that comes and goes, and what watches for commits.
    static let descriptors = 120
    /// Files in the temporary folder.
    static let temporaryFiles = 8
    /// Models in memory: those of new rows, and the results of observers, of which there are about 2,500 rows.
    static let models = 10_000
    /// The `-wal`, with a limit of ``logLimit``: what a save that is under way adds, and what a reader of three
    /// seconds holds back.
    static let logLimit = 8 << 20
    static let log = 128 << 20
    /// Files of large values: one for each account, and those of saves that are under way.
    static func largeValues(accounts: Int) -> Int { accounts + 64 }
}
