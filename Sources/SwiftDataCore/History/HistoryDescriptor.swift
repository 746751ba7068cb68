public import Foundation

/// A description of the transactions of the history to fetch or to delete.
///
/// ```swift
/// let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > last })
/// let transactions = try context.fetchHistory(descriptor)
/// ```
public struct HistoryDescriptor<TransactionType> where TransactionType: HistoryTransaction {
    /// The condition, or nil for every transaction.
    public var predicate: Predicate<TransactionType>?
    /// The maximum number of transactions, or 0 for no limit.
    public var fetchLimit: UInt64 = 0
    /// The order; oldest first where there is none.
    public var sortBy: [SortDescriptor<TransactionType>] = []

    /// Describes transactions, oldest first.
    public init(predicate: Predicate<TransactionType>? = nil) {
        self.predicate = predicate
    }

    /// Describes transactions in an order.
    public init(predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

extension HistoryDescriptor {
    /// The transactions that the descriptor describes, out of all that there are, oldest first.
    ///
    /// An addition to Apple's API, for stores that keep their history in memory.
    /// - Throws: The error of the predicate.
    public func selection(from transactions: [TransactionType]) throws -> [TransactionType] {
        var selected = transactions
        if let predicate { selected = try selected.filter { try predicate.evaluate($0) } }
        if !sortBy.isEmpty { selected.sort(using: sortBy) }
        guard fetchLimit > 0, fetchLimit < UInt64(selected.count) else { return selected }
        return Array(selected.prefix(Int(fetchLimit)))
    }
}
