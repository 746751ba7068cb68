extension ModelContainer {
    /// The transactions of the default stores' history, one by one, from a position on and as they are saved: by
    /// contexts of this container, by contexts of other containers, and by other processes.
    ///
    /// ```swift
    /// for try await transaction in try container.historyTransactions(from: .after(last)) {
    ///     for change in transaction.changes { publish(change) }
    ///     remember(transaction.token)
    /// }
    /// ```
    ///
    /// The loop ends when its task is cancelled. See ``HistoryTransactions``.
    ///
    /// An addition to Apple's API.
    /// - Parameters:
    ///   - start: The position in the history at which to begin.
    ///   - observedModels: The models whose changes matter, their subclasses included; empty for all. A transaction
    ///     that changed none of them is left out; one that did has all its changes.
    ///   - authors: The authors whose transactions matter; empty for the transactions of all authors, also of authors
    ///     without a name.
    ///   - batchSize: The number of transactions that are read, and kept in memory, at a time.
    /// - Throws: ``SwiftDataError/invalidTransactionFetchRequest`` where no store keeps such a history or a token is
    ///   not of a store of the container, ``SwiftDataError/unknownSchema`` for a model that the container does not
    ///   have, and ``StoreError`` when a store cannot be read. A token after which the store no longer has all
    ///   transactions makes the stream throw when it is read.
    public func historyTransactions(
        from start: HistoryStart<DefaultHistoryToken> = .now,
        observedModels: [any PersistentModel.Type] = [],
        authors: Set<String> = [],
        batchSize: Int = 100
    ) throws -> HistoryTransactions<DefaultHistoryTransaction> {
        try historyTransactions(
            of: DefaultHistoryTransaction.self,
            from: start,
            observedModels: observedModels,
            authors: authors,
            batchSize: batchSize
        )
    }

    /// The transactions of a type, for stores that keep a history of their own; otherwise as
    /// ``historyTransactions(from:observedModels:authors:batchSize:)``.
    ///
    /// Commits are noticed as the store reports them: it answers saves with tokens or not, and calls `rowsDidChange`
    /// for the changes of other writers.
    ///
    /// An addition to Apple's API.
    /// - Parameters:
    ///   - type: The type of the transactions, as the store's ``HistoryProviding/historyType`` is.
    ///   - start: The position in the history at which to begin.
    ///   - observedModels: The models whose changes matter, their subclasses included; empty for all.
    ///   - authors: The authors whose transactions matter; empty for all transactions.
    ///   - batchSize: The number of transactions that are read, and kept in memory, at a time.
    /// - Throws: The errors of ``historyTransactions(from:observedModels:authors:batchSize:)``.
    public func historyTransactions<T>(
        of type: T.Type,
        from start: HistoryStart<T.TokenType> = .now,
        observedModels: [any PersistentModel.Type] = [],
        authors: Set<String> = [],
        batchSize: Int = 100
    ) throws -> HistoryTransactions<T> where T: HistoryTransaction, T.TokenType: HistoryToken {
        HistoryTransactions(
            core: core,
            sources: try core.historySources(of: T.self, from: start),
            interest: HistoryInterest(
                entityNames: try core.entityNames(of: observedModels),
                authors: authors.isEmpty ? nil : authors
            ),
            batchSize: max(batchSize, 1)
        )
    }
}

extension ContainerCore {
    /// The stores that keep transactions of a type, each with the position in its history to begin at.
    fileprivate func historySources<T: HistoryTransaction>(
        of type: T.Type,
        from start: HistoryStart<T.TokenType>
    ) throws -> [HistorySource<T>] where T.TokenType: HistoryToken {
        let stores = stores.filter { $0.keepsHistory(of: T.self) }
        guard !stores.isEmpty else { throw withoutHistory(T.self) }
        var positions: [String: T.TokenType] = [:]
        switch start {
        case .beginning: return stores.map { HistorySource(store: $0, position: nil) }
        case .now: break
        case .after(let token): positions[try store(of: token, among: stores)] = token
        case .afterEach(let tokens): positions = tokens
        }
        let unknown = Set(positions.keys).subtracting(stores.map(\.storeIdentifier))
        guard unknown.isEmpty else { throw Self.foreignToken }
        return try stores.map { store in
            let given = positions[store.storeIdentifier]
            return HistorySource(store: store, position: try given ?? store.newestToken(T.self))
        }
    }

    /// The identifier of the store that a token is of; the only store there is for a token without one.
    private func store(of token: some HistoryToken, among stores: [any StoreAccess]) throws -> String {
        if !token.storeIdentifier.isEmpty { return token.storeIdentifier }
        guard let only = stores.first, stores.count == 1 else { throw Self.foreignToken }
        return only.storeIdentifier
    }

    private static var foreignToken: SwiftDataError {
        SwiftDataError(
            .invalidTransactionFetchRequest,
            "a history token does not name one of the container's stores that keep such a history. Give each token with "
                + "the identifier of its store, or a token of this container."
        )
    }
}

extension StoreAccess {
    fileprivate func keepsHistory<T: HistoryTransaction>(of type: T.Type) -> Bool {
        func keeps<Provider: HistoryProviding>(_ provider: Provider) -> Bool { Provider.HistoryType.self == type }
        return (object as? any HistoryProviding).map { keeps($0) } ?? false
    }
}
