import SwiftDataCore
import Testing

/// The unsaved changes of a model, by themselves.
@Suite struct ModelChangesTests {
    private let slot = DockSlot.boats
    private let a = Plain.row(1, "Boat")
    private let b = Plain.row(2, "Boat")
    private let c = Plain.row(3, "Boat")

    private func docked(_ change: ToManyChange) -> ModelChanges {
        ModelChanges(original: Plain.dock(), slots: [slot, DockSlot.name], toMany: [slot: change])
    }

    /// Plain lists: what comes back is not added, and what goes again is not removed.
    private struct Reference {
        var added: [PersistentIdentifier] = []
        var removed: [PersistentIdentifier] = []

        mutating func add(_ identifier: PersistentIdentifier) {
            if let index = removed.firstIndex(of: identifier) {
                removed.remove(at: index)
            } else {
                added.append(identifier)
            }
        }

        mutating func remove(_ identifier: PersistentIdentifier) {
            if let index = added.lastIndex(of: identifier) {
                added.remove(at: index)
            } else {
                removed.append(identifier)
            }
        }
    }

    @Test(arguments: 0..<4)
    func membersJoinAndLeaveAsInPlainLists(_ seed: Int) {
        var random = RepeatableNumbers(seed: UInt64(seed))
        let boats = (0..<60).map { Plain.row($0, "Boat") }
        let changes = ModelChanges(original: Plain.dock())
        var references: [Int: Reference] = [slot: Reference(), DockSlot.spares: Reference()]
        for step in 0..<2_000 {
            let slot = Bool.random(using: &random) ? slot : DockSlot.spares
            let boat = boats[Int.random(in: boats.indices, using: &random)]
            // Lists of many members and of few.
            if Int.random(in: 0..<10, using: &random) < (step / 500 % 2 == 0 ? 8 : 3) {
                changes.recordAdded(boat, slot: slot)
                references[slot]?.add(boat)
            } else {
                changes.recordRemoved(boat, slot: slot)
                references[slot]?.remove(boat)
            }
            if step % 300 == 299 {
                let stored = Set(boats.filter { _ in Bool.random(using: &random) })
                changes.forgetSaved(slot, stored)
                references[slot]?.added.removeAll(where: stored.contains)
                references[slot]?.removed.removeAll { !stored.contains($0) }
            }
            #expect(changes.toMany[slot]?.added ?? [] == references[slot]?.added)
            #expect(changes.toMany[slot]?.removed ?? [] == references[slot]?.removed)
        }
    }

    @Test func anEditIsNewOnce() {
        let changes = ModelChanges(original: Plain.dock())
        let answers = [slot, DockSlot.name, slot].map { changes.noteEdit($0) }
        #expect(answers == [true, true, false])
        #expect(changes.slots == [slot, DockSlot.name])
    }

    @Test func whatBelongsToAnEditGoesWithItAsFarAsItIsAsked() {
        let change = ToManyChange(added: [a], removed: [b])
        let (forgotten, dropped, revertedEdit) = (docked(change), docked(change), docked(change))
        for changes in [forgotten, dropped, revertedEdit] { changes.noteContested(slot) }
        forgotten.forgetEdit(slot)
        dropped.dropEdit(slot)
        revertedEdit.forgetContestedEdit(slot)
        for changes in [forgotten, dropped, revertedEdit] { #expect(changes.slots == [DockSlot.name]) }
        #expect([forgotten, dropped, revertedEdit].map { $0.toMany[slot]?.added } == [[a], nil, [a]])
        #expect([forgotten, dropped, revertedEdit].map(\.contested) == [[slot], [slot], []])
        dropped.forgetContested()
        #expect(dropped.contested.isEmpty)
    }

    @Test func aMemberThatCameWithTheEditsOfASaveIsFoundAgain() {
        let boats = (0..<40).map { Plain.row($0, "Boat") }
        let changes = ModelChanges(original: Plain.dock())
        for boat in boats { changes.recordAdded(boat, slot: slot) }
        changes.recordRemoved(boats[7], slot: slot)
        changes.revert(to: [slot], [slot: ToManyChange(added: boats)])
        // Removed from those that are being written, and not noted as removed from the store.
        changes.recordRemoved(boats[7], slot: slot)
        #expect(changes.toMany[slot]?.added == boats.filter { $0 != boats[7] })
        #expect(changes.toMany[slot]?.removed == [])
        #expect(changes.slots == [slot])
    }

    @Test func onlyAnUnreadValueIsFilled() {
        let changes = ModelChanges(original: Plain.dock())
        changes.fillOriginal(DockSlot.name, .string("South"))
        changes.forgetOriginal(DockSlot.note)
        changes.fillOriginal(DockSlot.note, .string("read"))
        changes.rebase(DockSlot.depth, on: .integer(9))
        #expect(
            described(changes.original)
                == described(Plain.dock([DockSlot.note: .string("read"), DockSlot.depth: .integer(9)]))
        )
    }

    @Test func deletedModelsAreNoLongerReferredTo() {
        let changes = docked(ToManyChange(added: [b, c], removed: [b]))
        changes.rebase(slot, on: .identifiers([a, b]))
        changes.forgetReferences(to: [b], slot)
        #expect("\(changes.original[slot])" == "\(StoredValue.identifiers([a]))")
        #expect(changes.toMany[slot]?.added == [c] && changes.toMany[slot]?.removed == [])
    }

    @Test func temporaryIdentifiersBecomePermanent() {
        let key = TemporaryKey()
        let temporary = PersistentIdentifier(space: .named(store: nil, entity: "Boat"), key: .temporary(key))
        let changes = docked(ToManyChange(added: [temporary]))
        changes.rebase(slot, on: .identifiers([a, temporary]))
        changes.reorderAdded(slot, as: [temporary, b])
        key.permanent = c
        changes.remapIdentifiers()
        #expect(changes.toMany[slot]?.added.map(\.isTemporary) == [false, false])
        #expect("\(changes.original[slot])" == "\(StoredValue.identifiers([a, c]))")
    }
}
