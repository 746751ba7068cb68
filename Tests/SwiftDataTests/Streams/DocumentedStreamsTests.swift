import SwiftData
import TestSupport
import Testing

/// The examples of docs/streams.md.
@Suite(.timeLimit(.minutes(30))) struct DocumentedStreamsTests {
    private let folder: TemporaryFolder
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        container = try folder.container(for: Expedition.self, Camp.self)
        context = ModelContext(container)
    }

    private func insert(_ name: String, _ height: Int) throws {
        context.insert(Expedition(name, height: height))
        try context.save()
    }

    @Test func transactions() async throws {
        try insert("Lhotse", 8_516)
        let start = HistoryStart<DefaultHistoryToken>.beginning
        let expedition = Expedition("Makalu", height: 8_485)
        expedition.camps = [Camp(1)]
        context.insert(expedition)
        try context.save()
        var published: [String] = []
        var last: DefaultHistoryToken?
        for try await transaction in try container.historyTransactions(from: start) {
            for change in transaction.changes { published.append(change.changedPersistentIdentifier.entityName) }
            last = transaction.token
            if published.count == 3 { break }
        }
        #expect(published.sorted() == ["Camp", "Expedition", "Expedition"])
        #expect(last?.id == 2)
    }

    @Test func filters() async throws {
        let imports = try container.historyTransactions(observedModels: [Expedition.self], authors: ["importer"])
        context.author = "importer"
        context.insert(Camp(1))
        try context.save()
        try insert("Lhotse", 8_516)
        for try await transaction in imports {
            #expect(transaction.transactionIdentifier == 2)
            break
        }
    }

    @Test func resultsForAnyThread() async throws {
        try insert("Lhotse", 8_516)
        var seen: [[String]] = []
        let highest = FetchDescriptor<Expedition>(sortBy: [SortDescriptor(\.height, order: .reverse)])
        for try await names in container.results(of: highest, transform: \.name) {
            seen.append(names)
            if seen.count == 1 { try insert("Makalu", 8_485) }
            if seen.count == 2 { break }
        }
        #expect(seen == [["Lhotse"], ["Lhotse", "Makalu"]])
    }

    @Test @MainActor func resultsWhereAContextIsUsed() async throws {
        let context = container.mainContext
        var counts: [Int] = []
        let highest = FetchDescriptor<Expedition>(sortBy: [SortDescriptor(\.height, order: .reverse)])
        for try await expeditions in context.results(of: highest) {
            counts.append(expeditions.count)
            if counts.count == 1 { context.insert(Expedition("Cho Oyu", height: 8_188)) }
            if counts.count == 2 { break }
        }
        #expect(counts == [0, 1])
    }

    @Test("Every example of the page is in this file or in the web example") func theExamples() throws {
        var folder = URL(fileURLWithPath: #filePath)
        var sources = [try String(contentsOf: folder, encoding: .utf8)]
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let example = folder.appendingPathComponent("Examples/TripsWeb/Sources")
        let files = try #require(FileManager.default.enumerator(atPath: example.path)).compactMap { $0 as? String }
        for file in files where file.hasSuffix(".swift") {
            sources.append(try String(contentsOf: example.appendingPathComponent(file), encoding: .utf8))
        }
        sources = sources.map { $0.filter { !$0.isWhitespace } }
        let text = try String(contentsOf: folder.appendingPathComponent("docs/streams.md"), encoding: .utf8)
        let examples = text.components(separatedBy: "```swift\n").dropFirst()
        #expect(examples.count == 9)
        for example in examples {
            let code = try #require(example.components(separatedBy: "```").first).filter { !$0.isWhitespace }
            #expect(sources.contains { $0.contains(code) }, "\(example)")
        }
    }
}
