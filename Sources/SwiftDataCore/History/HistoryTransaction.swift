public import Foundation

/// The changes of one save.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
    /// The type of ``token``.
    associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
    /// The type of ``transactionIdentifier``.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The time of the save.
    var timestamp: Date { get }
    /// The changes, in the order in which they were written.
    var changes: [HistoryChange] { get }
    /// The position after this transaction.
    var token: TokenType { get }
    /// Identifies the transaction among the transactions of its store.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The store that was saved to.
    var storeIdentifier: String { get }
    /// The author of the context that saved.
    var author: String? { get }
}
