import SwiftData
import Testing

/// A form of the predicate language: a predicate, and the same text as a plain closure.
struct LanguageCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let predicate: Predicate<Voyage>
    let closure: @Sendable (Voyage) -> Bool

    init(_ name: String, _ predicate: Predicate<Voyage>, _ closure: @escaping @Sendable (Voyage) -> Bool) {
        testDescription = name
        self.predicate = predicate
        self.closure = closure
    }
}

@Suite("A predicate means what its text means as a plain closure")
struct MacroLanguageTests {
    private func savedFleet() throws -> (context: ModelContext, fleet: Fleet) {
        let container = try ModelContainer(
            for: Schema(Fleet.types),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let fleet = Fleet()
        fleet.voyages.forEach(context.insert)
        try context.save()
        return (context, fleet)
    }

    @Test("To Foundation and to the store alike")
    func language() throws {
        let (context, fleet) = try savedFleet()
        for test in LanguageCase.all {
            let expected = fleet.voyages.filter(test.closure).map(\.name).sorted()
            let evaluated = try fleet.voyages.filter { try test.predicate.evaluate($0) }.map(\.name).sorted()
            #expect(evaluated == expected, "\(test.testDescription), evaluated")
            let fetched = try context.fetch(FetchDescriptor(predicate: test.predicate)).map(\.name).sorted()
            #expect(fetched == expected, "\(test.testDescription), fetched")
            #expect(!"\(test.predicate)".isEmpty)
        }
    }

    @Test("Nearly every form chooses some rows and leaves others")
    func cases() {
        let voyages = Fleet().voyages
        let telling = LanguageCase.all.filter { test in
            (1..<voyages.count).contains(voyages.count(where: test.closure))
        }
        #expect(telling.count * 10 >= LanguageCase.all.count * 9)
    }
}
