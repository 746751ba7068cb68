extension CheckedStore {
    package func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]? {
        guard let provider = store as? any HistoryProviding else { return nil }
        func fetch<Provider: HistoryProviding>(_ provider: Provider) throws -> [T]? {
            guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else { return nil }
            return try calling { _ in try provider.fetchHistory(descriptor) } as? [T]
        }
        let transactions = try fetch(provider)
        return try transactions.map { try checked($0, limit: descriptor.fetchLimit) }
    }

    package func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool {
        guard let provider = store as? any HistoryProviding else { return false }
        func delete<Provider: HistoryProviding>(_ provider: Provider) throws -> Bool {
            guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else { return false }
            try calling { _ in try provider.deleteHistory(descriptor) }
            return true
        }
        return try delete(provider)
    }

    package func hasHistory(after token: any HistoryToken, of interest: HistoryInterest) throws -> Bool {
        guard let provider = store as? any HistoryProviding else {
            throw SwiftDataError(
                .invalidTransactionFetchRequest,
                "the store \"\(configurationName)\" keeps no history, so a history token cannot be used with it."
            )
        }
        func search<Provider: HistoryProviding>(_ provider: Provider) throws -> Bool {
            try hasHistory(of: Provider.HistoryType.self, after: token, interest)
        }
        return try search(provider)
    }

    /// The position in the history that a store answers a save with; none where it is one in another store.
    func checked(_ token: (any HistoryToken)?) -> (any HistoryToken)? {
        guard let token, !token.storeIdentifier.isEmpty, token.storeIdentifier != openedIdentifier else {
            return token
        }
        log.notice("\(configurationName): the history token of a save belongs to another store")
        return nil
    }

    /// Checks transactions, and leaves out more than were asked for.
    private func checked<T: HistoryTransaction>(_ transactions: [T], limit: UInt64) throws -> [T] {
        var known: Set<T.TransactionIdentifier> = []
        for transaction in transactions {
            guard transaction.storeIdentifier == openedIdentifier else {
                throw misbehaving("its history has a transaction of another store")
            }
            guard known.insert(transaction.transactionIdentifier).inserted else {
                throw misbehaving("its history has a transaction twice")
            }
            for change in transaction.changes { try check(change) }
        }
        return limit > 0 && limit < UInt64(transactions.count) ? Array(transactions.prefix(Int(limit))) : transactions
    }

    private func check(_ change: HistoryChange) throws {
        let identifier = change.changedPersistentIdentifier
        guard !identifier.isTemporary, identifier.storeIdentifier == openedIdentifier else {
            throw misbehaving(
                "its history has a change of a row with an identifier that is "
                    + (identifier.isTemporary ? "temporary" : "of another store"),
                entity: identifier.entityName,
                model: identifier
            )
        }
        guard let layout = types[identifier.entityName], layout.modelType == change.modelType else {
            throw misbehaving(
                "its history has a change of a \(change.modelType) with an identifier of another entity",
                entity: identifier.entityName,
                model: identifier
            )
        }
    }
}

extension HistoryChange {
    /// The class that the change names.
    package var modelType: any PersistentModel.Type {
        func ofInsert<Insert: HistoryInsert>(_ insert: Insert) -> any PersistentModel.Type { Insert.Model.self }
        func ofUpdate<Update: HistoryUpdate>(_ update: Update) -> any PersistentModel.Type { Update.Model.self }
        func ofDelete<Delete: HistoryDelete>(_ delete: Delete) -> any PersistentModel.Type { Delete.Model.self }
        return switch self {
        case .insert(let insert): ofInsert(insert)
        case .update(let update): ofUpdate(update)
        case .delete(let delete): ofDelete(delete)
        }
    }
}
