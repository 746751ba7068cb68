import SwiftDataCore

/// The tables of a store's history, as SQL. The table of transactions has the alias `t`.
package struct HistoryColumns: Sendable {
    /// The name of the table of transactions.
    package let table: String
    /// The number of a transaction.
    package let number: String
    /// The time of a transaction.
    package let timestamp: String
    package let author: String
    package let bundle: String
    package let process: String
    /// The table of changes.
    package let changes: String
    /// The columns of a change: the number of its transaction, the key of its row, and the number of the row's entity.
    package let change: (transaction: String, key: String, entity: String)

    package init(
        table: String,
        number: String,
        timestamp: String,
        author: String,
        bundle: String,
        process: String,
        changes: String,
        change: (transaction: String, key: String, entity: String)
    ) {
        self.table = table
        self.number = number
        self.timestamp = timestamp
        self.author = author
        self.bundle = bundle
        self.process = process
        self.changes = changes
        self.change = change
    }

    /// The columns of a ``TransactionHead``, in its order.
    package var heads: String { [number, timestamp, author, bundle, process].joined(separator: ", ") }

    /// The condition that a transaction has changed a row.
    func hasChanged(_ key: Int64, of entity: Int64) -> SQLFragment {
        let row = SQLFragment(binding: .integer(key), .integer(.int64))
        let isOfTransaction = "c.\(change.transaction) = \(number) AND c.\(change.entity) = \(entity)"
        return "EXISTS (SELECT 1 FROM \(changes) c WHERE \(isOfTransaction) AND c.\(change.key) = \(row))"
    }
}
