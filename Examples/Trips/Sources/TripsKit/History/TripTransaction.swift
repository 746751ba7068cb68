import JSONStore
import SwiftData

/// A transaction in the history of a store that keeps trips: both stores have one of their own.
package protocol TripTransaction: HistoryTransaction where TokenType: HistoryToken & Hashable {
    static func after(_ token: TokenType?) -> Predicate<Self>
    static func after(_ token: TokenType?, notBy author: String) -> Predicate<Self>
    static func before(_ moment: Date) -> Predicate<Self>
    static var newestFirst: SortDescriptor<Self> { get }
}

extension DefaultHistoryTransaction: TripTransaction {
    package static func after(_ token: DefaultHistoryToken?) -> Predicate<DefaultHistoryTransaction> {
        guard let token else { return .true }
        return #Predicate { $0.token > token }
    }

    package static func after(
        _ token: DefaultHistoryToken?,
        notBy author: String
    ) -> Predicate<DefaultHistoryTransaction> {
        guard let token else { return #Predicate { $0.author != author } }
        return #Predicate { ($0.token > token) && ($0.author != author) }
    }

    package static func before(_ moment: Date) -> Predicate<DefaultHistoryTransaction> {
        #Predicate { $0.timestamp < moment }
    }

    package static var newestFirst: SortDescriptor<DefaultHistoryTransaction> {
        SortDescriptor(\.token, order: .reverse)
    }
}

extension JSONHistoryTransaction: TripTransaction {
    package static func after(_ token: JSONHistoryToken?) -> Predicate<JSONHistoryTransaction> {
        guard let token else { return .true }
        return #Predicate { $0.token > token }
    }

    package static func after(_ token: JSONHistoryToken?, notBy author: String) -> Predicate<JSONHistoryTransaction> {
        guard let token else { return #Predicate { $0.author != author } }
        return #Predicate { ($0.token > token) && ($0.author != author) }
    }

    package static func before(_ moment: Date) -> Predicate<JSONHistoryTransaction> {
        #Predicate { $0.timestamp < moment }
    }

    package static var newestFirst: SortDescriptor<JSONHistoryTransaction> { SortDescriptor(\.token, order: .reverse) }
}

extension TripStore {
    /// The type of the transactions in the store's history.
    var transactionType: any TripTransaction.Type {
        if case .json = self { JSONHistoryTransaction.self } else { DefaultHistoryTransaction.self }
    }
}
