import Foundation
import JSONStoreExample
import SwiftData
import TestSupport
import Testing

/// A history observer that is told where to begin, on a database and on a store of one's own.
@Suite struct HistoryObserverTokenTests {
    enum Kind: CaseIterable {
        case database, json
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func container(_ kind: Kind) throws -> ModelContainer {
        let schema = Schema([Author.self, Animal.self, Dog.self, Cat.self])
        let configuration: any DataStoreConfiguration =
            switch kind {
            case .database: ModelConfiguration(url: folder.file)
            case .json: JSONStoreConfiguration(url: folder.file)
            }
        return try ModelContainer(for: schema, configurations: [configuration])
    }

    private func save(_ model: any PersistentModel, in container: ModelContainer, by author: String? = nil) throws
        -> [String: any HistoryToken]
    {
        let context = ModelContext(container)
        context.author = author
        let tokens = SavedTokens(context)
        context.insert(model)
        try context.save()
        return tokens.all
    }

    private func count(
        after tokens: [String: any HistoryToken],
        _ models: [any PersistentModel.Type] = [],
        by authors: Set<String> = [],
        in container: ModelContainer
    ) throws -> Int {
        try HistoryObserver(
            historyTokens: tokens,
            observedModels: models,
            authors: authors,
            modelContainer: container,
            isolation: nil
        ).eventCounter
    }

    @Test(arguments: Kind.allCases) func whatHappenedAfterATokenCountsOnce(_ kind: Kind) throws {
        let first = try container(kind)
        let tokens = try save(Author(name: "a"), in: first, by: "x")
        #expect(tokens.count == 1)
        #expect(try count(after: tokens, in: first) == 0)
        _ = try save(Dog(name: "d", breed: "e"), in: first, by: "y")
        _ = try save(Cat(name: "c"), in: first)
        let container = try container(kind)
        #expect(try count(after: tokens, in: container) == 1)
        #expect(try count(after: [:], in: container) == 0)
        #expect(try count(after: tokens, [Author.self], in: container) == 0)
        #expect(try count(after: tokens, [Animal.self], in: container) == 1)
        #expect(try count(after: tokens, [Dog.self], by: ["y"], in: container) == 1)
        #expect(try count(after: tokens, [Cat.self], by: ["y"], in: container) == 0)
        #expect(try count(after: tokens, by: ["x"], in: container) == 0)
        let observer = try HistoryObserver(historyTokens: tokens, modelContainer: container, isolation: nil)
        _ = try save(Author(name: "b"), in: container)
        #expect(observer.eventCounter == 2)
    }

    /// More than are read at once.
    @Test(arguments: Kind.allCases) func whatIsOfInterestIsFoundBehindMuchElse(_ kind: Kind) throws {
        let container = try container(kind)
        let tokens = try save(Author(name: "a"), in: container)
        let context = ModelContext(container)
        let author = Author(name: "b")
        context.insert(author)
        for index in 0..<205 {
            author.name = "\(index)"
            try context.save()
        }
        #expect(try count(after: tokens, [Dog.self], in: container) == 0)
        _ = try save(Dog(name: "d", breed: "e"), in: container)
        #expect(try count(after: tokens, [Dog.self], in: container) == 1)
    }

    @Test(arguments: Kind.allCases) func aTokenWhoseHistoryWasDeletedIsRefused(_ kind: Kind) throws {
        let container = try container(kind)
        let tokens = try save(Author(name: "a"), in: container)
        _ = try save(Author(name: "b"), in: container)
        let last = try save(Author(name: "c"), in: container)
        let context = ModelContext(container)
        switch kind {
        case .database: try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        case .json: try context.deleteHistory(HistoryDescriptor<JSONHistoryTransaction>())
        }
        #expect(throws: SwiftDataError.historyTokenExpired) { try count(after: tokens, in: container) }
        #expect(try count(after: last, in: container) == 0)
    }

    @Test func tokensOfOtherStoresAreRefused() throws {
        let (database, elsewhere) = (try container(.database), try TemporaryFolder())
        let other = try elsewhere.container(for: Author.self)
        let token = try #require(try save(Author(name: "a"), in: database).values.first)
        let foreign = try #require(try save(Author(name: "a"), in: other).values.first)
        let name = token.storeIdentifier
        let error = SwiftDataError.invalidTransactionFetchRequest
        #expect(throws: error) { try count(after: ["nowhere": token], in: database) }
        #expect(throws: error) { try count(after: [name: foreign], in: database) }
        #expect(throws: error) { try count(after: [name: HostileToken(store: name, number: 1)], in: database) }
        // A store without history.
        let plain = try ModelContainer(
            for: Schema(CustomStore.library),
            configurations: [TableConfiguration()]
        )
        let identifier = try #require(plain.core.stores.first?.storeIdentifier)
        let someToken = HostileToken(store: identifier, number: 1)
        #expect(throws: error) { try count(after: [identifier: someToken], in: plain) }
    }
}
