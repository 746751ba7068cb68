import SwiftData
import SwiftDataCore
import SwiftDataTesting
import TestSupport
import Testing

/// Many models that change at once, in random ways, compared with a fetch.
@Suite struct ObserverBulkTests {
    private typealias Observer = ResultsObserver<Shipment, Never>

    @Test(arguments: Trials.seeds(6, from: 0))
    func resultsAreThoseOfAFetchAfterManyChanges(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed + 91)
        let context = try shipmentContext()
        let other = ModelContext(context.container)
        for number in 0..<150 { context.insert(shipment(number, &random)) }
        try context.save()
        let orders: [[SortDescriptor<Shipment>]] = [
            [], [SortDescriptor(\.weight)], [SortDescriptor(\.town, order: .reverse), SortDescriptor(\.weight)],
            [SortDescriptor(\.note), SortDescriptor(\.label)],
        ]
        let conditions: [Predicate<Shipment>?] = [nil, #Predicate { $0.weight > 4 }, #Predicate { $0.town == "Lviv" }]
        var observers: [Observer] = []
        for order in orders {
            for condition in conditions {
                observers.append(try Observer(filterBy: condition, sortBy: order, modelContext: context))
            }
        }
        let sections = try ResultsObserver<Shipment, String>(
            sortBy: [SortDescriptor(\.weight)],
            sectionBy: \.town,
            modelContext: context
        )
        for step in 0..<25 {
            try change(random.chance(30) ? other : context, &random)
            if random.chance(25) {
                let order = random.pick(orders) ?? []
                observers.append(try Observer(filterBy: conditions[1], sortBy: order, modelContext: context))
            }
            if random.chance(30) { continue }
            for (number, observer) in observers.enumerated() where random.chance(80) {
                let expected = try context.fetch(observer.fetchDescriptor)
                let found = Array(observer.results)
                try #require(found.map(\.persistentModelID) == expected.map(\.persistentModelID), "\(step) \(number)")
            }
            let expected = try context.fetch(sections.fetchDescriptor)
            let grouped = try #require(sections.sections)
            try #require(grouped.flatMap { $0 }.map(\.label) == expected.map(\.label))
            try #require(grouped.allSatisfy { section in section.allSatisfy { $0.town == section.title } })
        }
    }

    private func shipment(_ number: Int, _ random: inout SeededRandom) -> Shipment {
        Shipment(
            label: "\(number)",
            town: random.pick(["Kyiv", "Lviv", "Odesa"]) ?? "",
            weight: random.below(9),
            note: random.chance(40) ? nil : "\(random.below(4))"
        )
    }

    private func change(_ context: ModelContext, _ random: inout SeededRandom) throws {
        let all = try context.fetch(FetchDescriptor<Shipment>())
        let share = random.pick([1, 5, 40, 100]) ?? 1
        switch random.below(9) {
        case 0...3:
            for shipment in all where random.chance(share) {
                switch random.below(3) {
                case 0: shipment.weight = random.below(9)
                case 1: shipment.town = random.pick(["Kyiv", "Lviv", "Odesa"]) ?? ""
                default: shipment.note = random.chance(40) ? nil : "\(random.below(4))"
                }
            }
        case 4: for number in 0..<random.below(50) { context.insert(shipment(1_000 + number, &random)) }
        case 5: for shipment in all where random.chance(min(share, 40)) { context.delete(shipment) }
        case 6: context.rollback()
        default: break
        }
        if random.chance(50) || context.insertedModelsArray.isEmpty && random.chance(40) { try context.save() }
    }
}
