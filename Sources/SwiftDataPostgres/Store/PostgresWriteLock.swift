#if PostgreSQL
import Foundation
package import SwiftDataCore

/// The write lock of a store: an advisory lock of the server, which each save shares and one context may have alone. Its
/// connection is its own, so that it ends with the process.
///
/// `@unchecked Sendable`: `connection` has a lock of its own.
final class PostgresWriteLock: WriteLock, @unchecked Sendable {
    private let connection: Locked<PostgresConnection?>
    private let ended: @Sendable () -> Void

    init(_ connection: PostgresConnection, ended: @escaping @Sendable () -> Void) {
        self.connection = Locked(connection)
        self.ended = ended
    }

    /// Rows are read by other connections, whose state has no number.
    var version: StoreVersion? { nil }

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
    /// The two numbers of the advisory lock: that of this library, "swft" in ASCII, and one of the store.
    static func lockNumbers(_ identifier: String) -> String { "1937204853, hashtext('\(identifier)')" }

    package func takeWriteLock(for editing: EditingState) throws -> any WriteLock {
        let id = editing.id
        guard holds.withLock({ $0[id] == nil }) else {
            throw StoreError(.locked, "the context has the write lock of the store already.")
        }
        let lock = try telling {
            let connection = try PostgresConnection(configuration.connection, preparedLimit: 0)
            try connection.script("SET lock_timeout TO \(Self.lockTimeout)")
            try connection.script("SELECT pg_advisory_lock(\(Self.lockNumbers(identifier)))")
            return PostgresWriteLock(connection) { [weak self] in
                self?.holds.withLock { $0[id] = nil }
            }
        }
        holds.withLock { $0[id] = lock }
        return lock
    }

    /// The time that a writer waits for another one, in milliseconds.
    static var lockTimeout: Int { 10_000 }
}
#endif
