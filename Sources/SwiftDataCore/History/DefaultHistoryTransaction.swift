public import Foundation

/// The changes of one save in a ``DefaultStore``.
public struct DefaultHistoryTransaction: HistoryTransaction {
    /// The type of ``transactionIdentifier``.
    public typealias TransactionIdentifier = Int64
    /// The type of ``token``.
    public typealias TokenType = DefaultHistoryToken
    /// The type of ``id``.
    public typealias ID = Int64

    /// The time of the save.
    public let timestamp: Date
    /// The changes, in the order in which they were written.
    public let changes: [HistoryChange]
    /// The position after this transaction.
    public let token: TokenType
    /// The number of the transaction in its store.
    public let transactionIdentifier: Int64
    /// The store that was saved to.
    public let storeIdentifier: String
    /// The bundle identifier of the program that saved; empty for one that has none, as on Linux.
    public let bundleIdentifier: String
    /// The name of the process that saved.
    public let processIdentifier: String
    /// The author of the context that saved.
    public let author: String?

    package init(
        transactionIdentifier: Int64,
        storeIdentifier: String,
        timestamp: Date,
        changes: [HistoryChange],
        bundleIdentifier: String,
        processIdentifier: String,
        author: String?
    ) {
        self.transactionIdentifier = transactionIdentifier
        self.storeIdentifier = storeIdentifier
        self.timestamp = timestamp
        self.changes = changes
        self.bundleIdentifier = bundleIdentifier
        self.processIdentifier = processIdentifier
        self.author = author
        token = DefaultHistoryToken(storeIdentifier: storeIdentifier, transaction: transactionIdentifier)
    }

    /// The number of the transaction in its store.
    public var id: Int64 { transactionIdentifier }

    /// True if both are the same transaction of the same store.
    public static func == (lhs: DefaultHistoryTransaction, rhs: DefaultHistoryTransaction) -> Bool {
        lhs.transactionIdentifier == rhs.transactionIdentifier && lhs.storeIdentifier == rhs.storeIdentifier
    }

    /// Hashes the values that equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(transactionIdentifier)
        hasher.combine(storeIdentifier)
    }
}
