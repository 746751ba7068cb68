import Foundation
import SwiftDataCore

/// Waits for a migration of a store by another process, or on another thread, up to a limit, and logs it.
struct MigrationWait {
    private let path: String
    private let limit: TimeInterval
    private var start: UInt64?
    private var isLogged = false
    /// The time when another process was last seen to migrate.
    private var lastSeen = DispatchTime.now().uptimeNanoseconds

    /// The longest time of one attempt to get the lock, in seconds, so that there is something to read in the log soon.
    static let patience: TimeInterval = 1

    /// - Parameter limit: The maximum time to wait, in seconds.
    init(_ path: String, limit: TimeInterval) {
        self.path = path
        self.limit = limit
    }

    /// Waits for a moment. To be called where the store was found to be locked.
    /// - Parameters:
    ///   - error: The error that was thrown for the lock.
    ///   - patience: The time to wait for other writers, in seconds.
    ///   - observer: Is called each time.
    /// - Throws: The error, where no process has migrated the store for that long; ``StoreError`` with code `locked`
    ///   where a process has for longer than the limit.
    mutating func goOn(
        after error: any Error,
        patience: TimeInterval,
        _ observer: (@Sendable (String) -> Void)? = nil
    ) throws {
        let now = DispatchTime.now().uptimeNanoseconds
        if MigrationFolder(storePath: path).exists {
            try waitForMigration(since: start ?? lastSeen, now)
            lastSeen = now
            observer?("waiting for another migration")
        } else if Self.seconds(from: lastSeen, to: now) >= patience {
            throw error
        }
        Thread.sleep(forTimeInterval: 0.05)
    }

    private mutating func waitForMigration(since begin: UInt64, _ now: UInt64) throws {
        start = begin
        let waited = Self.seconds(from: begin, to: now)
        guard waited < limit else {
            throw StoreError(
                .locked,
                "The store at \(path) is being migrated by another process, or on another thread, which took longer than "
                    + "\(limit) s. Open it again later, or set migrationWait of its configuration. A stage of a migration "
                    + "must not wait for code that opens its store."
            )
        }
        guard !isLogged, waited >= Self.patience else { return }
        isLogged = true
        log.notice(
            "The opening of the store at \(path) waits for the migration by another process, or on another thread, "
                + "for at most \(limit) s."
        )
    }

    private static func seconds(from start: UInt64, to end: UInt64) -> TimeInterval {
        end > start ? TimeInterval(end - start) / 1e9 : 0
    }
}
