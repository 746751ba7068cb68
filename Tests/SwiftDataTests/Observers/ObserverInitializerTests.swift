import SwiftData
import Testing

/// Each way to make an observer.
@Suite struct ObserverInitializerTests {
    private func filled() throws -> ModelContext {
        let context = try shipmentContext()
        for (label, town, weight) in [("a", "Lviv", 3), ("b", "Kyiv", 2), ("c", "Lviv", 1)] {
            context.insert(Shipment(label: label, town: town, weight: weight, note: weight == 2 ? "n" : nil))
        }
        try context.save()
        return context
    }

    private let byWeight = [SortDescriptor(\Shipment.weight)]
    private let inLviv = #Predicate<Shipment> { $0.town == "Lviv" }

    @Test func unsectionedInAContext() throws {
        let context = try filled()
        let all = try ResultsObserver<Shipment, Never>(modelContext: context)
        #expect(all.labels == ["a", "b", "c"])
        let described = try ResultsObserver(
            fetchDescriptor: FetchDescriptor(predicate: inLviv, sortBy: byWeight),
            modelContext: context
        )
        #expect(described.labels == ["c", "a"])
        let filtered = try ResultsObserver(filterBy: inLviv, sortBy: byWeight, modelContext: context)
        #expect(filtered.labels == ["c", "a"])
        #expect(filtered.modelContext == context)
        #expect(filtered.sections == nil)
        #expect(filtered.sectionBy == nil)
        #expect(filtered.fetchDescriptor.sortBy == byWeight)
    }

    @Test func unsectionedInAContainer() throws {
        let context = try filled()
        let described = try ResultsObserver(
            fetchDescriptor: FetchDescriptor(predicate: inLviv, sortBy: byWeight),
            modelContainer: context.container
        )
        let filtered = try ResultsObserver(filterBy: inLviv, sortBy: byWeight, modelContainer: context.container)
        #expect(described.labels == ["c", "a"])
        #expect(filtered.labels == ["c", "a"])
        #expect(described.modelContext != context)
        #expect(described.modelContext != filtered.modelContext)
        #expect(described.modelContext.container == context.container)
    }

    @Test func sectionedByAString() throws {
        let context = try filled()
        let observers = [
            try ResultsObserver(
                fetchDescriptor: FetchDescriptor(sortBy: byWeight),
                sectionBy: \Shipment.town,
                modelContext: context
            ),
            try ResultsObserver(sortBy: byWeight, sectionBy: \Shipment.town, modelContext: context),
            try ResultsObserver(
                fetchDescriptor: FetchDescriptor(sortBy: byWeight),
                sectionBy: \Shipment.town,
                modelContainer: context.container
            ),
            try ResultsObserver(sortBy: byWeight, sectionBy: \Shipment.town, modelContainer: context.container),
        ]
        for observer in observers {
            #expect(observer.labels == ["b", "c", "a"])
            #expect(observer.sections?.sectionTitles == ["Kyiv", "Lviv"])
            #expect(observer.sections?.map { $0.map(\.label) } == [["b"], ["c", "a"]])
            #expect(observer.sectionBy == \Shipment.town)
        }
    }

    @Test func sectionedByAnOptionalString() throws {
        let context = try filled()
        let observers = [
            try ResultsObserver(
                fetchDescriptor: FetchDescriptor(sortBy: byWeight),
                sectionBy: \Shipment.note,
                modelContext: context
            ),
            try ResultsObserver(filterBy: nil, sortBy: byWeight, sectionBy: \Shipment.note, modelContext: context),
            try ResultsObserver(
                fetchDescriptor: FetchDescriptor(sortBy: byWeight),
                sectionBy: \Shipment.note,
                modelContainer: context.container
            ),
            try ResultsObserver(sortBy: byWeight, sectionBy: \Shipment.note, modelContainer: context.container),
        ]
        for observer in observers {
            #expect(observer.sections?.sectionTitles == ["", "n"])
            #expect(observer.sections?.map { $0.map(\.label) } == [["c", "a"], ["b"]])
        }
    }

    @Test func aFirstFetchThatFailsThrows() throws {
        let context = try memoryContext(Tag.self)
        #expect(throws: StoreError.self) { try ResultsObserver<Shipment, Never>(modelContext: context) }
        let shipments = try shipmentContext()
        let byLength = [SortDescriptor(\Shipment.label.count)]
        #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
            try ResultsObserver<Shipment, Never>(sortBy: byLength, modelContext: shipments)
        }
    }

    @Test func theDescriptionTellsNoStoredValue() throws {
        let context = try filled()
        let observer = try ResultsObserver(filterBy: inLviv, modelContext: context)
        #expect(observer.debugDescription == "ResultsObserver<Shipment, Never>(2 results)")
    }
}
