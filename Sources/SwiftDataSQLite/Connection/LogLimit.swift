import Foundation
import GRDB
import SwiftDataCore

/// Keeps the `-wal` of a store short.
///
/// SQLite restarts it where a commit finds that all of it is in the file and that no connection reads it. Where readers
/// overlap all the time, no commit ever does, and the `-wal` grows as long as they continue. So a commit that leaves it
/// longer than the limit waits for readers a moment: readers that come meanwhile read the newest state, which is in the
/// file then.
final class LogLimit: Sendable {
    private let place: String
    private let limit: Int
    /// The length from which on a commit tries again.
    private let next: Locked<Int>

    /// - Parameter path: The file of the store.
    init?(_ path: String?, bytes: Int?) {
        guard let path, let bytes, bytes >= 0 else { return nil }
        place = path + "-wal"
        limit = bytes
        next = Locked(bytes)
    }

    /// The time that a commit waits for readers, in milliseconds.
    private static let patience = 100

    /// Shortens a long `-wal` after a commit. To be called on the connection that has written, outside of a
    /// transaction. A `-wal` that stays long is no reason for a save to fail.
    func transactionDidCommit(_ database: Database) {
        let size = length
        // A reader of an old state has gone, and SQLite has cut the log: the next one is not to make it as long again.
        if size <= limit { return next.withLock { $0 = limit } }
        guard size > next.withLock({ $0 }) else { return }
        do {
            let isCut = try cut(database)
            // A reader that keeps an old state for long is waited for once in a while, not in each save. SQLite itself
            // cuts the log once such a reader is gone.
            next.withLock { $0 = isCut ? limit : size + max(limit, Self.step) }
        } catch {
            next.withLock { $0 = size + max(limit, Self.step) }
            report(error)
        }
    }

    private static let step = 4 << 20

    private func report(_ error: any Error) {
        log.notice("The -wal file of the store could not be truncated: \(error)")
    }

    private var length: Int {
        FileStatus(place).map { Int(clamping: $0.size) } ?? 0
    }

    /// Moves the `-wal` into the file. True if everything is in the file then.
    private func cut(_ database: Database) throws -> Bool {
        let isBusy = try database.waitingForLocks(milliseconds: Self.patience) {
            try Int.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? 1
        }
        return isBusy == 0
    }
}
