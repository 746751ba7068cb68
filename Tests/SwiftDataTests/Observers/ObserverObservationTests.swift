import SwiftData
import SwiftDataCore
import Testing

/// The notices that Observation gets of an observer, and their moments.
@Suite struct ObserverObservationTests {
    private let byWeight = [SortDescriptor(\Shipment.weight)]

    /// Counts what Observation tells of the results, looking again each time as a view does.
    @MainActor private final class Looker {
        private(set) var changes = 0
        private(set) var seen: [String] = []
        private let observer: ResultsObserver<Shipment, Never>

        init(_ observer: ResultsObserver<Shipment, Never>) {
            self.observer = observer
            look()
        }

        private func look() {
            withObservationTracking {
                seen = observer.results.map(\.persistentModelID).map { "\($0.row ?? 0)" }
            } onChange: { [weak self] in
                Task { @MainActor in
                    self?.changes += 1
                    self?.look()
                }
            }
        }
    }

    /// Lets everything run that waits for the main actor.
    @MainActor private func turns() async {
        for _ in 0..<20 { await Task.yield() }
        try? await Task.sleep(for: .milliseconds(20))
    }

    @MainActor @Test func oncePerTurn() async throws {
        let context = try shipmentContext()
        let observer = try ResultsObserver(sortBy: byWeight, modelContext: context)
        let looker = Looker(observer)
        for number in 0..<10 { context.insert(Shipment(label: "\(number)", weight: number)) }
        await turns()
        #expect(looker.changes == 1)
        #expect(looker.seen.count == 10)
        try context.save()
        observer.results.first?.weight = 20
        observer.results.last?.weight = 5
        await turns()
        #expect(looker.changes == 2)
    }

    @MainActor @Test func notAtAllWhereTheResultsStayTheSame() async throws {
        let context = try shipmentContext()
        for number in 0..<3 { context.insert(Shipment(label: "\(number)", weight: number * 10)) }
        try context.save()
        let observer = try ResultsObserver(
            filterBy: #Predicate<Shipment> { $0.weight < 100 },
            sortBy: byWeight,
            modelContext: context
        )
        let looker = Looker(observer)
        let models = Array(observer.results)
        models[1].weight = 15
        models[2].label = "x"
        context.insert(Shipment(label: "heavy", weight: 500))
        await turns()
        try context.save()
        await turns()
        #expect(looker.changes == 0)
        models[1].weight = 25
        await turns()
        #expect(looker.changes == 1)
    }

    @MainActor @Test func savesOfOtherContextsWakeTheMainActor() async throws {
        let context = try shipmentContext()
        let observer = try ResultsObserver(sortBy: byWeight, modelContext: context)
        let looker = Looker(observer)
        let container = context.container
        await Task.detached {
            let other = ModelContext(container)
            other.insert(Shipment(label: "a"))
            try? other.save()
        }.value
        await turns()
        #expect(looker.changes == 1)
        #expect(looker.seen.count == 1)
    }

    @Test func withoutAnIsolationObservationIsToldAtOnce() throws {
        let context = try shipmentContext()
        let observer = try ResultsObserver(
            filterBy: #Predicate<Shipment> { $0.weight > 5 },
            sortBy: byWeight,
            modelContext: context,
            isolation: nil
        )
        let reported = Mutexed(0)
        func look() {
            withObservationTracking {
                _ = observer.results
            } onChange: {
                reported.withLock { $0 += 1 }
            }
        }
        look()
        let shipment = Shipment(label: "a", weight: 10)
        context.insert(shipment)
        #expect(reported.withLock { $0 } == 1)
        #expect(observer.labels == ["a"])
        look()
        shipment.note = "of no use to it"
        #expect(reported.withLock { $0 } == 1)
        shipment.weight = 1
        #expect(reported.withLock { $0 } == 2)
        #expect(observer.labels == [])
        look()
        let other = ModelContext(context.container)
        other.insert(Shipment(label: "b", weight: 20))
        try other.save()
        #expect(reported.withLock { $0 } == 3)
        #expect(observer.labels == ["b"])
    }

    @MainActor @Test func observationsOfAnObserverAndItsModels() async throws {
        let context = try shipmentContext()
        let observer = try ResultsObserver(sortBy: byWeight, modelContext: context)
        let first = Shipment(label: "a", weight: 1)
        context.insert(first)
        var seen: [[String]] = []
        for await labels in Observations({ observer.results.map(\.label) }) {
            seen.append(labels)
            switch seen.count {
            case 1: context.insert(Shipment(label: "b", weight: 2))
            case 2: first.label = "A"
            case 3: first.weight = 3
            default: break
            }
            if seen.count == 4 { break }
        }
        #expect(seen == [["a"], ["a", "b"], ["A", "b"], ["b", "A"]])
    }

    @MainActor @Test func criteriaAreObservedToo() throws {
        let observer = try ResultsObserver(sortBy: byWeight, modelContext: try shipmentContext())
        let reported = Mutexed<[String]>([])
        withObservationTracking {
            _ = observer.filterBy
        } onChange: {
            reported.withLock { $0.append("filterBy") }
        }
        withObservationTracking {
            _ = observer.sortBy
        } onChange: {
            reported.withLock { $0.append("sortBy") }
        }
        withObservationTracking {
            _ = observer.fetchDescriptor
        } onChange: {
            reported.withLock { $0.append("descriptor") }
        }
        observer.filterBy = #Predicate { $0.weight > 1 }
        #expect(Set(reported.withLock { $0 }) == ["filterBy", "descriptor"])
        observer.sortBy = []
        #expect(Set(reported.withLock { $0 }) == ["filterBy", "descriptor", "sortBy"])
    }
}

/// An actor whose results code outside of it looks at.
@ModelActor
private actor Dispatcher {
    private var observer: ResultsObserver<Shipment, Never>?
    private(set) var changes = 0

    func observe() throws {
        observer = try ResultsObserver(sortBy: [SortDescriptor(\.label)], modelContext: modelContext)
        look()
    }

    private func look() {
        withObservationTracking {
            _ = observer?.results
        } onChange: { [weak self] in
            Task { await self?.changed() }
        }
    }

    private func changed() {
        changes += 1
        look()
    }

    func labels() -> [String] { observer?.labels ?? [] }
    func add(_ label: String) { modelContext.insert(Shipment(label: label)) }
}

@Suite struct ObserverActorTests {
    @Test func anObserverInAModelActor() async throws {
        let container = try shipmentContext().container
        let dispatcher = Dispatcher(modelContainer: container)
        try await dispatcher.observe()
        await dispatcher.add("b")
        for _ in 0..<6_000 where await dispatcher.changes < 1 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(await dispatcher.labels() == ["b"])
        let other = ModelContext(container)
        other.insert(Shipment(label: "a"))
        try other.save()
        for _ in 0..<6_000 where await dispatcher.changes < 2 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(await dispatcher.changes == 2)
        #expect(await dispatcher.labels() == ["a", "b"])
    }

    @Test func anActorWithAnObserverEnds() async throws {
        let container = try shipmentContext().container
        weak var gone: Dispatcher?
        do {
            let dispatcher = Dispatcher(modelContainer: container)
            gone = dispatcher
            try await dispatcher.observe()
            await dispatcher.add("a")
            #expect(await dispatcher.labels() == ["a"])
        }
        for _ in 0..<6_000 where gone != nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(gone == nil)
    }
}
