#if PostgreSQL
import Foundation
package import SwiftDataCore

/// The write lock of a store, which each save shares and one context may have alone: see ``StoreLocks``. Its connection, with a
/// transaction that is open, is its own, so that it ends with the process.
///
/// `@unchecked Sendable`: `connection` has a lock of its own.
final class PostgresWriteLock: WriteLock, @unchecked Sendable {
    private let connection: Locked<PostgresConnection?>
    private let ended: @Sendable () -> Void

    /// - Parameter connection: Nil inside of a migration, which keeps other writers out by itself.
    init(_ connection: PostgresConnection?, ended: @escaping @Sendable () -> Void) {
        self.connection = Locked(connection)
        self.ended = ended
    }

    /// Rows are read by other connections, whose state has no number.
    var version: StoreVersion? { nil }

    /// True if the server has not given the lock up, which it does with the connection.
    var isAlive: Bool { connection.withLock { (try? $0?.run("SELECT 1")) != nil } }

    func release() {
        // The server gives the lock up with the connection.
        let held = connection.withLock { connection in
            defer { connection = nil }
            return connection
        }
        if held != nil { ended() }
    }
}

extension PostgresStore {
    /// The locks of the store.
    var locks: StoreLocks {
        StoreLocks(features: model.features, namespace: configuration.namespace, identifier: identifier)
    }

    package func takeWriteLock(for editing: EditingState) throws -> any WriteLock {
        let id = editing.id
        guard holds.withLock({ $0[id] == nil }) else {
            throw StoreError(.locked, "the context has the write lock of the store already.")
        }
        if isInside { return PostgresWriteLock(nil) {} }
        let lock = try mappingErrors {
            wantsHold.withLock { $0 += 1 }
            defer { wantsHold.withLock { $0 -= 1 } }
            let connection = try PostgresConnection(
                configuration.connection,
                preparedLimit: 0,
                servers: configuration.servers
            )
            try connection.script("BEGIN")
            try connection.script("SET LOCAL lock_timeout TO \(Self.lockTimeout)")
            try connection.script("SET LOCAL idle_in_transaction_session_timeout TO 0")
            // PostgreSQL has it from version 17 on.
            try connection.run(
                "SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout'"
            )
            for statement in locks.alone { try connection.script(statement) }
            return PostgresWriteLock(connection) { [weak self] in
                self?.holds.withLock { $0[id] = nil }
            }
        }
        holds.withLock { $0[id] = lock }
        return lock
    }

    /// Waits for contexts of this process that have the lock, so that a waiting writer keeps no connection that they need.
    /// - Returns: True if the given context has the lock.
    /// - Throws: ``StoreError`` with code `locked` where the lock was lost, or is not free in time.
    func checkHold(of context: EditingState.ID?) throws -> Bool {
        let end = ContinuousClock.now + .milliseconds(Self.lockTimeout)
        while true {
            let held = holds.withLock { $0 }
            if let context, let own = held[context] {
                guard own.isAlive else {
                    own.release()
                    throw StoreError(
                        .locked,
                        "the connection with the write lock was lost, so other writers may have committed. Run the transaction again."
                    )
                }
                return true
            }
            // Behind a context that waits for the lock, saves would keep the connections that it needs.
            if held.isEmpty, wantsHold.withLock({ $0 }) == 0 { return false }
            try ContextCall.current?.check()
            guard ContinuousClock.now < end else {
                throw StoreError(.locked, "another context of this process keeps the write lock. Save again.")
            }
            Thread.sleep(forTimeInterval: 0.002)
        }
    }

    /// The time that a writer waits for another one, in milliseconds.
    static var lockTimeout: Int { 10_000 }
}
#endif
