/// A data store that tells what has changed in it.
public protocol HistoryProviding {
    /// The transactions that it tells of.
    associatedtype HistoryType: HistoryTransaction

    /// The transactions that it tells of, by which a context finds the store for a descriptor.
    static var historyType: HistoryType.Type { get }
    /// The transactions that a descriptor describes.
    func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]
    /// Forgets the transactions that a descriptor describes.
    func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

extension HistoryProviding {
    /// The transactions that it tells of.
    public static var historyType: HistoryType.Type { HistoryType.self }
}
