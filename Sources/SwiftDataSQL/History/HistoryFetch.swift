import Foundation
package import SwiftDataCore

/// One fetch of transactions: reads the rows that SQL selects, and filters, sorts and limits them where SQL does not.
package struct HistoryFetch {
    private let selection: HistorySelection
    private let storeIdentifier: String
    private let heads: [TransactionHead]
    private let changes: ([Int64]) throws -> [Int64: [HistoryChange]]

    /// The number of transactions whose changes are read at once.
    private static let chunk = 500

    /// - Parameters:
    ///   - heads: The transactions that the statement of the selection has found.
    ///   - changes: Reads the changes of transactions, by their numbers.
    package init(
        _ selection: HistorySelection,
        of storeIdentifier: String,
        heads: [TransactionHead],
        changes: @escaping ([Int64]) throws -> [Int64: [HistoryChange]]
    ) {
        self.selection = selection
        self.storeIdentifier = storeIdentifier
        self.heads = heads
        self.changes = changes
    }

    /// The transactions with their changes.
    package func transactions() throws -> [DefaultHistoryTransaction] {
        try selection.readsChanges ? chosenWithChanges() : completed(try chosen())
    }

    /// The numbers of the transactions.
    package func numbers() throws -> [Int64] {
        try selection.readsChanges
            ? chosenWithChanges().map(\.transactionIdentifier) : chosen().map(\.number)
    }

    /// The requested transactions where that does not depend on their changes.
    private func chosen() throws -> [TransactionHead] {
        var rows = heads
        if let predicate = selection.predicate {
            rows = try evaluating { try rows.filter { try predicate.evaluate(transaction($0, [])) } }
        }
        if !selection.order.isWhole {
            let sorted = rows.map { transaction($0, []) }.sorted(using: selection.descriptor.sortBy)
            let byNumber = Dictionary(rows.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
            rows = sorted.compactMap { byNumber[$0.transactionIdentifier] }
        }
        return Array(rows.prefix(selection.limit ?? rows.count))
    }

    /// The requested transactions where that depends on their changes. Where the order is known already, no more is
    /// read than the limit needs.
    private func chosenWithChanges() throws -> [DefaultHistoryTransaction] {
        var found: [DefaultHistoryTransaction] = []
        var rest = heads[...]
        let limit = selection.limit ?? .max
        while !rest.isEmpty, !selection.order.isWhole || found.count < limit {
            let next = try completed(Array(rest.prefix(Self.chunk)))
            rest = rest.dropFirst(Self.chunk)
            guard let predicate = selection.predicate else {
                found += next
                continue
            }
            found += try evaluating { try next.filter { try predicate.evaluate($0) } }
        }
        if !selection.order.isWhole { found.sort(using: selection.descriptor.sortBy) }
        return Array(found.prefix(limit))
    }

    private func evaluating<Result>(_ body: () throws -> Result) rethrows -> Result {
        try DefaultHistoryToken.inHistory(of: storeIdentifier, body)
    }

    /// The transactions with their changes.
    private func completed(_ rows: [TransactionHead]) throws -> [DefaultHistoryTransaction] {
        let changes = try changes(rows.map(\.number))
        return rows.map { transaction($0, changes[$0.number] ?? []) }
    }

    private func transaction(_ row: TransactionHead, _ changes: [HistoryChange]) -> DefaultHistoryTransaction {
        row.transaction(storeIdentifier, changes: changes)
    }
}
