import SwiftDataCore
import Testing

/// The memory of a model's to-many relationships, by itself.
@Suite struct MemberMemoryTests {
    private let boats = (0..<20).map { Plain.row($0, "Boat") }

    private func open(_ captain: Captain) -> OpenMembers {
        OpenMembers(DockSlot.boats, [captain], [captain.persistentModelID])
    }

    @Test func eachSlotHasItsOwnBatch() {
        var memory = MemberMemory()
        let (first, second) = (FaultBatch(boats), FaultBatch([boats[0]]))
        memory.keep(first, from: 3, slot: DockSlot.boats)
        memory.keep(second, from: 0, slot: DockSlot.spares)
        #expect(memory.batches[DockSlot.boats]?.0 === first && memory.batches[DockSlot.boats]?.1 == 3)
        memory.forgetBatch(DockSlot.boats)
        #expect(memory.batches[DockSlot.boats] == nil && memory.batches[DockSlot.spares]?.0 === second)
    }

    @Test func aSetIsTakenOnce() {
        var memory = MemberMemory()
        memory.keep(MemberSet(boats, in: nil), slot: DockSlot.boats)
        #expect(memory.sets[DockSlot.boats]?.contains(boats[7]) == true)
        let taken = [memory.takeSet(DockSlot.boats), memory.takeSet(DockSlot.boats)]
        #expect(taken.map { $0?.contains(boats[7]) } == [true, nil])
        memory.keep(MemberSet(boats, in: nil), slot: DockSlot.spares)
        memory.forgetSet(DockSlot.spares)
        #expect(memory.sets.isEmpty)
    }

    @Test func membersThatAreOpenAreHeldUntilTheyAreReleasedOutside() {
        var memory = MemberMemory()
        weak var first: Captain?
        weak var second: Captain?
        do {
            let captains = [Captain("A"), Captain("B")]
            (first, second) = (captains[0], captains[1])
            #expect(memory.keep(open: open(captains[0])) == nil)
            var former = memory.keep(open: open(captains[1]))
            #expect(former != nil)
            former = nil
        }
        #expect(first == nil && second != nil)
        var taken = memory.takeOpen()
        #expect(memory.open == nil && taken != nil && second != nil)
        taken = nil
        #expect(second == nil && memory.takeOpen() == nil)
    }

    @Test func onlyCachesBelongToAContext() {
        var memory = MemberMemory()
        let state = ModelState(layout: Boat._$modelLayout)
        memory.keep(FaultBatch(boats), from: 0, slot: DockSlot.boats)
        memory.keep(MemberSet(boats, in: nil), slot: DockSlot.boats)
        memory.keep(MemberCache([], departures: 0), slot: DockSlot.boats)
        memory.append(state, slot: DockSlot.boats)
        // Of a relationship that was not read there is no cache to add to.
        memory.append(state, slot: DockSlot.spares)
        #expect(Array(memory.caches.keys) == [DockSlot.boats])
        memory.leaveContext()
        #expect(memory.caches.isEmpty && memory.batches.count == 1 && memory.sets.count == 1)
    }
}
