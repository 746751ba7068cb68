import SwiftData
import SwiftDataTesting
import Testing

/// The cost of observers in statements: nothing, where they cannot be affected.
@Suite struct ObserverStatementTests {
    private func filled() throws -> ModelContext {
        let context = try shipmentContext()
        for number in 0..<20 { context.insert(Shipment(label: "\(number)", town: "T\(number % 4)", weight: number)) }
        try context.save()
        return context
    }

    private func observers(_ context: ModelContext) throws -> [ResultsObserver<Shipment, Never>] {
        var limited = FetchDescriptor<Shipment>(
            predicate: #Predicate { $0.weight > 100 },
            sortBy: [SortDescriptor(\.weight)]
        )
        limited.fetchLimit = 3
        return [
            try ResultsObserver(filterBy: #Predicate { $0.weight > 100 }, modelContext: context),
            try ResultsObserver(
                filterBy: #Predicate { $0.town == "T1" && $0.weight > 50 },
                sortBy: [SortDescriptor(\.weight)],
                modelContext: context
            ),
            try ResultsObserver(fetchDescriptor: limited, modelContext: context),
        ]
    }

    @Test func unsavedChangesThatCannotMatchAreNoStatement() throws {
        let context = try filled()
        let all = try context.fetch(FetchDescriptor<Shipment>(sortBy: [SortDescriptor(\.weight)]))
        let observers = try observers(context)
        let log = StatementRecorder(context.container)
        let statements = log.statements {
            for shipment in all { shipment.weight += 1 }
            all[3].label = "x"
            context.insert(Shipment(label: "new", weight: 9))
            context.delete(all[5])
            for observer in observers { #expect(observer.results.isEmpty) }
        }
        #expect(statements == [])
    }

    @Test func savesOfOthersThatCannotMatchAreNoStatement() throws {
        let context = try filled()
        let observers = try observers(context)
        let other = ModelContext(context.container)
        let all = try other.fetch(FetchDescriptor<Shipment>(sortBy: [SortDescriptor(\.weight)]))
        for shipment in all { shipment.weight += 1 }
        other.insert(Shipment(label: "new", weight: 9))
        other.delete(all[5])
        try other.save()
        let log = StatementRecorder(context.container)
        let statements = log.statements {
            for observer in observers { #expect(observer.results.isEmpty) }
        }
        #expect(statements == [])
        #expect(context.observerCounts.fetches == 3)
    }

    @Test func savesOfOthersThatMatchAreNoStatementEither() throws {
        let context = try filled()
        let observer = try ResultsObserver<Shipment, Never>(
            filterBy: #Predicate { $0.weight > 17 },
            sortBy: [SortDescriptor(\.weight)],
            modelContext: context
        )
        let other = ModelContext(context.container)
        let all = try other.fetch(FetchDescriptor<Shipment>(sortBy: [SortDescriptor(\.weight)]))
        all[18].weight = 3
        all[0].weight = 30
        other.insert(Shipment(label: "new", town: "N", weight: 25))
        other.delete(all[19])
        try other.save()
        let log = StatementRecorder(context.container)
        let statements = log.statements { #expect(observer.labels == ["new", "0"]) }
        #expect(statements == [])
        #expect(Array(observer.results) == (try context.fetch(observer.fetchDescriptor)))
    }

    @Test func propertiesThatAreNotUsedAreNoWork() throws {
        let context = try filled()
        let observer = try ResultsObserver<Shipment, Never>(
            filterBy: #Predicate { $0.weight > 5 },
            sortBy: [SortDescriptor(\.weight)],
            modelContext: context
        )
        let before = context.observerCounts
        for shipment in observer.results { shipment.note = "n" }
        #expect(observer.results.count == 14)
        #expect(context.observerCounts.tests == before.tests)
        #expect(context.observerCounts.patches == before.patches)
    }

    @Test func aThousandObserversOfOneModelEachAreAskedAboutItOnly() throws {
        let context = try shipmentContext()
        let all = (0..<1_000).map { Shipment(label: "\($0)", weight: $0) }
        for shipment in all { context.insert(shipment) }
        try context.save()
        let observers = try all.map { shipment in
            let id = shipment.persistentModelID
            return try ResultsObserver<Shipment, Never>(
                filterBy: #Predicate { $0.persistentModelID == id && $0.weight >= 0 },
                modelContext: context
            )
        }
        let before = context.observerCounts
        for shipment in all { shipment.weight -= 500 }
        #expect(observers.filter { $0.results.isEmpty }.count == 500)
        let tests = context.observerCounts.tests - before.tests
        #expect(tests == 1_000)
        #expect(context.observerCounts.fetches == before.fetches)
    }

    @Test func aThousandObserversOfAnAttributeAreAskedAboutTheirValueOnly() throws {
        let context = try shipmentContext()
        let all = (0..<1_000).map { Shipment(label: "\($0)", town: "T\($0)", weight: 0) }
        for shipment in all { context.insert(shipment) }
        try context.save()
        let observers = try (0..<1_000).map { number in
            let town = "T\(number)"
            return try ResultsObserver<Shipment, Never>(
                filterBy: #Predicate { $0.town == town },
                modelContext: context
            )
        }
        let before = context.observerCounts
        for (number, shipment) in all.enumerated() { shipment.town = "T\((number + 1) % 1_000)" }
        #expect(observers.enumerated().allSatisfy { $1.labels == ["\(($0 + 999) % 1_000)"] })
        #expect(context.observerCounts.tests - before.tests == 2_000)
        #expect(context.observerCounts.fetches == before.fetches)
    }
}
