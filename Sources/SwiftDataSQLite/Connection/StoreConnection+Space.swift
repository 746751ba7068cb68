import Foundation
import SwiftDataCore

extension StoreConnection {
    /// Gives the pages that deletions left free back to the file system, as far as other connections let us.
    ///
    /// Deleted rows stay deleted if this does not succeed; the pages are used again then.
    /// - Parameter isWrittenByLibrary: True if this library made the file, so that other processes can see that no row has changed.
    func giveSpaceBack(isWrittenByLibrary: Bool) {
        guard transaction == nil else { return }
        do {
            let (free, mode) = try writeWithoutTransaction(mayCommit: false) { runner in
                (
                    try runner.integer("PRAGMA freelist_count") ?? 0,
                    try runner.integer("PRAGMA auto_vacuum")
                )
            }
            if free > 0 {
                switch mode {
                case Self.incremental: try shrink(isWrittenByLibrary: isWrittenByLibrary)
                case Self.full: break
                default: try renew()
                }
            }
            try writeWithoutTransaction(mayCommit: false) { try checkpoint($0) }
        } catch {
            log.notice("The space of deleted rows could not be released, and new rows reuse it: \(error)")
        }
    }

    private static let full: Int64 = 1
    private static let incremental: Int64 = 2

    /// Gives back some pages at a time: other writers wait no longer than for a large save.
    private func shrink(isWrittenByLibrary: Bool) throws {
        while true {
            let (before, after) = try write { runner in
                let before = try runner.integer("PRAGMA freelist_count") ?? 0
                guard before > 0 else { return (before, before) }
                try runner.run("PRAGMA incremental_vacuum(\(Self.pagesAtOnce))")
                if isWrittenByLibrary { try QuietCommits.note(runner) }
                return (before, try runner.integer("PRAGMA freelist_count") ?? 0)
            }
            guard after > 0, after < before else { return }
            // A process that waits for the lock asks for it from time to time, and would hardly ever find it free.
            Thread.sleep(forTimeInterval: Self.pause)
        }
    }

    private static let pagesAtOnce = 1_000
    private static let pause = 0.005

    /// Rewrites the file. Only a new copy of the file can have fewer pages, or release them one by one from now on.
    private func renew() throws {
        try writeWithoutTransaction { runner in
            try runner.run("PRAGMA auto_vacuum = INCREMENTAL")
            try runner.run("VACUUM")
        }
    }

    /// Makes the `-wal` short again after a large transaction, as far as other connections let us.
    func shortenLog() {
        do {
            try writeWithoutTransaction(mayCommit: false) { try checkpoint($0) }
        } catch {
            log.notice("The -wal file of the store could not be truncated: \(error)")
        }
    }

    /// Moves the `-wal` into the file, which makes it shorter. It does not wait for concurrent readers.
    private func checkpoint(_ runner: SQLRunner) throws {
        try runner.database.waitingForLocks(milliseconds: 0) { try runner.run("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
}
