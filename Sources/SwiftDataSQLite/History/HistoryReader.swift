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
    ) throws -> [DefaultHistoryTransaction] {
        let selection = HistorySelection(descriptor, store)
        if selection.readsChanges { return try chosenWithChanges(selection) }
        let rows = try chosen(selection)
        return try completed(rows)
    }

    /// The numbers of the transactions that a descriptor describes.
    func numbers(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws -> [Int64] {
        let selection = HistorySelection(descriptor, store)
        if selection.readsChanges { return try chosenWithChanges(selection).map(\.transactionIdentifier) }
        return try chosen(selection).map(\.number)
    }

    private func rows(_ selection: HistorySelection) throws -> [TransactionRow] {
        try HistoryExpiry(runner: runner, storeIdentifier: store.identifier).check(selection.condition.bounds)
        let statement = selection.statement(TransactionRow.columns(store.file.transactionNames))
        var rows: [TransactionRow] = []
        try runner.query(statement.sql) { binder in
            for binding in statement.bindings { try binding.bind(to: &binder) }
        } row: { row in
            rows.append(TransactionRow(row))
        }
        return rows
    }

    /// The rows that are wanted where that does not depend on what they changed.
    private func chosen(_ selection: HistorySelection) throws -> [TransactionRow] {
        var rows = try rows(selection)
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

    /// The transactions that are wanted where that depends on what they changed. Where the order is known already, no
    /// more is read than the limit needs.
    private func chosenWithChanges(_ selection: HistorySelection) throws -> [DefaultHistoryTransaction] {
        var found: [DefaultHistoryTransaction] = []
        var rest = try rows(selection)[...]
        let limit = selection.limit ?? .max
        while !rest.isEmpty, !selection.order.isWhole || found.count < limit {
            let next = try completed(Array(rest.prefix(KeyList.chunkSize)))
            rest = rest.dropFirst(KeyList.chunkSize)
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
        try DefaultHistoryToken.inHistory(of: store.identifier, body)
    }

    /// The rows with what they changed.
    private func completed(_ rows: [TransactionRow]) throws -> [DefaultHistoryTransaction] {
        let changes = try changes.changes(of: rows.map(\.number))
        return rows.map { transaction($0, changes[$0.number] ?? []) }
    }

    private func transaction(_ row: TransactionRow, _ changes: [HistoryChange]) -> DefaultHistoryTransaction {
        row.transaction(store.identifier, changes: changes)
    }
}
