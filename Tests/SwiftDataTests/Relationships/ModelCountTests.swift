import SwiftData
import Testing

@Suite struct ModelCountTests {
    private func context() throws -> ModelContext { try memoryContext(RowingTeam.self, Rower.self) }

    private func team(_ count: Int, in context: ModelContext) -> RowingTeam {
        let team = RowingTeam(rowers: count)
        context.insert(team)
        return team
    }

    @Test(arguments: [(0, false), (1, false), (2, true), (3, true), (4, false)])
    func aNewModelHasToHaveAsManyAsItsSchemaSays(_ count: Int, _ isValid: Bool) throws {
        let context = try context()
        let team = team(count, in: context)
        if isValid {
            try context.save()
        } else {
            let error = try #require(#expect(throws: StoreError.self) { try context.save() })
            #expect(error.code == .validation)
            #expect(error.propertyName == "rowers")
            #expect(error.persistentModelID == team.persistentModelID)
            #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Rower>()) == 0)
        }
    }

    @Test func aModelWhoseOtherSideWasWrittenIsChecked() throws {
        let context = try context()
        _ = team(3, in: context)
        try context.save()
        // In a context that has not read the relationship.
        let other = ModelContext(context.container)
        let team = try #require(try other.fetch(FetchDescriptor<RowingTeam>()).first)
        other.insert(Rower(team: team))
        #expect(throws: StoreError.self) { try other.save() }
        other.rollback()
        for rower in try other.fetch(FetchDescriptor<Rower>()).prefix(2) { rower.team = nil }
        #expect(throws: StoreError.self) { try other.save() }
    }

    @Test func deletionsAreCheckedInMemoryAndInTheStore() throws {
        let context = try context()
        let team = team(2, in: context)
        try context.save()
        context.delete(team.rowers[0])
        #expect(throws: StoreError.self) { try context.save() }
        context.rollback()
        let error = #expect(throws: StoreError.self) { try context.delete(model: Rower.self) }
        #expect(error?.code == .validation)
        #expect(error?.propertyName == "rowers")
        #expect(team.rowers.count == 2)
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Rower>()) == 2)
    }

    @Test func anOptionalRelationshipMayHaveNone() throws {
        let context = try context()
        let team = team(2, in: context)
        team.officers = []
        try context.save()
        team.officers = [Rower()]
        #expect(throws: StoreError.self) { try context.save() }
        team.officers?.append(Rower())
        try context.save()
    }
}
