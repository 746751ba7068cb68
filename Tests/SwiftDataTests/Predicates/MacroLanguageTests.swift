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
    @Test("To Foundation and to the store alike")
    func language() throws {
        let (context, fleet) = try Fleet.saved()
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
        let comparable = LanguageCase.all.filter { test in
            (1..<voyages.count).contains(voyages.count(where: test.closure))
        }
        #expect(comparable.count * 10 >= LanguageCase.all.count * 9)
    }

    @Test("A captured model, and captured models, are found by what they are")
    func models() throws {
        let (context, fleet) = try Fleet.saved()
        let ada = fleet.ada
        let none: Captain? = nil
        let some = Array(fleet.voyages.prefix(3))
        try expect(#Predicate { $0.captain == ada }, fleet, context) { $0.captain === ada }
        try expect(#Predicate { ada != $0.captain }, fleet, context) { $0.captain !== ada }
        try expect(#Predicate { $0.captain == none }, fleet, context) { $0.captain == nil }
        try expect(#Predicate { some.contains($0) }, fleet, context) { some.contains($0) }
    }

    @Test("A captured predicate or expression that may be nil is evaluated where it is not")
    func optionalPredicates() throws {
        let (context, fleet) = try Fleet.saved()
        let isOpen: Predicate<Voyage>? = #Predicate { $0.isOpen }
        let missing: Predicate<Voyage>? = nil
        let days: Expression<Voyage, Int>? = #Expression { $0.days + 1 }
        try expect(#Predicate { isOpen?.evaluate($0) ?? false }, fleet, context) { $0.isOpen }
        try expect(#Predicate { missing?.evaluate($0) ?? ($0.days > 3) }, fleet, context) { $0.days > 3 }
        try expect(#Predicate { missing == nil || missing!.evaluate($0) }, fleet, context) { _ in true }
        try expect(#Predicate { isOpen!.evaluate($0) && $0.days > 3 }, fleet, context) { $0.isOpen && $0.days > 3 }
        try expect(#Predicate { days?.evaluate($0) == 4 }, fleet, context) { $0.days == 3 }
    }

    @Test("A branch that is nil does not give way to the other")
    func optionalBranches() throws {
        let fleet = Fleet()
        let alias = #Expression<Voyage, String?> {
            if let captain = $0.captain { captain.nickname } else { $0.note }
        }
        let guarded = #Expression<Voyage, String?> {
            guard let captain = $0.captain, $0.isOpen else { return $0.note }
            return captain.nickname
        }
        for voyage in fleet.voyages {
            let captain = voyage.captain
            #expect(try alias.evaluate(voyage) == (captain == nil ? voyage.note : captain?.nickname))
            #expect(
                try guarded.evaluate(voyage) == (captain == nil || !voyage.isOpen ? voyage.note : captain?.nickname)
            )
        }
        #expect(fleet.voyages.contains { $0.captain != nil && $0.captain?.nickname == nil && $0.note != nil })
    }

    private func expect(
        _ predicate: Predicate<Voyage>,
        _ fleet: Fleet,
        _ context: ModelContext,
        location: SourceLocation = #_sourceLocation,
        _ closure: (Voyage) -> Bool
    ) throws {
        let expected = fleet.voyages.filter(closure).map(\.name).sorted()
        let evaluated = try fleet.voyages.filter { try predicate.evaluate($0) }.map(\.name).sorted()
        #expect(evaluated == expected, "evaluated", sourceLocation: location)
        let fetched = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
        #expect(fetched == expected, "fetched", sourceLocation: location)
        #expect(!"\(predicate)".isEmpty, sourceLocation: location)
    }
}
