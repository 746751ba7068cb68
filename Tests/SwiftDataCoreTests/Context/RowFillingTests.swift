import SwiftDataCore
import Testing

/// Unread values that are filled from rows, beside edits that were made before.
@Suite struct RowFillingTests {
    private let slot = DockSlot.boats
    private let a = Plain.row(1, "Boat")
    private let b = Plain.row(2, "Boat")
    private let c = Plain.row(3, "Boat")
    private let state = ModelState(layout: Dock._$modelLayout)

    private func described(_ slot: Int) -> String { "\(state.values[slot])" }

    private func edit(_ slot: Int, _ change: ToManyChange) -> ModelChanges {
        let changes = ModelChanges(original: state.values, slots: [slot], toMany: [slot: change])
        state.beginChanges(changes)
        return changes
    }

    @Test func unreadValuesAreFilledAndReadOnesStay() {
        let values: [Int: StoredValue] = [DockSlot.name: .unloaded, DockSlot.note: .string("read"), slot: .unloaded]
        state.replaceValues(with: Plain.dock(values))
        let row = Plain.dock([DockSlot.name: .string("row"), DockSlot.note: .string("newer")])
        state.filling.fill(from: Plain.snapshot(Plain.row(1), row))
        #expect(described(DockSlot.name) == "\(StoredValue.string("row"))")
        #expect(described(DockSlot.note) == "\(StoredValue.string("read"))")
        #expect(described(slot) == "\(row[slot])")
    }

    @Test func aRowOfAnotherClassFillsNothing() {
        state.replaceValues(with: Plain.dock([DockSlot.name: .unloaded]))
        state.filling.fill(from: Plain.snapshot(Plain.row(1, "Boat"), [.string("boat")], Boat._$modelLayout))
        #expect(state.isUnloaded(DockSlot.name))
    }

    @Test func membersAreJoinedWithWhatWasAddedAndRemovedBefore() {
        state.replaceValues(with: Plain.dock([slot: .unloaded]))
        let changes = edit(slot, ToManyChange(added: [c], removed: [a]))
        state.filling.fillToMany(slot, [a, b])
        #expect(described(slot) == "\(StoredValue.identifiers([b, c]))")
        #expect("\(changes.original[slot])" == "\(StoredValue.identifiers([a, b]))")
        #expect(changes.toMany[slot]?.added == [c] && changes.toMany[slot]?.removed == [a])
    }

    @Test func whatOthersHaveSavedAlreadyIsNoChangeAnyMore() {
        state.replaceValues(with: Plain.dock([slot: .unloaded]))
        let changes = edit(slot, ToManyChange(added: [b], removed: [c]))
        state.filling.fillToMany(slot, [a, b])
        #expect(described(slot) == "\(StoredValue.identifiers([a, b]))")
        #expect(changes.toMany[slot]?.added == [] && changes.toMany[slot]?.removed == [])
    }

    @Test func aShownRelationshipStaysUnreadUntilTheNextGetter() {
        state.replaceValues(with: Plain.dock([slot: .unloaded]))
        state.standIns.noteShown(slot)
        state.filling.fillToMany(slot, [a])
        #expect(state.isUnloaded(slot) && state.standIns.isShown(slot))
    }
}
