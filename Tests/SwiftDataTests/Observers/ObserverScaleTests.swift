import Observation
import SwiftData
import SwiftDataCore
import Testing

/// The work of observers grows with what moved, not with the number of results, and observers share it.
@Suite struct ObserverScaleTests {
    private typealias Observer = ResultsObserver<Shipment, Never>

    private func filled(_ count: Int) throws -> (context: ModelContext, all: [Shipment]) {
        let context = try shipmentContext()
        let all = (0..<count).map { Shipment(label: "\($0)", town: "T", weight: $0 * 2) }
        for shipment in all { context.insert(shipment) }
        try context.save()
        return (context, all)
    }

    /// The work of a change and a look at the results.
    private func work(_ context: ModelContext, _ change: () throws -> Void) rethrows -> ObserverRegistry.Counts {
        let before = context.observerCounts
        try change()
        var counts = context.observerCounts
        counts.fetches -= before.fetches
        counts.patches -= before.patches
        counts.tests -= before.tests
        counts.keys -= before.keys
        counts.moves -= before.moves
        counts.steps -= before.steps
        counts.offers -= before.offers
        counts.notifications -= before.notifications
        return counts
    }

    /// The work of one change of each kind among so many results.
    private func singleChanges(_ count: Int) throws -> [ObserverRegistry.Counts] {
        let (context, all) = try filled(count)
        let observer = try Observer(
            filterBy: #Predicate { $0.weight >= 0 },
            sortBy: [SortDescriptor(\.weight)],
            modelContext: context
        )
        let other = ModelContext(context.container)
        let theirs = try #require(other.model(for: all[count / 4].persistentModelID) as? Shipment)
        let new = Shipment(label: "new", weight: count / 2 + 1)
        func look() { #expect(observer.results.count > 0) }
        return [
            work(context) {
                all[count / 3].weight = count - 1
                look()
            },
            // Its place stays the same.
            work(context) {
                all[count / 5].weight += 1
                look()
            },
            work(context) {
                context.insert(new)
                look()
            },
            work(context) {
                all[count / 2].weight = -1
                look()
            },
            work(context) {
                context.delete(all[count - 2])
                look()
            },
            try work(context) {
                theirs.weight = count + 7
                try other.save()
                look()
            },
            try work(context) {
                try context.save()
                look()
            },
        ]
    }

    @Test func aChangeCostsTheSameAmongAThousandResultsAndAmongSixteenThousand() throws {
        let few = try singleChanges(1_000)
        let many = try singleChanges(16_000)
        for (few, many) in zip(few, many) {
            #expect(many.steps <= few.steps * 2)
            #expect(many.steps < 100)
            #expect(many.moves <= 2)
            #expect(many.keys <= 1)
            #expect(many.tests <= 1)
            #expect(many.fetches == 0)
            #expect(many.moves == few.moves)
            #expect(many.keys == few.keys)
            #expect(many.offers == few.offers)
        }
        #expect(many.prefix(6).allSatisfy { $0.patches == 1 })
    }

    @Test func unorderedResultsCostTheSameToo() throws {
        func steps(_ count: Int) throws -> Int {
            let (context, all) = try filled(count)
            let observer = try Observer(filterBy: #Predicate { $0.weight >= 0 }, modelContext: context)
            return work(context) {
                all[count / 3].weight = -1
                #expect(observer.results.count == count - 1)
                all[count / 3].weight = 1
                #expect(observer.results[count / 3] === all[count / 3])
                context.delete(all[count / 2])
                #expect(observer.results.count == count - 1)
            }.steps
        }
        let (few, many) = (try steps(1_000), try steps(16_000))
        #expect(many <= few * 2)
        #expect(many < 200)
    }

    private enum Change: CaseIterable { case order, condition, elsewhere }

    @Test(arguments: 0..<3) func manyObserversOfOneConditionAndOrderShareTheWork(_ number: Int) throws {
        let change = Change.allCases[number]
        let (context, all) = try filled(200)
        let least = 0
        let observers = try (0..<100).map { _ in
            try Observer(
                filterBy: #Predicate { $0.weight >= least },
                sortBy: [SortDescriptor(\.weight)],
                modelContext: context
            )
        }
        let work = try work(context) {
            switch change {
            case .order: for shipment in all { shipment.weight = (shipment.weight * 7_919 + 1) % 1_009 }
            case .condition: for shipment in all { shipment.weight -= 200 }
            case .elsewhere:
                let other = ModelContext(context.container)
                for shipment in try other.fetch(FetchDescriptor<Shipment>()) {
                    shipment.weight = (shipment.weight * 7_919 + 1) % 1_009
                }
                try other.save()
            }
            for observer in observers {
                #expect(observer.results.count == all.count { $0.weight >= 0 })
                #expect(zip(observer.results, observer.results.dropFirst()).allSatisfy { $0.weight <= $1.weight })
            }
        }
        #expect(work.tests == 200)
        #expect(work.keys == all.count { $0.weight >= 0 })
        #expect(work.patches == 100)
        #expect(work.fetches == 0)
        // Each observer goes through its results and what has come, once.
        #expect(work.steps <= 100 * (200 + 200))
    }

    @Test func observersOfOtherConditionsAndOrdersDoNotShare() throws {
        let (context, all) = try filled(30)
        let observers = try (0..<10).map { number in
            try Observer(
                filterBy: #Predicate { $0.weight >= number },
                sortBy: [SortDescriptor(\.weight, order: number.isMultiple(of: 2) ? .forward : .reverse)],
                modelContext: context
            )
        }
        for shipment in all { shipment.weight = (shipment.weight * 7) % 61 }
        for observer in observers {
            #expect(Array(observer.results) == (try context.fetch(observer.fetchDescriptor)))
        }
        let counts = work(context) {
            all[3].weight = 17
            for observer in observers { #expect(observer.results.contains { $0 === all[3] }) }
        }
        #expect(counts.tests == 10)
        #expect(counts.keys == 2)
    }

    @Test func resultsThatAProgramHoldsStayAsTheyWere() throws {
        let (context, all) = try filled(50)
        let observer = try Observer(sortBy: [SortDescriptor(\.weight)], modelContext: context)
        let before = observer.results
        all[0].weight = 1_000
        context.delete(all[10])
        context.insert(Shipment(label: "new", weight: 3))
        #expect(observer.results.count == 50)
        #expect(Array(before).map(\.label) == (0..<50).map(String.init))
    }

    /// An observer that is made while other observers have not looked at a change sees the new values, and they still
    /// find the models where they were.
    @Test func anObserverThatIsMadeAfterAChangeDoesNotMisleadTheOthers() throws {
        let (context, all) = try filled(40)
        let first = try Observer(sortBy: [SortDescriptor(\.weight)], modelContext: context)
        all[3].weight = 1_000
        all[30].weight = -1
        let second = try Observer(sortBy: [SortDescriptor(\.weight)], modelContext: context)
        all[3].weight = 21
        let third = try Observer(sortBy: [SortDescriptor(\.weight)], modelContext: context)
        all[7].weight = 22
        let expected = all.sorted { $0.weight < $1.weight }.map(\.label)
        for observer in [third, second, first] { #expect(observer.labels == expected) }
        all[30].weight = 500
        for observer in [third, second, first] { #expect(observer.labels.last == "30") }
    }

    @MainActor @Test func oneObserverWithoutAnIsolationDoesNotMakeWritesLookAtTheOthers() throws {
        let (context, all) = try filled(20)
        let isolated = try (0..<300).map { _ in
            try Observer(filterBy: #Predicate { $0.weight >= 0 }, modelContext: context, isolation: MainActor.shared)
        }
        let unisolated = try Observer(
            filterBy: #Predicate { $0.label == "none" },
            modelContext: context,
            isolation: nil
        )
        #expect(unisolated.results.isEmpty)
        let counts = work(context) {
            for shipment in all { shipment.weight += 1 }
        }
        #expect(counts.notifications <= 20 * 2)
        #expect(isolated.allSatisfy { $0.results.count == 20 })
    }
}
