import SwiftData
import TestSupport
import Testing

/// The history of a default store.
@Suite struct HistoryTests {
    private let folder: TemporaryFolder
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        container = try folder.container(for: Expedition.self, Camp.self)
        context = ModelContext(container)
    }

    private func history(
        _ predicate: Predicate<DefaultHistoryTransaction>? = nil
    ) throws -> [DefaultHistoryTransaction] {
        try context.fetchHistory(HistoryDescriptor(predicate: predicate))
    }

    @Test func aTransactionTellsWhoSavedWhatAndWhen() throws {
        let before = Date()
        context.author = "tests"
        let expedition = Expedition("Lhotse", height: 8516)
        context.insert(expedition)
        try context.save()
        let transaction = try #require(try history().first)
        #expect(transaction.author == "tests")
        #expect(transaction.timestamp >= before && transaction.timestamp <= Date())
        #expect(transaction.processIdentifier == ProcessInfo.processInfo.processName)
        #expect(transaction.bundleIdentifier == Bundle.main.bundleIdentifier ?? "")
        #expect(transaction.storeIdentifier == expedition.persistentModelID.storeIdentifier)
        #expect(transaction.transactionIdentifier == 1)
        #expect(transaction.changes.map(\.changedPersistentIdentifier) == [expedition.persistentModelID])
        guard case .insert(let insert) = transaction.changes.first else {
            Issue.record("the change is no insertion")
            return
        }
        #expect(insert is DefaultHistoryInsert<Expedition>)
    }

    @Test func anUpdateTellsThePropertiesThatChanged() throws {
        let expedition = Expedition("Lhotse", height: 8516)
        context.insert(expedition)
        try context.save()
        expedition.height = 8517
        expedition.camps = [Camp(1)]
        try context.save()
        let updates = try history().flatMap(\.changes).compactMap { change -> DefaultHistoryUpdate<Expedition>? in
            if case .update(let update as DefaultHistoryUpdate<Expedition>) = change { update } else { nil }
        }
        #expect(updates.count == 1)
        let update = try #require(updates.first)
        #expect(Set(update.updatedAttributes.map { $0 as AnyKeyPath }) == [\Expedition.height, \Expedition.camps])
    }

    @Test func aDeletionTellsTheValuesThatWereToBePreserved() throws {
        let expedition = Expedition("Lhotse", height: 8516)
        context.insert(expedition)
        try context.save()
        let code = expedition.code
        context.delete(expedition)
        try context.save()
        guard case .delete(let delete as DefaultHistoryDelete<Expedition>) = try history().last?.changes.first else {
            Issue.record("the change is no deletion of an expedition")
            return
        }
        #expect(delete.tombstone[\.name] as? String == "Lhotse")
        #expect(delete.tombstone[\.code] as? UUID == code)
        #expect(delete.tombstone[\.height] == nil)
        #expect(Array(delete.tombstone).count == 2)
    }

    @Test func whatCameAfterATokenIsFound() throws {
        context.author = "mine"
        context.insert(Expedition("one"))
        try context.save()
        let token = try #require(try history().last?.token)
        let author = "others"
        for name in ["two", "three"] {
            context.author = name == "two" ? author : "mine"
            context.insert(Expedition(name))
            try context.save()
        }
        let later = try history(#Predicate { ($0.token > token) && ($0.author == author) })
        #expect(later.map(\.transactionIdentifier) == [2])
    }

    @Test func aSaveAnswersWithItsToken() throws {
        nonisolated(unsafe) var tokens: [[String: any HistoryToken]] = []
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { notification in
            let key = ModelContext.NotificationKey.historyTokens
            tokens.append(notification.userInfo?[key] as? [String: any HistoryToken] ?? [:])
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        context.insert(Expedition("one"))
        try context.save()
        context.insert(Expedition("two"))
        try context.save()
        let expected = try history().map { [$0.storeIdentifier: $0.token] }
        #expect(tokens.map { $0.compactMapValues { $0 as? DefaultHistoryToken } } == expected)
    }

    @Test func historyThatWasDeletedIsGone() throws {
        for number in 1...3 {
            context.insert(Camp(number))
            try context.save()
        }
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.transactionIdentifier < 3 })
        )
        #expect(try history().map(\.transactionIdentifier) == [3])
        #expect(try folder.sqlite3("SELECT group_concat(ZTRANSACTIONID) FROM ACHANGE") == "3")
    }
}
