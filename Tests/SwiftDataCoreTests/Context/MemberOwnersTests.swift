import SwiftDataCore
import Testing

/// The owners of members that a context knows, by themselves.
@Suite struct MemberOwnersTests {
    private let key = MemberOwners.Key(
        member: Plain.row(1, "Boat"),
        layout: ObjectIdentifier(Dock._$modelLayout),
        slot: DockSlot.boats
    )

    @Test func ownersInTheStoreAreKnownForOneGeneration() {
        var owners = MemberOwners()
        #expect(owners.stored(key, generation: 1) == nil)
        owners.keep(Plain.row(7), key, generation: 1)
        #expect(owners.stored(key, generation: 1) == .some(Plain.row(7)))
        #expect(owners.stored(key, generation: 2) == nil)
        let other = MemberOwners.Key(
            member: Plain.row(2, "Boat"),
            layout: ObjectIdentifier(Dock._$modelLayout),
            slot: DockSlot.boats
        )
        owners.keep(nil, other, generation: 2)
        #expect(owners.stored(key, generation: 2) == nil)
        // A member that is known to have no owner is not looked up again.
        #expect(owners.stored(other, generation: 2) == .some(nil))
    }

    @Test func whatIsPendingIsForgottenWithTheChanges() {
        var owners = MemberOwners()
        owners.notePending(Plain.row(7), key)
        owners.noteUnknown("Boat")
        owners.keep(Plain.row(6), key, generation: 1)
        #expect(owners.pending[key] == Plain.row(7) && owners.hasUnknown && owners.unknownEntity == "Boat")
        owners.forgetPending()
        #expect(owners.pending.isEmpty && !owners.hasUnknown)
        #expect(owners.stored(key, generation: 1) == .some(Plain.row(6)))
    }

    @Test func relationshipsAreKnownOfEachClassThatWasAskedAbout() {
        var owners = MemberOwners()
        #expect(owners.knownSlots(Dock._$modelLayout) == nil)
        owners.noteSlots([DockSlot.boats, DockSlot.spares], of: Dock._$modelLayout)
        owners.noteSlots([], of: Boat._$modelLayout)
        #expect(owners.knownSlots(Dock._$modelLayout) == [DockSlot.boats, DockSlot.spares])
        #expect(owners.knownSlots(Boat._$modelLayout) == [])
        #expect(owners.knownSlots(Keeper._$modelLayout) == nil)
    }
}
