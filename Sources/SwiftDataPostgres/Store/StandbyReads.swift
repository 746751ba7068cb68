#if PostgreSQL
import Foundation
import SwiftDataCore

/// Reads from standbys. A read sees the writes of this process and the commits that it has a notice of: it waits until
/// the standby has replayed them, and is made on the primary where that takes too long.
final class StandbyReads: Sendable {
    private let pool: PostgresPool
    /// The position in the write-ahead log that a standby has to have reached.
    private let required = Locked<UInt64>(0)

    /// The time that a read waits for a standby.
    private static let limit = Duration.milliseconds(500)

    init(_ pool: PostgresPool) { self.pool = pool }

    func close() { pool.close() }

    /// Notes a position up to which something was written, or read, on the primary.
    func require(_ position: String?) {
        guard let position = position.flatMap(Self.number) else { return }
        required.withLock { $0 = max($0, position) }
    }

    /// Runs a read on a standby.
    /// - Returns: Nil where the primary has to be asked: no standby is reached, or none has caught up.
    /// - Throws: The error of the read.
    func reading<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result? {
        do {
            return try pool.withConnection { connection in
                guard try hasCaughtUp(connection) else { return nil }
                return try body(connection)
            }
        } catch let failure as PostgresFailure where failure.isConnectionLost || failure.isWorthRetrying {
            // The standby has gone, or has taken rows away that the primary has removed.
            return nil
        } catch let error as StoreError where error.code == .cannotOpen || error.code == .busy {
            let kind = "No standby can be read"
            log.limited(.notice, kind, "\(kind), and the primary is: \(error.message)")
            return nil
        }
    }

    private func hasCaughtUp(_ connection: PostgresConnection) throws -> Bool {
        let wanted = required.withLock { $0 }
        guard connection.isStandby, connection.replayedPosition < wanted else { return true }
        let end = ContinuousClock.now + Self.limit
        while true {
            let found = try connection.run("SELECT pg_last_wal_replay_lsn()::text").text(0, 0)
            connection.replayedPosition = found.flatMap(Self.number) ?? 0
            if connection.replayedPosition >= wanted { return true }
            guard ContinuousClock.now < end else { return false }
            try ContextCall.current?.check()
            Thread.sleep(forTimeInterval: 0.002)
        }
    }

    /// The number of a position in the form "16/B374D848".
    private static func number(_ text: String) -> UInt64? {
        let parts = text.split(separator: "/")
        guard parts.count == 2, let high = UInt64(parts[0], radix: 16), let low = UInt64(parts[1], radix: 16) else {
            return nil
        }
        return high << 32 | low
    }
}
#endif
