import Foundation

/// The state of an iterator over the transactions of a history: its positions, the rest of a batch, and the signal that
/// it waits for.
final class HistoryCursor<Transaction: HistoryTransaction> where Transaction.TokenType: HistoryToken {
    private let core: ContainerCore
    private var sources: [HistorySource<Transaction>]
    private let interest: HistoryInterest
    private let batchSize: Int
    /// The transactions that have been read and not been handed out, the next one last.
    private var batch: [Transaction] = []
    private let signal: CommitSignal
    private let listening: CommitFeed.Listening
    private var isOver = false

    init(_ stream: HistoryTransactions<Transaction>) {
        core = stream.core
        sources = stream.sources
        interest = stream.interest
        batchSize = stream.batchSize
        let signal = CommitSignal(mostSkipped: stream.batchSize)
        var numbers: [String: Int] = [:]
        for (number, source) in sources.enumerated() { numbers[source.store.storeIdentifier] = number }
        let interest = interest
        listening = core.commits.listen { [numbers] commit in
            guard let number = numbers[commit.storeIdentifier] else { return }
            if interest.includes(commit) { signal.mark(number) } else { signal.skip(number) }
        }
        self.signal = signal
        // Changes since the stream was made were not noticed here.
        for number in sources.indices { signal.mark(number) }
    }

    func next(isolation: isolated (any Actor)?) async throws -> Transaction? {
        while !isOver, !Task.isCancelled {
            if let transaction = batch.popLast() { return transaction }
            guard let number = signal.take() else {
                await signal.wait()
                continue
            }
            do {
                try read(number)
            } catch {
                isOver = true
                throw error
            }
        }
        return nil
    }

    /// Reads the next batch of a store.
    private func read(_ number: Int) throws {
        let position = sources[number].position
        let read = try sources[number].store.transactions(after: position, limit: batchSize, Transaction.self)
        // A store that does not keep to the position would never come to an end.
        let found = read.filter { transaction in position.map { $0 < transaction.token } ?? true }
        guard let last = found.map(\.token).max() else { return }
        sources[number].position = last
        if read.count >= batchSize { signal.mark(number) }
        batch = found.filter { interest.includes($0) }.reversed()
    }
}

extension StoreAccess {
    /// The first transactions after a position in the store's history, or at its beginning.
    fileprivate func transactions<T: HistoryTransaction>(
        after position: T.TokenType?,
        limit: Int,
        _ type: T.Type
    ) throws -> [T] where T.TokenType: HistoryToken {
        typealias Descriptor = HistoryDescriptor<T>
        var descriptor = Descriptor()
        if let position, let keyPath = Descriptor.tokenKeyPath(T.TokenType.self) {
            descriptor.predicate = Descriptor.later(than: position, keyPath)
        }
        descriptor.fetchLimit = UInt64(limit)
        return try fetchHistory(descriptor) ?? []
    }

    /// The position after all that has happened in the store; nil where nothing has.
    func newestToken<T: HistoryTransaction>(_ type: T.Type) throws -> T.TokenType? where T.TokenType: HistoryToken {
        typealias Descriptor = HistoryDescriptor<T>
        guard let keyPath = Descriptor.tokenKeyPath(T.TokenType.self) else { return nil }
        var descriptor = Descriptor(sortBy: [SortDescriptor(keyPath, order: .reverse)])
        descriptor.fetchLimit = 1
        return try fetchHistory(descriptor)?.first?.token
    }
}
