import Foundation

/// The part of a history that an observer or a stream waits for.
package struct HistoryInterest: Sendable {
    /// The names of the entities; nil for any.
    package let entityNames: Set<String>?
    /// The authors; nil for any author.
    package let authors: Set<String>?

    package init(entityNames: Set<String>?, authors: Set<String>?) {
        self.entityNames = entityNames
        self.authors = authors
    }

    /// True if a commit may be of interest. A commit that does not name its changes counts as a change of everything. A
    /// commit that names neither its changes nor its author counts as a change by every author.
    package func includes(_ commit: StoreCommit) -> Bool {
        if let authors, !(commit.author.map(authors.contains) ?? commit.everything) { return false }
        guard let entityNames, !commit.everything else { return true }
        return [commit.inserted, commit.updated, commit.deleted].contains { identifiers in
            identifiers.contains { entityNames.contains($0.entityName) }
        }
    }

    package func includes(_ transaction: some HistoryTransaction) -> Bool {
        if let authors, !(transaction.author.map(authors.contains) ?? false) { return false }
        guard let entityNames else { return true }
        return transaction.changes.contains { entityNames.contains($0.changedPersistentIdentifier.entityName) }
    }
}

extension StoreAccess {
    /// True if there is a transaction of a type after a position that is of interest.
    func hasHistory<Transaction: HistoryTransaction, Token: HistoryToken>(
        of type: Transaction.Type,
        after token: Token,
        _ interest: HistoryInterest
    ) throws -> Bool {
        typealias Descriptor = HistoryDescriptor<Transaction>
        guard let keyPath = Descriptor.tokenKeyPath(Token.self) else {
            throw SwiftDataError(
                .invalidTransactionFetchRequest,
                "the store \"\(configurationName)\" has tokens of type \(Transaction.TokenType.self), not \(Token.self)."
            )
        }
        // A few at a time: the first that is of interest is enough.
        let page = 100
        var last = token
        while true {
            var descriptor = Descriptor(predicate: Descriptor.later(than: last, keyPath))
            descriptor.fetchLimit = UInt64(page)
            let transactions = try fetchHistory(descriptor) ?? []
            if transactions.contains(where: { interest.includes($0) }) { return true }
            guard transactions.count >= page, let next = transactions.map({ $0[keyPath: keyPath] }).max(), next > last
            else { return false }
            last = next
        }
    }
}
