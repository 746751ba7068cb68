import Foundation
import SwiftData

/// The history in a JSON file: what each save has done, and from where on that is known.
struct JSONHistory: Codable, Sendable {
    /// The known transactions, oldest first.
    private(set) var transactions: [JSONHistoryTransaction] = []
    /// The numbers of the last transaction and change that there ever were: no number is given twice.
    private var lastTransaction = 0
    private var lastChange = 0
    /// The last transaction that has been forgotten.
    private var lastForgotten = 0

    /// The position after everything that has happened.
    func end(of store: JSONStore) -> JSONHistoryToken {
        JSONHistoryToken(store: store.identifier, transaction: lastTransaction)
    }

    /// Adds what a save has done, if it has done anything.
    mutating func note(_ changes: SnapshotTableChanges, of store: JSONStore, by author: String?) {
        let differences =
            changes.inserted.map { JSONDifference.inserted($0) } + changes.updated.map { .updated($0) }
            + changes.deleted.map { .deleted($0) }
        guard !differences.isEmpty else { return }
        lastTransaction += 1
        transactions.append(
            JSONHistoryTransaction(
                // The file has dates in whole seconds.
                timestamp: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)),
                token: end(of: store),
                author: author,
                changes: differences.compactMap { difference in
                    lastChange += 1
                    return JSONHistoryChange(
                        difference,
                        number: lastChange,
                        transaction: lastTransaction,
                        schema: store.schema
                    )
                }
            )
        )
    }

    /// True if the changes after a position are not known: the position was forgotten, or an older file has been put
    /// back.
    func hasForgotten(whatFollowed token: JSONHistoryToken) -> Bool {
        token.transaction < lastForgotten || token.transaction > lastTransaction
    }

    mutating func forget(_ forgotten: [JSONHistoryTransaction]) {
        let numbers = Set(forgotten.map(\.transactionIdentifier))
        transactions.removeAll { numbers.contains($0.transactionIdentifier) }
        lastForgotten = max(lastForgotten, numbers.max() ?? 0)
    }

    /// Uses up a number: whoever knows all that happened does not know that everything has gone.
    mutating func forgetEverything() {
        transactions = []
        lastTransaction += 1
        lastForgotten = lastTransaction
    }

    /// The changes after a position; an unspecified change if they are not known.
    func news(since token: JSONHistoryToken) -> [JSONStoreNews] {
        let later = transactions.filter { $0.token > token }
        return later.isEmpty || hasForgotten(whatFollowed: token) ? [.anything] : later.map { .transaction($0) }
    }
}
