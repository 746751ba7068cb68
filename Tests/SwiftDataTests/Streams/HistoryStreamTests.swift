import SwiftData
import SwiftDataCore
import SwiftDataTesting
import TestSupport
import Testing

/// The transactions of a history as a stream.
@Suite(.timeLimit(.minutes(30))) struct HistoryStreamTests {
    private let folder: TemporaryFolder
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        container = try folder.container(for: Expedition.self, Camp.self)
        context = ModelContext(container)
    }

    private func save(_ numbers: some Sequence<Int>, author: String? = nil) throws {
        context.author = author
        for number in numbers {
            context.insert(Camp(number))
            try context.save()
        }
    }

    private func history() throws -> [DefaultHistoryTransaction] {
        try context.fetchHistory(HistoryDescriptor())
    }

    @Test func aStreamBeginsWhenItIsMadeNotWhenItIsRead() async throws {
        try save(1...2)
        let stream = try container.historyTransactions()
        try save(3...5)
        var iterator = stream.makeAsyncIterator()
        var found: [DefaultHistoryTransaction] = []
        while found.count < 3, let next = try await iterator.next() { found.append(next) }
        #expect(found == Array(try history().dropFirst(2)))
        #expect(found.map(\.changes.count) == [1, 1, 1])
    }

    @Test func aReaderThatWaitsGetsTheNextTransaction() async throws {
        let stream = try container.historyTransactions()
        let reader = Task { () -> [String?] in
            var authors: [String?] = []
            for try await transaction in stream {
                authors.append(transaction.author)
                if authors.count == 3 { break }
            }
            return authors
        }
        for author in ["a", "b", "c"] {
            await Task.yield()
            try save([1], author: author)
        }
        #expect(try await reader.value == ["a", "b", "c"])
    }

    @Test func aStreamFromTheBeginningHasAllThatTheStoreKnows() async throws {
        try save(1...7)
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.transactionIdentifier < 3 })
        )
        var iterator = try container.historyTransactions(from: .beginning, batchSize: 2).makeAsyncIterator()
        var numbers: [Int64] = []
        while numbers.count < 5, let next = try await iterator.next() { numbers.append(next.transactionIdentifier) }
        #expect(numbers == [3, 4, 5, 6, 7])
    }

    @Test func aStoredTokenGoesOnWhereTheLastReaderStopped() async throws {
        try save(1...5)
        var first = try container.historyTransactions(from: .beginning).makeAsyncIterator()
        _ = try await first.next()
        let stored = try JSONEncoder().encode(try #require(try await first.next()).token)
        let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: stored)
        let again = try folder.container(for: Expedition.self, Camp.self)
        let store = try #require(again.core.stores.first).storeIdentifier
        for start in [HistoryStart.after(token), .afterEach([store: token])] {
            var second = try again.historyTransactions(from: start).makeAsyncIterator()
            var numbers: [Int64] = []
            while numbers.count < 3, let next = try await second.next() { numbers.append(next.transactionIdentifier) }
            #expect(numbers == [3, 4, 5])
        }
    }

    @Test func aSlowReaderReadsNothingUntilItIsAskedAndThenInBatches() async throws {
        var iterator = try container.historyTransactions(batchSize: 50).makeAsyncIterator()
        try save([0])
        _ = try await iterator.next()
        let recorder = StatementRecorder(container)
        try save(1...1_000)
        #expect(recorder.statements.filter { $0.contains("FROM ATRANSACTION t WHERE") } == [])
        recorder.reset()
        var numbers: [Int64] = []
        while numbers.count < 1_000, let next = try await iterator.next() { numbers.append(next.transactionIdentifier) }
        #expect(numbers == Array(2...1_001))
        // As many reads as there are batches: none of them read more than it handed out.
        #expect(recorder.statements.filter { $0.contains("FROM ATRANSACTION t WHERE") }.count == 20)
    }

    @Test func cancellingTheTaskEndsTheWaitWithNil() async throws {
        let stream = try container.historyTransactions()
        let reader = Task { () -> DefaultHistoryTransaction? in
            var iterator = stream.makeAsyncIterator()
            return try await iterator.next()
        }
        while !container.core.commits.hasListeners { await Task.yield() }
        reader.cancel()
        #expect(try await reader.value == nil)
        let cancelled = Task { () -> Int in
            withUnsafeCurrentTask { $0?.cancel() }
            var count = 0
            for try await _ in stream { count += 1 }
            return count
        }
        #expect(try await cancelled.value == 0)
    }

    @Test func whoNoLongerReadsNoLongerListens() async throws {
        let stream = try container.historyTransactions()
        #expect(!container.core.commits.hasListeners)
        var iterator: HistoryTransactions<DefaultHistoryTransaction>.AsyncIterator? = stream.makeAsyncIterator()
        #expect(container.core.commits.hasListeners)
        try save([1])
        #expect(try await iterator?.next() != nil)
        iterator = nil
        #expect(!container.core.commits.hasListeners)
    }

    @Test func iteratorsAreIndependent() async throws {
        let stream = try container.historyTransactions()
        var (first, second) = (stream.makeAsyncIterator(), stream.makeAsyncIterator())
        try save(1...3)
        #expect(try await first.next()?.transactionIdentifier == 1)
        #expect(try await first.next()?.transactionIdentifier == 2)
        #expect(try await second.next()?.transactionIdentifier == 1)
        #expect(try await first.next()?.transactionIdentifier == 3)
        #expect(try await second.next()?.transactionIdentifier == 2)
    }

    @Test func concurrentWritersLeaveNoGapAndNothingTwice() async throws {
        let stream = try container.historyTransactions(from: .beginning, batchSize: 7)
        let reader = Task {
            var numbers: [Int64] = []
            for try await transaction in stream {
                numbers.append(transaction.transactionIdentifier)
                if numbers.count == 300 { break }
            }
            return numbers
        }
        try await withThrowingTaskGroup(of: Void.self) { writers in
            for writer in ["one", "two"] {
                writers.addTask { [container] in
                    let context = ModelContext(container)
                    context.author = writer
                    for number in 1...150 {
                        context.insert(Camp(number))
                        try context.save()
                        await Task.yield()
                    }
                }
            }
            try await writers.waitForAll()
        }
        #expect(try await reader.value == (try history().map(\.transactionIdentifier)))
    }

    @Test func historyThatWasDeletedUnreadIsAnErrorAndTheEnd() async throws {
        try save(1...2)
        let token = try #require(try history().first).token
        try save(3...5)
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.transactionIdentifier < 4 })
        )
        var iterator = try container.historyTransactions(from: .after(token)).makeAsyncIterator()
        let error = await #expect(throws: SwiftDataError.self) { try await iterator.next() }
        #expect(error == .historyTokenExpired)
        #expect(try await iterator.next() == nil)
    }
}
