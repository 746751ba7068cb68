import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// Compares sections that follow random changes with groups that plain Swift makes of a fetch.
@Suite struct SectionScriptTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private typealias Observer = ResultsObserver<Shipment, String>
    private let towns = ["", "Kyiv", "Lviv", "Odesa", "kyiv", "Ahtyrka"]

    private func check(_ observer: Observer, _ context: ModelContext) throws {
        let all = try context.fetch(observer.fetchDescriptor)
        var titles: [String] = []
        for shipment in all where !titles.contains(shipment.town) { titles.append(shipment.town) }
        let sections = try #require(observer.sections)
        #expect(sections.sectionTitles == titles)
        for (position, title) in titles.enumerated() {
            #expect(sections.index(ofSectionTitled: title) == position)
            let expected = all.filter { $0.town == title }.map(\.label)
            #expect(sections[position].map(\.label) == expected)
        }
        for town in towns where !titles.contains(town) { #expect(!sections.contains(sectionTitle: town)) }
    }

    @Test(arguments: Trials.seeds(12)) func sectionsFollowRandomChanges(_ seed: UInt64) throws {
        var generator = Generator(state: seed)
        let context = try shipmentContext()
        var all: [Shipment] = []
        func insert(_ number: Int) {
            let town = towns.randomElement(using: &generator) ?? ""
            let shipment = Shipment(label: "\(number)", town: town, weight: number)
            context.insert(shipment)
            all.append(shipment)
        }
        for number in 0..<Int.random(in: 0...60, using: &generator) { insert(number) }
        try context.save()
        let observer = try Observer(
            filterBy: #Predicate { !$0.isSent },
            sortBy: [SortDescriptor(\.label)],
            sectionBy: \.town,
            modelContext: context
        )
        try check(observer, context)
        for step in 0..<60 {
            let isMany = step % 15 == 14
            for number in 0..<(isMany ? 50 : Int.random(in: 1...3, using: &generator)) {
                guard let index = all.indices.randomElement(using: &generator) else {
                    insert(1_000 + step * 100 + number)
                    continue
                }
                switch Int.random(in: 0..<8, using: &generator) {
                case 0, 1: insert(1_000 + step * 100 + number)
                case 2: context.delete(all.remove(at: index))
                case 3: all[index].isSent.toggle()
                case 4: all[index].label = "\(Int.random(in: 0...9, using: &generator))"
                case 5: all[index].weight += 1
                default: all[index].town = towns.randomElement(using: &generator) ?? ""
                }
            }
            if step % 7 == 6 { try context.save() }
            try check(observer, context)
        }
    }

    /// The sections that a program holds are those of the moment at which it read them.
    @Test func heldSectionsStayAsTheyWere() throws {
        let context = try shipmentContext()
        for number in 0..<600 {
            context.insert(Shipment(label: String(1_000 + number), town: number < 300 ? "A" : "B"))
        }
        try context.save()
        let observer = try Observer(sortBy: [SortDescriptor(\.label)], sectionBy: \.town, modelContext: context)
        let before = try #require(observer.sections)
        let first = try #require(observer.results.first)
        first.town = "C"
        #expect(observer.sections?.map(\.count) == [299, 300, 1])
        #expect(before.map(\.count) == [300, 300])
        #expect(before[0].first === first)
    }
}
