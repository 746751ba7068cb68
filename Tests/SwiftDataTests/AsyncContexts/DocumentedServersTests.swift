import ClientModels
import Foundation
import SwiftData
import TestSupport
import Testing

/// Runs the examples of docs/servers.md.
@Suite struct DocumentedServersTests {
    private struct SoldOut: Error {}

    private struct Answer: Equatable {
        let status: Int
        let body: String
    }

    private struct Handlers {
        let container: ModelContainer

        func titles() async throws -> [String] {
            try await container.read { context in try context.fetch(FetchDescriptor<ShopBook>()).map(\.title) }
        }

        func buy(_ id: PersistentIdentifier, buyer: Int) async throws -> Int {
            try await container.write { context in
                guard let book = context.model(for: id) as? ShopBook, book.stock > 0 else { throw SoldOut() }
                book.stock -= 1
                context.insert(ShopSale(buyer: buyer))
                return book.stock
            }
        }

        func answer() async throws -> Answer {
            do {
                let titles = try await container.read(waitLimit: .milliseconds(200)) { context in
                    try context.fetch(FetchDescriptor<ShopBook>()).map(\.title)
                }
                return Answer(status: 200, body: titles.joined(separator: "\n"))
            } catch StoreError.Code.busy {
                return Answer(status: 503, body: "Try again soon.")
            } catch StoreError.Code.timedOut {
                return Answer(status: 504, body: "That took too long.")
            }
        }

        func follow(_ publish: (String) -> Void) async throws {
            let inStock = FetchDescriptor<ShopBook>(
                predicate: #Predicate { $0.stock > 0 },
                sortBy: [SortDescriptor(\.title)]
            )
            for try await titles in container.results(of: inStock, transform: \.title) {
                publish("data: " + titles.joined(separator: ", ") + "\n\n")
                if titles.isEmpty { break }
            }
        }
    }

    @MainActor func watch(_ books: ResultsObserver<ShopBook, Never>, _ show: @escaping @MainActor (Int) -> Void)
        -> ObservationTracking.Token
    {
        withContinuousObservation(options: [.didSet]) { event in
            show(books.results.count)
            if books.results.isEmpty { event.cancel() }
        }
    }

    private let store: TemporaryFolder
    private let container: ModelContainer
    private let handlers: Handlers

    init() throws {
        store = try TemporaryFolder()
        container = try shopContainer(store.file).patient()
        handlers = Handlers(container: container)
        container.contextLimits = ModelContainer.ContextLimits(contexts: 4, wait: .seconds(2), total: .seconds(10))
    }

    private func add(_ title: String, stock: Int) async throws -> PersistentIdentifier {
        try await container.write { context in
            let book = ShopBook(title: title, stock: stock)
            context.insert(book)
            return book.persistentModelID
        }
    }

    @Test func theHandlers() async throws {
        _ = container.patient()
        let book = try await add("A", stock: 2)
        #expect(try await handlers.titles() == ["A"])
        // The identifier was temporary when it left the closure.
        #expect(try await handlers.buy(book, buyer: 1) == 1)
        #expect(try await handlers.buy(book, buyer: 2) == 0)
        await #expect(throws: SoldOut.self) { try await handlers.buy(book, buyer: 3) }
        #expect(try store.sqlite3("SELECT group_concat(ZBUYER) FROM ZSHOPSALE") == "1,2")
        #expect(try store.sqlite3("SELECT ZSTOCK FROM ZSHOPBOOK") == "0")
    }

    @Test func theAnswers() async throws {
        _ = container.patient()
        container.contextLimits.contexts = 1
        _ = try await add("A", stock: 2)
        #expect(try await handlers.answer() == Answer(status: 200, body: "A"))
        let held = await HeldCall(container)
        #expect(try await handlers.answer() == Answer(status: 503, body: "Try again soon."))
        container.contextLimits.total = .milliseconds(50)
        #expect(try await handlers.answer() == Answer(status: 504, body: "That took too long."))
        try await held.end()
    }

    @Test func theLivePage() async throws {
        _ = container.patient()
        let book = try await add("A", stock: 1)
        var lines: [String] = []
        let buying = Task { [handlers] in try await handlers.buy(book, buyer: 1) }
        try await handlers.follow { lines.append($0) }
        #expect(try await buying.value == 0)
        #expect(lines.last == "data: \n\n" && Set(lines).isSubset(of: ["data: A\n\n", "data: \n\n"]))
    }

    @MainActor @Test func theObservation() async throws {
        let context = container.mainContext
        let books = try ResultsObserver<ShopBook, Never>(modelContext: context)
        context.insert(ShopBook(title: "A", stock: 1))
        try context.save()
        var counts: [Int] = []
        let token = watch(books) { counts.append($0) }
        let end = ContinuousClock.now + .seconds(3_600)
        while counts != [1] {
            try #require(ContinuousClock.now < end)
            try await Task.sleep(for: .milliseconds(2))
        }
        try context.delete(model: ShopBook.self)
        while counts.last != 0 {
            try #require(ContinuousClock.now < end)
            try await Task.sleep(for: .milliseconds(2))
        }
        token.cancel()
    }

    @Test func theDocumentHasTheseExamples() throws {
        var folder = URL(fileURLWithPath: #filePath)
        let source = try String(contentsOf: folder, encoding: .utf8).filter { !$0.isWhitespace }
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let text = try String(contentsOf: folder.appendingPathComponent("docs/servers.md"), encoding: .utf8)
        let examples = text.components(separatedBy: "```swift\n").dropFirst()
        #expect(examples.count == 6)
        for example in examples {
            let code = try #require(example.components(separatedBy: "```").first).filter { !$0.isWhitespace }
            #expect(source.contains(code), "\(code)")
        }
    }
}
