import SwiftData
import SwiftDataCore
import SwiftDataTesting
import TestSupport
import Testing

/// Streams of some transactions, of several stores, and of the commits of other processes.
@Suite(.timeLimit(.minutes(30))) struct HistoryStreamFilterTests {
    private let folder: TemporaryFolder
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        container = try folder.container(for: Expedition.self, Camp.self)
        context = ModelContext(container)
    }

    private func save(_ model: some PersistentModel, author: String? = nil) throws {
        context.author = author
        context.insert(model)
        try context.save()
    }

    @Test func onlyTransactionsOfTheAuthorsAndModelsAskedForAreHandedOut() async throws {
        let byAuthor = try container.historyTransactions(authors: ["mine", "hers"])
        let byModel = try container.historyTransactions(observedModels: [Expedition.self])
        let byBoth = try container.historyTransactions(observedModels: [Expedition.self], authors: ["hers"])
        for (number, author) in ["mine", "theirs", "hers", nil].enumerated() {
            try save(Camp(number), author: author)
            try save(Expedition("\(number)"), author: author)
        }
        func numbers(
            _ stream: HistoryTransactions<DefaultHistoryTransaction>,
            _ count: Int
        ) async throws -> [Int64] {
            var found: [Int64] = []
            for try await transaction in stream.prefix(count) { found.append(transaction.transactionIdentifier) }
            return found
        }
        #expect(try await numbers(byAuthor, 4) == [1, 2, 5, 6])
        #expect(try await numbers(byModel, 4) == [2, 4, 6, 8])
        #expect(try await numbers(byBoth, 1) == [6])
    }

    @Test func aCommitThatCannotMatchDoesNotReadTheStore() async throws {
        let stream = try container.historyTransactions(
            observedModels: [Expedition.self],
            authors: ["hers"],
            batchSize: 40
        )
        try save(Expedition("first"), author: "hers")
        let reader = Task { () -> [Int64] in
            var found: [Int64] = []
            for try await transaction in stream.prefix(2) { found.append(transaction.transactionIdentifier) }
            return found
        }
        while !container.core.commits.hasListeners { await Task.yield() }
        let recorder = StatementRecorder(container)
        for number in 0..<15 {
            try save(Camp(number), author: "hers")
            try save(Expedition("\(number)"), author: "his")
            await Task.yield()
        }
        let reads = recorder.statements.filter { $0.contains("FROM ATRANSACTION t WHERE") }
        // The first transaction, where the reader comes to it only now.
        #expect(reads.count <= 1)
        recorder.reset()
        try save(Expedition("second"), author: "hers")
        #expect(try await reader.value == [1, 32])
        #expect((1...2).contains(recorder.statements.count { $0.contains("FROM ATRANSACTION t WHERE") }))
    }

    @Test func aLongRowOfCommitsWithoutInterestMovesThePositionOn() async throws {
        let stream = try container.historyTransactions(authors: ["nobody"], batchSize: 10)
        let waiting = Task { for try await _ in stream {} }
        defer { waiting.cancel() }
        while !container.core.commits.hasListeners { await Task.yield() }
        let recorder = StatementRecorder(container)
        for number in 0..<9 { try save(Camp(number), author: "his") }
        await Task.yield()
        #expect(recorder.statements.count { $0.contains("FROM ATRANSACTION t WHERE") } <= 1)
        try save(Camp(10), author: "his")
        // The tenth commit wakes the reader, which looks and waits again.
        while !recorder.statements.contains(where: { $0.contains("FROM ATRANSACTION t WHERE") }) { await Task.yield() }
    }

    @Test func whatAnotherContainerCommitsIsHandedOutOnceItIsToldOf() async throws {
        let stream = try container.historyTransactions(authors: ["elsewhere"])
        let reader = Task { () -> DefaultHistoryTransaction? in
            for try await transaction in stream { return transaction }
            return nil
        }
        while !container.core.commits.hasListeners { await Task.yield() }
        let other = ModelContext(try folder.container(for: Expedition.self, Camp.self))
        other.author = "elsewhere"
        other.insert(Camp(1))
        try other.save()
        var commit = StoreCommit(storeIdentifier: try #require(container.core.stores.first).storeIdentifier)
        commit.everything = true
        container.core.receive(commit)
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(try await reader.value == history.first)
    }

    @Test func whatAnotherProcessCommitsIsHandedOut() async throws {
        let stream = try container.historyTransactions(authors: ["elsewhere"])
        let reader = Task { () -> [Int64] in
            var numbers: [Int64] = []
            for try await transaction in stream.prefix(20) { numbers.append(transaction.transactionIdentifier) }
            return numbers
        }
        await #expect(processExitsWith: .success) { [path = folder.file.path as String] in
            try saveElsewhere(path, count: 20)
        }
        #expect(try await reader.value == Array(1...20))
    }

    @Test func storesHaveTheirOwnPositions() async throws {
        let container = try ModelContainer(
            for: Schema([Expedition.self, Camp.self, Page.self]),
            configurations: [
                ModelConfiguration("land", schema: Schema([Expedition.self, Camp.self]), isStoredInMemoryOnly: true),
                ModelConfiguration("sea", schema: Schema([Page.self]), isStoredInMemoryOnly: true),
            ]
        )
        let context = ModelContext(container)
        context.insert(Camp(0))
        context.insert(Page(number: 0))
        try context.save()
        let land = try #require(container.storeIdentifier(forConfigurationNamed: "land"))
        let sea = try #require(container.storeIdentifier(forConfigurationNamed: "sea"))
        let start = try #require(
            try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).first { $0.storeIdentifier == sea }
        )
        let stream = try container.historyTransactions(from: .after(start.token), batchSize: 2)
        for number in 1...5 {
            context.insert(Camp(number))
            try context.save()
            context.insert(Page(number: number))
            try context.save()
        }
        var found: [String: [Int64]] = [:]
        for try await transaction in stream.prefix(10) {
            found[transaction.storeIdentifier, default: []].append(transaction.transactionIdentifier)
        }
        #expect(found == [land: [2, 3, 4, 5, 6], sea: [2, 3, 4, 5, 6]])
    }

    @Test func whatCannotBeStreamedIsAnErrorAtOnce() async throws {
        try save(Camp(1))
        let token = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).first).token
        let other = try memoryContext(Camp.self, Expedition.self).container
        func error(_ body: () throws -> Void) -> SwiftDataError? {
            do { try body() } catch { return error as? SwiftDataError }
            return nil
        }
        #expect(error { _ = try other.historyTransactions(from: .after(token)) } == .invalidTransactionFetchRequest)
        let each = HistoryStart.afterEach(["no store": token])
        #expect(error { _ = try container.historyTransactions(from: each) } == .invalidTransactionFetchRequest)
        #expect(error { _ = try container.historyTransactions(observedModels: [Book.self]) } == .unknownSchema)
        let without = try HostileLibrary().container
        #expect(error { _ = try without.historyTransactions() } == .invalidTransactionFetchRequest)
    }
}

/// Saves as another process does.
private func saveElsewhere(_ path: String, count: Int) throws {
    let configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
    let context = ModelContext(try ModelContainer(for: Expedition.self, Camp.self, configurations: configuration))
    context.author = "elsewhere"
    for number in 1...count {
        context.insert(Camp(number))
        try context.save()
    }
}
