import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

extension TemporaryFolder {
    /// A container of the books that gives up waiting for a lock of another program at once.
    func impatientContainer() throws -> ModelContainer {
        try container(for: [Kept.self, KeptShelf.self], busyTimeout: 0.05)
    }
}

extension ModelContainer {
    /// The texts of the statements that the first store runs meanwhile.
    func statements(during work: () throws -> Void) throws -> [String] {
        let connection = try #require(core.stores.first as? TrustedStore<DefaultStore>).store.connection
        let seen = Locked<[String]>([])
        connection.statementObserver = { sql in seen.withLock { $0.append(sql) } }
        defer { connection.statementObserver = nil }
        try work()
        return seen.withLock { $0 }
    }
}

/// Runs work whenever a context posts a notification, on the same thread, as long as a closure runs.
func whenever<Output>(
    _ name: Notification.Name,
    of context: ModelContext,
    do work: @escaping () throws -> Void,
    during body: () throws -> Output
) rethrows -> Output {
    nonisolated(unsafe) let work = work
    let observer = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
        #expect(throws: Never.self) { try work() }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    return try body()
}
