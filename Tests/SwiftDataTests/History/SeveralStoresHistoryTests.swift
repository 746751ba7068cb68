import SwiftData
import TestSupport
import Testing

/// The history of a container with two stores.
@Suite struct SeveralStoresHistoryTests {
    private let folder: TemporaryFolder
    private let container: ModelContainer
    private let context: ModelContext
    private var second: URL { folder.url.appendingPathComponent("second.store") }

    init() throws {
        folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("second.store")
        container = try ModelContainer(
            for: Expedition.self,
            Camp.self,
            Tag.self,
            configurations: ModelConfiguration("first", schema: Schema([Expedition.self]), url: folder.file),
            ModelConfiguration("second", schema: Schema([Tag.self]), url: file)
        )
        context = ModelContext(container)
    }

    private func save(_ model: some PersistentModel) throws {
        context.insert(model)
        try context.save()
    }

    @Test func aTokenOfOneStoreSaysNothingOfTheOther() throws {
        try save(Expedition("one"))
        try save(Tag(name: "a"))
        try save(Expedition("two"))
        try save(Tag(name: "b"))
        let all = try context.fetchHistory(described())
        #expect(all.map(\.transactionIdentifier) == [1, 1, 2, 2])
        for (index, store) in [(0, "first"), (1, "second")] {
            let token = all[index].token
            let later = try context.fetchHistory(described(#Predicate { $0.token > token }))
            let own = later.filter { $0.storeIdentifier == token.storeIdentifier }
            #expect(container.configurationName(forStoreIdentifier: token.storeIdentifier) == store)
            #expect(own.map(\.transactionIdentifier) == [2])
            #expect(later.count - own.count == 2)
            // Also where memory has to evaluate a part of it.
            let opaque = try context.fetchHistory(described(#Predicate { $0.changes.count == 1 && $0.token > token }))
            #expect(opaque == later)
            let earlier = try context.fetchHistory(described(#Predicate { $0.token <= token }))
            #expect(earlier == [all[index]])
        }
    }

    @Test func aStoreKeepsItsOrderWhateverTheClockSaid() throws {
        for name in ["one", "two", "three"] { try save(Expedition(name)) }
        for name in ["a", "b"] { try save(Tag(name: name)) }
        // The first store's clock goes backwards.
        try folder.sqlite3("UPDATE ATRANSACTION SET ZTIMESTAMP = 1000 - 100 * Z_PK")
        _ = try ChildProcess.run("sqlite3", [second.path, "UPDATE ATRANSACTION SET ZTIMESTAMP = 750 + 100 * Z_PK"])
        let all = try context.fetchHistory(described())
        let reported = all.map { transaction in
            let entity = transaction.changes.first?.changedPersistentIdentifier.entityName ?? ""
            return "\(entity) \(transaction.transactionIdentifier)"
        }
        #expect(reported == ["Tag 1", "Expedition 1", "Expedition 2", "Expedition 3", "Tag 2"])
        var newest = described(sortBy: [SortDescriptor(\.timestamp, order: .reverse)])
        newest.fetchLimit = 2
        #expect(
            try context.fetchHistory(newest).map(\.timestamp.timeIntervalSinceReferenceDate) == [950, 900]
        )
    }

    @Test func aSaveToBothStoresHasATokenOfEach() throws {
        nonisolated(unsafe) var tokens: [String: any HistoryToken] = [:]
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { notification in
            let value = notification.userInfo?[ModelContext.NotificationKey.historyTokens.rawValue]
            tokens = value as? [String: any HistoryToken] ?? [:]
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        context.insert(Expedition("one"))
        context.insert(Tag(name: "a"))
        try context.save()
        let reported = try context.fetchHistory(described())
        #expect(tokens.compactMapValues { $0 as? DefaultHistoryToken }.count == 2)
        for transaction in reported {
            #expect(tokens[transaction.storeIdentifier] as? DefaultHistoryToken == transaction.token)
        }
    }
}
