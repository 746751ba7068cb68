import SwiftDataCore
import SwiftDataSQL

/// Reads the history's tables.
struct HistoryReader {
    private let runner: SQLRunner
    private let names: TransactionNames
    private let changes: HistoryChangeReader
    private let storeIdentifier: String

    init(runner: SQLRunner, store: DefaultStore) {
        self.runner = runner
        names = TransactionNames(known: store.file.transactionColumns)
        changes = HistoryChangeReader(runner: runner, store: store)
        storeIdentifier = store.identifier
    }

    func transactions(_ selection: HistorySelection) throws -> [DefaultHistoryTransaction] {
        var rows: [TransactionRow] = []
        let sql = "SELECT \(TransactionRow.columns(names)) FROM ATRANSACTION t ORDER BY t.Z_PK"
        try runner.query(sql) { rows.append(TransactionRow($0)) }
        return try selection.descriptor.selection(from: try completed(rows))
    }

    /// The rows with what they changed.
    private func completed(_ rows: [TransactionRow]) throws -> [DefaultHistoryTransaction] {
        let changes = try changes.changes(of: rows.map(\.number))
        return rows.map { $0.transaction(storeIdentifier, changes: changes[$0.number] ?? []) }
    }
}
