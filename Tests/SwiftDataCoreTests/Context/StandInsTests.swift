import SwiftDataCore
import Testing

/// The values that stand in for unread ones, without a store.
@Suite struct StandInsTests {
    private let a = Plain.row(1, "Boat")
    private let b = Plain.row(2, "Boat")
    private let state = ModelState(layout: Dock._$modelLayout)

    private func standIn(_ slot: Int) -> String { "\(state.standIns.standIn(at: slot))" }

    @Test func theLastKnownValueStandsInElseTheEmptyOne() {
        state.replaceValues(with: Plain.dock([DockSlot.name: .unloaded]))
        #expect(standIn(DockSlot.name) == "\(Dock._$modelLayout.emptyValues[DockSlot.name])")
        state.lastKnown = Plain.dock([DockSlot.name: .string("known"), DockSlot.note: .unloaded])
        #expect(standIn(DockSlot.name) == "\(StoredValue.string("known"))")
        #expect(standIn(DockSlot.note) == "\(Dock._$modelLayout.emptyValues[DockSlot.note])")
    }

    @Test func membersThatWereAddedAndRemovedAreInTheStandIn() {
        state.lastKnown = Plain.dock([DockSlot.boats: .identifiers([a])])
        let change = ToManyChange(added: [b], removed: [a])
        state.beginChanges(ModelChanges(original: [], toMany: [DockSlot.boats: change]))
        #expect(standIn(DockSlot.boats) == "\(StoredValue.identifiers([b]))")
    }

    @Test func aWriteOverAShownValueIsKeptAsTaintAndShown() {
        let slot = DockSlot.name
        state.replaceValues(with: Plain.dock([slot: .unloaded]))
        #expect(!state.standIns.isTaintedByWriting(slot))
        state.standIns.noteShown(slot)
        #expect(state.standIns.isTaintedByWriting(slot))
        state.standIns.taint(slot, .string("written"))
        #expect(state.isUnloaded(slot) && standIn(slot) == "\(StoredValue.string("written"))")
        state.standIns.forgetFailedEdits()
        #expect(!state.standIns.isShown(slot) && standIn(slot) != "\(StoredValue.string("written"))")
    }

    @Test func aFaultKeepsTheOldestKnownValues() {
        state.replaceValues(with: Plain.dock([DockSlot.name: .string("first")]))
        state.faulting.unload()
        #expect(state.isUnloaded(DockSlot.name) && !state.isUnloaded(DockSlot.depth))
        state.put(.string("read again"), at: DockSlot.note)
        state.faulting.unload()
        #expect(standIn(DockSlot.name) == "\(StoredValue.string("first"))")
        #expect(standIn(DockSlot.note) == "\(StoredValue.string("read again"))")
    }

    @Test func aModelWithoutARowHasItsLastKnownValues() {
        state.replaceValues(with: Plain.dock([DockSlot.name: .string("first")]))
        state.faulting.unload()
        state.faulting.vanish()
        #expect(state.phase == .gone)
        #expect("\(state.values[DockSlot.name])" == "\(StoredValue.string("first"))")
        #expect(state.values.indices.allSatisfy { !state.isUnloaded($0) })
    }
}
