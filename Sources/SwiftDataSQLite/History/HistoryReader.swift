import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Reads the history's tables.
struct HistoryReader {
    private let runner: SQLRunner
    private let store: DefaultStore
    private let changes: HistoryChangeReader

    init(runner: SQLRunner, store: DefaultStore) {
        self.runner = runner
        self.store = store
        changes = HistoryChangeReader(runner: runner, store: store)
    }

    /// The transactions that a descriptor describes.
    func transactions(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] { try fetch(descriptor).transactions() }

    /// The numbers of the transactions that a descriptor describes.
    func numbers(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws -> [Int64] {
        try fetch(descriptor).numbers()
    }

    private func fetch(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws -> HistoryFetch {
        let selection = HistorySelection(
            descriptor,
            dialect: SQLiteDialect(),
            storeIdentifier: store.identifier,
            layout: store.layout,
            columns: store.file.transactionNames.tables
        )
        try HistoryExpiry(runner: runner, storeIdentifier: store.identifier).check(selection.condition.bounds)
        let statement = selection.statement()
        var heads: [TransactionHead] = []
        try runner.query(statement.sql) { binder in
            for binding in statement.bindings { try binding.bind(to: &binder) }
        } row: { row in
            heads.append(TransactionHead(row))
        }
        return HistoryFetch(selection, of: store.identifier, heads: heads) { [changes] in try changes.changes(of: $0) }
    }
}
