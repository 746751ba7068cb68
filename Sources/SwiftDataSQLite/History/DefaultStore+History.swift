public import SwiftDataCore

extension DefaultStore: HistoryProviding {
    /// The type of the store's transactions.
    public typealias HistoryType = DefaultHistoryTransaction
    /// A position in the store's history.
    public typealias TokenType = DefaultHistoryToken

    /// The type of the store's transactions.
    public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

    /// The transactions of the store's history that a descriptor describes, oldest first where it names no order.
    ///
    /// Transactions are in the order of their numbers, which no clock has a part in. A change of an entity that the
    /// store's schema does not have is left out; its transaction is not.
    /// - Throws: ``SwiftDataError/historyTokenExpired`` for a token after which the store no longer has all
    ///   transactions, and ``StoreError`` when the store cannot be read.
    public func fetchHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] {
        try connection.read { runner in
            guard try file.history.exists(runner) else { return [] }
            return try HistoryReader(runner: runner, store: self).transactions(descriptor)
        }
    }

    /// Deletes the transactions of the store's history that a descriptor describes, and gives their space back.
    ///
    /// The file is shorter afterwards, unless other processes are reading it.
    /// - Throws: The errors of ``fetchHistory(_:)``, and ``StoreError`` with code `readOnly` for a store that may not
    ///   be written; nothing has been deleted then.
    public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
        try connection.checkWritable()
        try connection.write { runner in
            guard try file.history.exists(runner) else { return }
            let numbers = try HistoryReader(runner: runner, store: self).numbers(descriptor)
            try HistoryPruning(runner: runner, names: file.transactionNames).delete(numbers)
            if file.isWrittenByLibrary { try QuietCommits.note(runner) }
        }
        connection.giveSpaceBack(isWrittenByLibrary: file.isWrittenByLibrary)
    }
}
