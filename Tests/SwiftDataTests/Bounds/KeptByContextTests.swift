import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// The memory that a context keeps beside its models has a bound.
@Suite struct KeptByContextTests {
    private typealias Observer = ResultsObserver<Shipment, Never>

    private func filled(_ count: Int) throws -> (context: ModelContext, all: [Shipment]) {
        let context = try shipmentContext()
        let all = (0..<count).map { Shipment(label: "\($0)", weight: $0) }
        for shipment in all { context.insert(shipment) }
        try context.save()
        return (context, all)
    }

    @Test func moreTouchedModelsThanTheBoundAreEverything() throws {
        let (context, all) = try filled(3)
        let observer = try Observer(sortBy: [SortDescriptor(\.label)], modelContext: context)
        #expect(observer.results.map(\.label) == ["0", "1", "2"])
        let registry = try #require(context.unit.observers)
        let other = ModelContext(context.container)
        (try #require(other.model(for: all[0].persistentModelID) as? Shipment)).label = "9"
        other.delete(try #require(other.model(for: all[1].persistentModelID) as? Shipment))
        try other.save()
        context.unit.exclusively { context.unit.receiving.receive() }
        #expect(registry.keptCounts.touches == 2)
        let store = try #require(all[0].persistentModelID.storeIdentifier)
        // Rows that nobody has: each is a touched one all the same.
        let rows = (0..<ObserverRegistry.mostTouches * 5 / 2).map {
            PersistentIdentifier(store: store, entity: "Shipment", row: Int64(1_000_000 + $0))
        }
        let delivery = ContextMailbox.Delivery(deleted: rows)
        context.unit.core.deliver(delivery, from: other.unit.inbox.mailbox)
        context.unit.exclusively { context.unit.receiving.receive() }
        let touches = registry.keptCounts.touches
        #expect(touches > 0 && touches <= ObserverRegistry.mostTouches + 1)
        let fetches = context.observerCounts.fetches
        #expect(observer.results.map(\.label) == ["2", "9"])
        #expect(context.observerCounts.fetches == fetches + 1)
        #expect(registry.keptCounts.touches == 0)
    }

    @Test func partsOfObserversThatHaveGoneAreForgotten() throws {
        let (context, _) = try filled(3)
        let observer = try Observer(sortBy: [SortDescriptor(\.label)], modelContext: context)
        let registry = try #require(context.unit.observers)
        var most = 0
        for number in 0..<300 {
            let order = SortDescriptor<Shipment>(\.weight, order: number % 2 == 0 ? .forward : .reverse)
            let least = -number
            let short = try Observer(filterBy: #Predicate { $0.weight > least }, sortBy: [order], modelContext: context)
            #expect(short.results.count == (number == 0 ? 2 : 3))
            most = max(most, registry.keptCounts.parts)
        }
        // 16 conditions and 16 orders, each with the one that is added.
        #expect(most > 4 && most <= 2 * 17)
        #expect(observer.results.count == 3)
    }

    /// A key keeps the values of its model.
    @Test func keysOfModelsThatAreResultsNoMoreAreForgotten() throws {
        let (context, _) = try filled(3)
        let observer = try Observer(sortBy: [SortDescriptor(\.weight)], modelContext: context)
        let registry = try #require(context.unit.observers)
        let other = ModelContext(context.container)
        other.autosaveEnabled = false
        var most = 0
        for round in 0..<100 {
            let passing = (0..<20).map { Shipment(label: "passing", weight: 10 + round + $0) }
            for shipment in passing { other.insert(shipment) }
            try other.save()
            #expect(observer.results.count == 23)
            for shipment in passing { other.delete(shipment) }
            try other.save()
            #expect(observer.results.count == 3)
            most = max(most, registry.keptCounts.keys)
        }
        // Those of 2,000 models were there. Up to 256 are kept before they are gone through, and those of one more round.
        #expect(most > 3 && most <= 256 + 40)
    }

    @Test func aModelForgetsObserversThatHaveGone() throws {
        let (context, all) = try filled(3)
        let observer = try Observer(sortBy: [SortDescriptor(\.label)], modelContext: context)
        var most = 0
        for _ in 0..<500 {
            let short = try Observer(sortBy: [SortDescriptor(\.weight)], modelContext: context)
            #expect(short.results.count == 3)
            most = max(most, all[1]._$modelState.watchers.count)
        }
        // Sixteen, and what an array of them has room for.
        #expect(most > 1 && most <= 32)
        all[1].label = "9"
        #expect(observer.results.map(\.label) == ["0", "2", "9"])
    }

    @Test func conflictsAreThoseOfTheLastSaveAndOfUnsavedEdits() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Kept.self, KeptShelf.self))
        let books = (0..<30).map { Kept(title: "\($0)", stock: 5) }
        for book in books { context.insert(book) }
        try context.save()
        let other = ModelContext(context.container)
        for book in books {
            let theirs = try #require(other.model(for: book.persistentModelID) as? Kept)
            (book.stock, theirs.stock) = (1, 2)
            try other.save()
            context.processPendingChanges()
            #expect(Array(context.unit.merging.conflicts.all).count <= 2)
            try context.save()
            #expect(context.conflicts.map(\.persistentModelID) == [book.persistentModelID])
        }
        books[0].title = "B"
        try context.save()
        #expect(Array(context.unit.merging.conflicts.all).isEmpty)
    }
}
