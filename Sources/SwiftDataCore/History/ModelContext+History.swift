import Foundation

extension ModelContext {
    /// The transactions of the history that a descriptor describes, from each store of the container that keeps
    /// transactions of the type: oldest first where the descriptor names no order.
    ///
    /// Transactions of one store are in the order in which they were written, with any clock; transactions of several
    /// stores are merged by their times. To a store, a token of another store of the container is before every
    /// transaction.
    ///
    /// Unsaved changes of the context play no part.
    ///
    /// ```swift
    /// let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "widget" })
    /// for transaction in try context.fetchHistory(descriptor) {
    ///     for change in transaction.changes { print(change.changedPersistentIdentifier) }
    /// }
    /// ```
    ///
    /// - Throws: ``SwiftDataError/historyTokenExpired`` for a token after which the store no longer has all
    ///   transactions, ``SwiftDataError/invalidTransactionFetchRequest`` where no store keeps such transactions, and
    ///   ``StoreError`` when a store cannot be read.
    public func fetchHistory<T>(_ descriptor: HistoryDescriptor<T>) throws -> [T] where T: HistoryTransaction {
        try unit.core.fetchHistory(descriptor)
    }

    /// Deletes the transactions of the history that a descriptor describes, and gives their space back.
    ///
    /// ```swift
    /// let old = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < weekAgo })
    /// try context.deleteHistory(old)
    /// ```
    ///
    /// - Throws: The errors of ``fetchHistory(_:)``.
    public func deleteHistory<T>(_ descriptor: HistoryDescriptor<T>) throws where T: HistoryTransaction {
        try unit.saveRequests.checkIsWritable("deleteHistory")
        try unit.core.deleteHistory(descriptor)
    }
}

extension ContainerCore {
    package func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        try checkTokens(descriptor)
        let parts = try stores.compactMap { try $0.fetchHistory(descriptor) }
        guard let first = parts.first else { throw withoutHistory(T.self) }
        guard parts.count > 1 else { return first }
        var merged = descriptor
        merged.predicate = nil
        // Each store has chosen; the remaining work is the order between them, and the limit.
        return try merged.selection(from: descriptor.sortBy.isEmpty ? Self.merged(parts) : Array(parts.joined()))
    }

    /// Transactions of several stores by their times. Transactions of one store keep their order, with any clock.
    private static func merged<T: HistoryTransaction>(_ parts: [[T]]) -> [T] {
        var rests = parts.map { $0[...] }
        var merged: [T] = []
        merged.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        while true {
            var earliest: (part: Int, transaction: T)?
            for (part, rest) in rests.enumerated() {
                guard let next = rest.first else { continue }
                if let known = earliest, known.transaction.timestamp <= next.timestamp { continue }
                earliest = (part, next)
            }
            guard let (part, transaction) = earliest else { return merged }
            merged.append(transaction)
            rests[part].removeFirst()
        }
    }

    /// A token that no store of the container has given has no position in a history.
    private func checkTokens<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction>,
            let predicate = descriptor.predicate
        else { return }
        let known = Set(stores.map(\.storeIdentifier))
        for bound in HistoryCondition(predicate).bounds where known.isDisjoint(with: bound.token.storeIdentifiers) {
            throw SwiftDataError(
                .historyTokenExpired,
                "the token is of a store that the container does not have: it was replaced, or the token is another "
                    + "container's. Fetch everything anew."
            )
        }
    }

    package func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        try checkTokens(descriptor)
        let answers = try stores.map { try $0.deleteHistory(descriptor) }
        guard answers.contains(true) else { throw withoutHistory(T.self) }
    }

    /// The error for a type of transactions that no store has: no store keeps a history, or the stores with a history
    /// have other transactions.
    func withoutHistory(_ type: Any.Type) -> SwiftDataError {
        let kept = stores.compactMap { ($0.object as? any HistoryProviding).map { "\(Self.transactions(of: $0))" } }
        guard kept.isEmpty else {
            return SwiftDataError(
                .invalidTransactionFetchRequest,
                "no store of the container keeps a history of \(type). Ask for the type that its stores provide: "
                    + Set(kept).sorted().joined(separator: ", ") + "."
            )
        }
        let names = stores.map { "\"\($0.configurationName)\" (\(Swift.type(of: $0.object)))" }
        return SwiftDataError(
            .invalidTransactionFetchRequest,
            "no store of the container keeps a history: \(names.joined(separator: ", ")). The default store of a "
                + "ModelConfiguration keeps one; a store of your own does where it conforms to HistoryProviding."
        )
    }

    private static func transactions<Provider: HistoryProviding>(of provider: Provider) -> Any.Type {
        Provider.HistoryType.self
    }
}
