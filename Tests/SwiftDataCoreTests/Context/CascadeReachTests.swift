import SwiftDataCore
import Testing

/// The reach of deletions in a schema: the relationships that deleted models are taken out of, and the cascades that a store
/// can follow.
@Suite struct CascadeReachTests {
    private let docks = ContainerCore(
        schema: Schema([Dock.self, Keeper.self, Boat.self]),
        migrationPlan: nil,
        stores: [],
        configurations: []
    )
    private let fleet = ContainerCore(
        schema: Schema([Captain.self, Voyage.self, Leg.self]),
        migrationPlan: nil,
        stores: [],
        configurations: []
    )

    @Test func relationshipsWithoutInverseAreFoundByTheEntityThatTheyLeadTo() {
        let oneSided = OneSidedRelationships(core: docks)
        #expect(oneSided.hasAny)
        #expect(oneSided.slots(leadingTo: ["Boat"]) == ["Dock": [DockSlot.boats, DockSlot.spares]])
        #expect(oneSided.slots(leadingTo: ["Keeper"]) == ["Dock": [DockSlot.keeper, DockSlot.guest]])
        #expect(oneSided.slots(leadingTo: ["Dock", "Unknown"]).isEmpty)
        #expect(!OneSidedRelationships(core: fleet).hasAny)
        #expect(OneSidedRelationships(core: fleet).slots(leadingTo: ["Leg", "Voyage"]).isEmpty)
    }

    @Test func aCascadeIsLeftToTheStoreWhereNoOtherRowIsConcerned() throws {
        let voyage = Voyage._$modelLayout
        let legs = try #require(voyage.slot(named: "legs"))
        #expect(CascadeReach(voyage, legs, fleet)?.entityNames == ["Leg"])
        // The legs of the voyages would stay.
        let captain = Captain._$modelLayout
        let voyages = try #require(captain.slot(named: "voyages"))
        #expect(CascadeReach(captain, voyages, fleet) == nil)
        // A relationship of another row may lead to a spare boat.
        #expect(CascadeReach(Dock._$modelLayout, DockSlot.spares, docks) == nil)
    }
}
