/// A data store that keeps a history of its changes.
public protocol HistoryProviding {
    /// The type of its transactions.
    associatedtype HistoryType: HistoryTransaction

    /// The type of its transactions, by which a context finds the store for a descriptor.
    static var historyType: HistoryType.Type { get }
    /// The transactions that a descriptor describes.
    ///
    /// - Throws: ``SwiftDataError/historyTokenExpired`` where transactions after the token of the predicate are deleted.
    func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]
    /// Deletes the transactions that a descriptor describes, which cannot be fetched afterwards.
    ///
    /// - Throws: An error of the store where it cannot delete them.
    func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

extension HistoryProviding {
    /// The type of its transactions.
    public static var historyType: HistoryType.Type { HistoryType.self }
}
