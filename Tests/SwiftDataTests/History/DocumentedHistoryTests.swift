import SwiftData
import Testing

/// The examples of docs/history.md, as they stand there.
@Suite struct DocumentedHistoryTests {
    private let context: ModelContext

    init() throws {
        context = try memoryContext(Expedition.self, Camp.self)
    }

    /// Prints to a list.
    private final class Printer {
        var lines: [String] = []
        func callAsFunction(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
    }

    @Test func theHistoryIsRead() throws {
        let print = Printer()
        func read() throws {
            let descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
            for transaction in try context.fetchHistory(descriptor) {
                for change in transaction.changes {
                    switch change {
                    case .insert(let insert as DefaultHistoryInsert<Expedition>):
                        print("new", insert.changedPersistentIdentifier)
                    case .update(let update as DefaultHistoryUpdate<Expedition>):
                        if update.updatedAttributes.contains(where: { $0 == \.height }) { print("another height") }
                    case .delete(let delete as DefaultHistoryDelete<Expedition>):
                        print("gone:", delete.tombstone[\.name] as? String ?? "")
                    default:
                        break
                    }
                }
            }
        }
        context.author = "importer"
        let expedition = Expedition("Lhotse", height: 8_516)
        context.insert(expedition)
        try context.save()
        let identifier = expedition.persistentModelID
        expedition.height = 8_517
        try context.save()
        context.delete(expedition)
        try context.save()
        try read()
        #expect(print.lines == ["new \(identifier)", "another height", "gone: Lhotse"])
        #expect(
            try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).map(\.author).last == "importer"
        )
    }

    @Test func anObserverCountsWhatMatters() throws {
        let observer = try HistoryObserver(
            observedModels: [Expedition.self],
            authors: ["importer"],
            modelContainer: context.container
        )
        for author in ["importer", nil, "editor", "importer"] {
            context.author = author
            context.insert(Expedition(author ?? "nobody"))
            try context.save()
        }
        #expect(observer.eventCounter == 2)
    }

    @Test func whatHappenedSinceAToken() throws {
        let author = "importer"
        func save(_ name: String, by author: String?) throws {
            context.author = author
            context.insert(Expedition(name))
            try context.save()
        }
        try save("one", by: author)
        let token = try #require(
            try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token
        )
        try save("two", by: nil)
        try save("three", by: author)

        let predicate = #Predicate<DefaultHistoryTransaction> { transaction in
            (transaction.token > token) && (transaction.author == author)
        }
        let changed = try context.fetchHistory(HistoryDescriptor(predicate: predicate))
        let stored = try JSONEncoder().encode(changed.last?.token ?? token)

        var newest = HistoryDescriptor<DefaultHistoryTransaction>(
            sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)]
        )
        newest.fetchLimit = 1
        let last = try context.fetchHistory(newest).first

        #expect(changed.map(\.transactionIdentifier) == [3])
        #expect(try JSONDecoder().decode(DefaultHistoryToken.self, from: stored) == changed.last?.token)
        #expect(last == changed.last)

        let seen = #Predicate<DefaultHistoryTransaction> { $0.token <= token }
        try context.deleteHistory(HistoryDescriptor(predicate: seen))
        #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == 2)
    }
}
