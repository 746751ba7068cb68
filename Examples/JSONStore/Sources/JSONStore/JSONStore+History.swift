import SwiftData

extension JSONStore: HistoryProviding {
    public typealias HistoryType = JSONHistoryTransaction

    public func fetchHistory(
        _ descriptor: HistoryDescriptor<JSONHistoryTransaction>
    ) throws -> [JSONHistoryTransaction] {
        try exclusively {
            let history = try read().history
            if let token = descriptor.earliestToken, token.store == identifier,
                history.hasForgotten(whatFollowed: token)
            {
                throw SwiftDataError.historyTokenExpired
            }
            return try descriptor.selection(from: history.transactions)
        }
    }

    public func deleteHistory(_ descriptor: HistoryDescriptor<JSONHistoryTransaction>) throws {
        try exclusively {
            let contents = try read()
            var history = contents.history
            history.forget(try descriptor.selection(from: history.transactions))
            try write(contents.table, history, checking: [])
        }
    }
}

/// The changes that another process made to the file.
enum JSONStoreNews {
    case transaction(JSONHistoryTransaction)
    case anything
}

extension JSONStore {
    /// Tells the contexts of the container what another process did.
    func report(_ news: JSONStoreNews) {
        guard case .transaction(let transaction) = news else { return rowsDidChange() }
        var inserted: [PersistentIdentifier] = []
        var updated: [PersistentIdentifier] = []
        var deleted: [PersistentIdentifier] = []
        for change in transaction.changes {
            switch change {
            case .insert(let insert): inserted.append(insert.changedPersistentIdentifier)
            case .update(let update): updated.append(update.changedPersistentIdentifier)
            case .delete(let delete): deleted.append(delete.changedPersistentIdentifier)
            }
        }
        rowsDidChange(
            inserted: inserted,
            updated: updated,
            deleted: deleted,
            author: transaction.author,
            historyToken: transaction.token
        )
    }
}
