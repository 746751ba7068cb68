import SwiftDataCore

extension StoreConnection {
    /// Gives the pages that deletions left free back to the file system, as far as others let us.
    ///
    /// What was deleted stays deleted if this does not succeed; the pages are used again then.
    func giveSpaceBack() {
        do {
            try writeWithoutTransaction { runner in
                if try runner.integer("PRAGMA freelist_count") ?? 0 > 0 {
                    switch try runner.integer("PRAGMA auto_vacuum") {
                    case Self.incremental: try runner.run("PRAGMA incremental_vacuum")
                    case Self.full: break
                    default:
                        // Only a new copy of the file can have less pages, or give them back one by one from now on.
                        try runner.run("PRAGMA auto_vacuum = INCREMENTAL")
                        try runner.run("VACUUM")
                    }
                }
                try checkpoint(runner)
            }
        } catch {
            log.notice("The space of deleted rows is kept for new ones: \(error)")
        }
    }

    private static let full: Int64 = 1
    private static let incremental: Int64 = 2

    /// Moves the `-wal` into the file, which becomes shorter by that. Who reads meanwhile is not waited for.
    private func checkpoint(_ runner: SQLRunner) throws {
        let timeout = try runner.integer("PRAGMA busy_timeout") ?? 0
        defer { try? runner.run("PRAGMA busy_timeout = \(timeout)") }
        try runner.run("PRAGMA busy_timeout = 0")
        try runner.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
