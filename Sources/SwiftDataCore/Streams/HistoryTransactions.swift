/// The transactions of a history as they are saved, one by one.
///
/// Made by ``ModelContainer/historyTransactions(from:observedModels:authors:batchSize:)``. It is a stream that is
/// pulled: each iterator keeps its position in the history, and reads a batch of transactions when it is asked for one
/// and has none left. Where there are none it waits for a commit. Transactions that are saved meanwhile are kept where
/// they are anyway, in the history, so that a slow reader needs no memory, delays no writer and misses nothing.
///
/// Any number of iterators may be made, each of which begins where the stream does. They are independent.
///
/// An addition to Apple's API.
public struct HistoryTransactions<Transaction>: AsyncSequence, Sendable
where Transaction: HistoryTransaction, Transaction.TokenType: HistoryToken {
    /// A transaction.
    public typealias Element = Transaction
    /// The error of reading a store.
    public typealias Failure = any Error

    let core: ContainerCore
    let sources: [HistorySource<Transaction>]
    let interest: HistoryInterest
    let batchSize: Int

    /// An iterator that begins where the stream does.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(HistoryCursor(self)) }

    /// Iterates over transactions, and waits for more.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// A transaction.
        public typealias Element = Transaction
        /// The error of reading a store.
        public typealias Failure = any Error

        private let cursor: HistoryCursor<Transaction>

        init(_ cursor: HistoryCursor<Transaction>) { self.cursor = cursor }

        /// The next transaction. Transactions of one store are in the order in which they were saved.
        ///
        /// Stores are read where the caller is. Nil once the task is cancelled, or after an error.
        /// - Throws: ``SwiftDataError/historyTokenExpired`` where transactions after the position have been deleted
        ///   before they were read, and ``StoreError`` when a store cannot be read.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Transaction? {
            try await cursor.next(isolation: actor)
        }

        /// The next transaction, as ``next(isolation:)`` without an isolation.
        /// - Throws: The errors of ``next(isolation:)``.
        public mutating func next() async throws -> Transaction? { try await cursor.next(isolation: nil) }
    }
}

/// A store with a history, and a position in it.
struct HistorySource<Transaction: HistoryTransaction>: Sendable where Transaction.TokenType: HistoryToken {
    let store: any StoreAccess
    /// Nil where nothing has happened yet.
    var position: Transaction.TokenType?
}
