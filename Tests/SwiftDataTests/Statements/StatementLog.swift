import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Testing

/// The statements that a container's store runs.
final class StatementLog: Sendable {
    private let seen = Mutexed<[String]>([])
    private let store: DefaultStore

    init(_ container: ModelContainer) throws {
        store = try container.defaultStore
        store.statementObserver = { [seen] sql in seen.withLock { $0.append(sql) } }
    }

    deinit { store.statementObserver = nil }

    /// The statements that ran while a closure did.
    func during(_ body: () throws -> Void) rethrows -> [String] {
        seen.withLock { $0 = [] }
        try body()
        return seen.withLock { $0 }
    }
}

extension ModelContainer {
    /// The first store, which is the one on SQLite.
    var defaultStore: DefaultStore {
        get throws { try #require(core.stores.first as? StoreBox<DefaultStore>).store }
    }
}
