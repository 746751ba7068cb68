import Observation
import SwiftData
import SwiftDataCore
import SwiftDataTesting
import Testing

/// Events in the middle of other events: edits in a notification, two new models that are one row, saves between the
/// saves of other contexts and a look at them.
@Suite struct ObserverReentryTests {
    private let heavy = #Predicate<Shipment> { $0.weight >= 10 }
    private let byLabel = [SortDescriptor(\Shipment.label)]

    @Test func whatANotificationInsertsIsAddedToWhatItTellsOf() throws {
        let context = try shipmentContext()
        let observer = try ResultsObserver(sortBy: byLabel, modelContext: context)
        nonisolated(unsafe) var seen: [String] = []
        nonisolated(unsafe) var isNotified = false
        nonisolated(unsafe) let unsafeContext = context
        nonisolated(unsafe) let unsafeObserver = observer
        withObservationTracking {
            _ = observer.results.count
        } onChange: {
            // Observation calls again for changes that are made here.
            guard !isNotified else { return }
            isNotified = true
            unsafeContext.insert(Shipment(label: "b"))
            seen = unsafeObserver.labels
        }
        context.insert(Shipment(label: "a"))
        #expect(observer.labels == ["a", "b"])
        #expect(seen == ["a", "b"] || seen == ["b"])
        try context.save()
        #expect(observer.labels == ["a", "b"])
    }

    @Test func twoNewModelsThatAreOneStoredRowAreOneResult() throws {
        let context = try shipmentContext()
        context.insert(Carrier(name: "post", rank: 1))
        try context.save()
        let observer = try ResultsObserver(sortBy: [SortDescriptor(\Carrier.name)], modelContext: context)
        context.insert(Carrier(name: "post", rank: 2))
        context.insert(Carrier(name: "post", rank: 3))
        #expect(observer.results.count == 3)
        try context.save()
        #expect(observer.results.map(\.persistentModelID) == (try context.fetchIdentifiers(observer.fetchDescriptor)))
        #expect(observer.results.count == 1)
    }

    @Test func aSaveAfterThatOfAnotherContextCountsAlsoWhereTheModelIsNotHeld() throws {
        let context = try shipmentContext()
        context.insert(Shipment(label: "x", weight: 1))
        try context.save()
        let observer = try ResultsObserver(filterBy: heavy, sortBy: byLabel, modelContext: context)
        let other = ModelContext(context.container)
        try #require(try other.fetch(FetchDescriptor<Shipment>()).first).weight = 5
        try other.save()
        func edit() throws {
            try #require(try context.fetch(FetchDescriptor<Shipment>()).first).weight = 500
            try context.save()
        }
        try edit()
        #expect(observer.labels == ["x"])
        #expect(observer.results.first?.weight == 500)
    }

    /// Two contexts that save at the same time, one inside the other's save: what each sends is not all that is stored.
    @Test func rowsOfSavesThatCrossedAreThoseOfTheStore() throws {
        let context = try shipmentContext()
        context.insert(Shipment(label: "x", town: "a", weight: 20))
        try context.save()
        let observer = try ResultsObserver(filterBy: heavy, sortBy: byLabel, modelContext: context)
        let (first, second) = (ModelContext(context.container), ModelContext(context.container))
        try #require(try first.fetch(FetchDescriptor<Shipment>()).first).weight = 30
        nonisolated(unsafe) let inner = try #require(try second.fetch(FetchDescriptor<Shipment>()).first)
        nonisolated(unsafe) let unsafeSecond = second
        nonisolated(unsafe) var isSaved = false
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave,
            object: first,
            queue: nil
        ) { _ in
            inner.town = "b"
            do { try unsafeSecond.save() } catch { Issue.record(error) }
            isSaved = true
        }
        try first.save()
        NotificationCenter.default.removeObserver(token)
        #expect(isSaved)
        let shown = try #require(observer.results.first)
        #expect(shown.weight == 30)
        #expect(shown.town == "b")
        let stored = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Shipment>()).first)
        #expect(stored.weight == 30 && stored.town == "b")
        second.processPendingChanges()
        #expect(inner.weight == 30)
    }
}
