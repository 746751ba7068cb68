#if PostgreSQL
import Foundation
import SwiftDataCore

/// The settings of a pool.
package struct PostgresPoolSettings: Sendable, Hashable {
    /// The largest number of connections.
    package var maximum = 8
    /// The time that a borrower waits for a connection.
    package var waitLimit = Duration.seconds(10)
    /// The time after which an idle connection is closed.
    package var idleLimit = Duration.seconds(300)
    /// The time after which a connection is closed when it is given back.
    package var lifetime = Duration.seconds(3600)
    /// The idle time after which a connection is tried before it is lent.
    package var checkInterval = Duration.seconds(30)
    /// The number of prepared statements of a connection; 0 for none.
    package var preparedLimit = 256
    /// The requested servers of the connection string.
    package var servers = PostgresServers.asConfigured
    /// The time that an answer may take; nil for no limit.
    package var answerLimit: Duration?
    /// The statements with which each connection begins.
    package var setup: [String] = []

    package init() {}
}

/// The connections of a store. A thread borrows one, and waits where all are lent.
///
/// `@unchecked Sendable`: `condition` guards `idle`, `lent` and `isClosed`.
package final class PostgresPool: @unchecked Sendable {
    private struct Idle {
        let connection: PostgresConnection
        let born: ContinuousClock.Instant
        let since: ContinuousClock.Instant
    }

    private let information: String
    private let settings: PostgresPoolSettings
    private let condition = NSCondition()
    /// The idle connections, the one that was given back last at the end.
    private var idle: [Idle] = []
    private var lent = 0
    private var isClosed = false
    private let observer: @Sendable (String) -> Void
    private let trips = Locked(0)

    package init(
        _ information: String,
        _ settings: PostgresPoolSettings = PostgresPoolSettings(),
        observer: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.information = information
        self.settings = settings
        self.observer = observer
    }

    /// The number of connections, lent ones included.
    package var count: Int { condition.withLock { idle.count + lent } }

    /// The number of times that a connection has waited for the server's answers, for tests.
    package var roundTrips: Int { trips.withLock { $0 } }

    /// Lends a connection for a piece of work. A transaction that the work leaves open is rolled back.
    /// - Throws: ``StoreError`` with code `busy` where none is free in time, with code `cannotOpen` where the server cannot be
    ///   reached, with code `closed` for a closed pool; the error of the work.
    package func withConnection<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        let (connection, born) = try borrow()
        defer { giveBack(connection, born) }
        return try body(connection)
    }

    /// Closes the connections that are idle, and the lent ones as they come back.
    package func close() {
        condition.withLock {
            isClosed = true
            idle = []
            condition.broadcast()
        }
    }

    private func borrow() throws -> (PostgresConnection, ContinuousClock.Instant) {
        while let found = try take() {
            let isFresh = ContinuousClock.now - found.since < settings.checkInterval
            if !found.connection.isEnded, isFresh || (try? found.connection.run("SELECT 1")) != nil {
                return (found.connection, found.born)
            }
            condition.withLock {
                lent -= 1
                condition.signal()
            }
        }
        do {
            let connection = try PostgresConnection(
                information,
                preparedLimit: settings.preparedLimit,
                servers: settings.servers
            )
            connection.answerLimit = settings.answerLimit
            connection.observer = observer
            connection.roundTrip = { [trips] in trips.withLock { $0 += 1 } }
            for statement in settings.setup { try connection.script(statement) }
            return (connection, .now)
        } catch {
            condition.withLock {
                lent -= 1
                condition.signal()
            }
            throw StoreError(
                .cannotOpen,
                "the PostgreSQL server cannot be reached, or refuses the connection: \(error)",
                underlying: error
            )
        }
    }

    /// Waits for an idle connection, or for leave to make one: nil then.
    private func take() throws -> Idle? {
        condition.lock()
        defer { condition.unlock() }
        let limit = ContextCall.current?.endOfWait ?? .now + settings.waitLimit
        let end = min(limit, .now + settings.waitLimit)
        while true {
            guard !isClosed else { throw StoreError(.closed, "the store was closed.") }
            let now = ContinuousClock.now
            idle.removeAll { now - $0.since > settings.idleLimit }
            if let last = idle.popLast() {
                lent += 1
                return last
            }
            if lent < settings.maximum {
                lent += 1
                return nil
            }
            try ContextCall.current?.check()
            guard now < end else {
                throw StoreError(
                    .busy,
                    "all \(settings.maximum) connections to the server are in use. Use more of them, or do less at once."
                )
            }
            // A cancelled call does not signal.
            let step = min(end - now, .milliseconds(100))
            _ = condition.wait(until: Date(timeIntervalSinceNow: step / .seconds(1)))
        }
    }

    private func giveBack(_ connection: PostgresConnection, _ born: ContinuousClock.Instant) {
        let now = ContinuousClock.now
        // A request to stop a statement would stop one of the next borrower.
        let mayBeStopped = connection.cancellation?.isUnderWay == true
        var isOfUse = !connection.isLost && !mayBeStopped && now - born < settings.lifetime
        if isOfUse {
            do {
                try connection.reset()
                isOfUse = connection.isIdle
            } catch {
                isOfUse = false
            }
        }
        condition.withLock {
            lent -= 1
            if isOfUse, !isClosed { idle.append(Idle(connection: connection, born: born, since: now)) }
            condition.signal()
        }
    }
}
#endif
