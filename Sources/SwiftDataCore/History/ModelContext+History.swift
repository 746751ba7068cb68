import Foundation

extension ModelContext {
    /// The transactions of the history that a descriptor describes, from each store of the container that keeps
    /// transactions of the type: oldest first where the descriptor names no order.
    ///
    /// Unsaved changes of the context play no part.
    /// - Throws: ``SwiftDataError/historyTokenExpired`` for a token of which the store no longer knows what came after
    ///   it, ``SwiftDataError/invalidTransactionFetchRequest`` where no store keeps such transactions, and
    ///   ``StoreError`` when a store cannot be read.
    public func fetchHistory<T>(_ descriptor: HistoryDescriptor<T>) throws -> [T] where T: HistoryTransaction {
        try unit.core.fetchHistory(descriptor)
    }

    /// Deletes the transactions of the history that a descriptor describes, and gives their space back.
    /// - Throws: as ``fetchHistory(_:)``.
    public func deleteHistory<T>(_ descriptor: HistoryDescriptor<T>) throws where T: HistoryTransaction {
        try unit.core.deleteHistory(descriptor)
    }
}

extension ContainerCore {
    package func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        let parts = try stores.compactMap { try $0.fetchHistory(descriptor) }
        guard let first = parts.first else { throw Self.withoutHistory(T.self) }
        guard parts.count > 1 else { return first }
        var merged = descriptor
        merged.predicate = nil
        // Each store has chosen; what is left is the order between them, and the limit.
        let all = parts.joined().enumerated().sorted { left, right in
            left.element.timestamp == right.element.timestamp
                ? left.offset < right.offset : left.element.timestamp < right.element.timestamp
        }
        return try merged.selection(from: all.map(\.element))
    }

    package func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        let answers = try stores.map { try $0.deleteHistory(descriptor) }
        guard answers.contains(true) else { throw Self.withoutHistory(T.self) }
    }

    static func withoutHistory(_ type: Any.Type) -> SwiftDataError {
        SwiftDataError(
            .invalidTransactionFetchRequest,
            "no store of the container keeps a history of \(type). Ask for the type that its store provides, such as "
                + "DefaultHistoryTransaction."
        )
    }
}
