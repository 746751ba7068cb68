/// A data store that keeps a history of its changes.
public protocol HistoryProviding {
    /// The type of its transactions.
    associatedtype HistoryType: HistoryTransaction

    /// The type of its transactions, by which a context finds the store for a descriptor.
    static var historyType: HistoryType.Type { get }
    /// The transactions that a descriptor describes.
    func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]
    /// Forgets the transactions that a descriptor describes.
    func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

extension HistoryProviding {
    /// The type of its transactions.
    public static var historyType: HistoryType.Type { HistoryType.self }
}
