import SwiftData
import SwiftDataCore
import Testing

/// Members of models that a predicate captured, where a row of its own may stand in their place.
struct CapturedMemberTests {
    private func expect(
        _ predicate: Predicate<Voyage>,
        _ voyages: [Voyage],
        _ context: ModelContext,
        location: SourceLocation = #_sourceLocation,
        _ closure: (Voyage) -> Bool
    ) throws {
        let expected = voyages.filter(closure).map(\.name).sorted()
        #expect(!expected.isEmpty && expected.count < voyages.count, sourceLocation: location)
        let evaluated = try voyages.filter { try predicate.evaluate($0) }.map(\.name).sorted()
        #expect(evaluated == expected, "evaluated", sourceLocation: location)
        let fetched = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
        #expect(fetched == expected, "fetched", sourceLocation: location)
        #expect(!"\(predicate)".isEmpty, sourceLocation: location)
    }

    @Test("A model in the place of a missing one has its own members")
    func fallback() throws {
        let (context, fleet) = try Fleet.saved()
        let bo = fleet.bo
        try expect(#Predicate { ($0.captain ?? bo).name == "Bo" }, fleet.voyages, context) {
            ($0.captain ?? bo).name == "Bo"
        }
        try expect(#Predicate { ($0.captain ?? bo).nickname == nil }, fleet.voyages, context) {
            ($0.captain ?? bo).nickname == nil
        }
        // A voyage of Bo's.
        try expect(
            #Predicate { ($0.captain ?? bo).voyages.contains { $0.days == -2 } },
            fleet.voyages,
            context
        ) { ($0.captain ?? bo).voyages.contains { $0.days == -2 } }
        try expect(#Predicate { ($0.captain ?? bo) == bo }, fleet.voyages, context) { ($0.captain ?? bo) == bo }
    }

    @Test("An unsaved model, an unsaved change and a model that is not loaded yet count too")
    func states() throws {
        let (context, fleet) = try Fleet.saved()
        let eve = Captain("Eve", nickname: "The Engine")
        try expect(#Predicate { ($0.captain ?? eve).nickname == "The Engine" }, fleet.voyages, context) {
            ($0.captain ?? eve).nickname == "The Engine"
        }
        let fresh = ModelContext(context.container)
        fresh.autosaveEnabled = false
        let bo = try #require(fresh.model(for: fleet.bo.persistentModelID) as? Captain)
        let voyages = try fresh.fetch(FetchDescriptor<Voyage>())
        try expect(#Predicate { ($0.captain ?? bo).isRetired }, voyages, fresh) { ($0.captain ?? bo).isRetired }
        bo.name = "Ada"
        try expect(#Predicate { ($0.captain ?? bo).name == "Ada" && $0.days > 0 }, voyages, fresh) {
            ($0.captain ?? bo).name == "Ada" && $0.days > 0
        }
    }

    @Test("An unsaved change of a model that a row leads to counts, however the row leads to it")
    func relatedChanges() throws {
        let (context, fleet) = try Fleet.saved()
        let bo = fleet.bo
        fleet.bo.name = "Eve"
        bo.nickname = "Evening"
        try expect(#Predicate { $0.captain != nil && $0.captain!.name == "Eve" }, fleet.voyages, context) {
            $0.captain?.name == "Eve"
        }
        try expect(#Predicate { ($0.isOpen ? $0.captain : nil)?.nickname == "Evening" }, fleet.voyages, context) {
            ($0.isOpen ? $0.captain : nil)?.nickname == "Evening"
        }
        try expect(#Predicate { ($0.captain ?? bo).name == "Eve" }, fleet.voyages, context) {
            ($0.captain ?? bo).name == "Eve"
        }
    }

    @Test("A model that is read for the first time during the fetch is read")
    func faults() throws {
        let (context, fleet) = try Fleet.saved()
        let fresh = ModelContext(context.container)
        fresh.autosaveEnabled = false
        let bo = try #require(fresh.model(for: fleet.bo.persistentModelID) as? Captain)
        let many = fleet.bo.voyages.count - 1
        let predicate = #Predicate<Voyage> { ($0.captain ?? bo).isRetired && ($0.captain ?? bo).voyages.count > many }
        let found = try fresh.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
        let expected = fleet.voyages.filter { ($0.captain ?? fleet.bo) === fleet.bo }.map(\.name).sorted()
        #expect(found == expected && !found.isEmpty)
    }

    @Test("The elements of a captured array of models have members")
    func arrays() throws {
        let (context, fleet) = try Fleet.saved()
        let crew = [fleet.bo, Captain("Zoe")]
        try expect(
            #Predicate { voyage in crew.contains { $0.name == voyage.captain?.name } },
            fleet.voyages,
            context
        ) { voyage in crew.contains { $0.name == voyage.captain?.name } }
    }
}
