import JSONStore
import SwiftData

/// A transaction in the history of a store that keeps trips: databases and servers have one type, JSON files another.
public protocol TripTransaction: HistoryTransaction where TokenType: HistoryToken & Hashable {
    /// The transactions after a position; all without one.
    static func after(_ token: TokenType?) -> Predicate<Self>
    /// The transactions after a position that somebody else has saved.
    static func after(_ token: TokenType?, notBy author: String) -> Predicate<Self>
    /// The transactions before a moment.
    static func before(_ moment: Date) -> Predicate<Self>
    /// The order from the last transaction to the first one.
    static var newestFirst: SortDescriptor<Self> { get }
}

extension DefaultHistoryTransaction: TripTransaction {
    public static func after(_ token: DefaultHistoryToken?) -> Predicate<DefaultHistoryTransaction> {
        guard let token else { return .true }
        return #Predicate { $0.token > token }
    }

    public static func after(
        _ token: DefaultHistoryToken?,
        notBy author: String
    ) -> Predicate<DefaultHistoryTransaction> {
        guard let token else { return #Predicate { $0.author != author } }
        return #Predicate { ($0.token > token) && ($0.author != author) }
    }

    public static func before(_ moment: Date) -> Predicate<DefaultHistoryTransaction> {
        #Predicate { $0.timestamp < moment }
    }

    public static var newestFirst: SortDescriptor<DefaultHistoryTransaction> {
        SortDescriptor(\.token, order: .reverse)
    }
}

extension JSONHistoryTransaction: TripTransaction {
    public static func after(_ token: JSONHistoryToken?) -> Predicate<JSONHistoryTransaction> {
        guard let token else { return .true }
        return #Predicate { $0.token > token }
    }

    public static func after(_ token: JSONHistoryToken?, notBy author: String) -> Predicate<JSONHistoryTransaction> {
        guard let token else { return #Predicate { $0.author != author } }
        return #Predicate { ($0.token > token) && ($0.author != author) }
    }

    public static func before(_ moment: Date) -> Predicate<JSONHistoryTransaction> {
        #Predicate { $0.timestamp < moment }
    }

    public static var newestFirst: SortDescriptor<JSONHistoryTransaction> { SortDescriptor(\.token, order: .reverse) }
}

extension TripStore {
    /// The type of the transactions in the store's history.
    public var transactionType: any TripTransaction.Type {
        if case .json = self { JSONHistoryTransaction.self } else { DefaultHistoryTransaction.self }
    }
}
