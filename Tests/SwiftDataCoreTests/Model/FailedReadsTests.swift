import SwiftDataCore
import Testing

/// The reads of one model that have failed, by themselves.
@Suite struct FailedReadsTests {
    private let error = StoreError(.unreadable, "no", entity: "Dock")
    private let later = StoreError(.locked, "later", entity: "Dock")
    private let failed = FailedReads()

    private func code(_ error: (any Error)?) -> StoreError.Code? { (error as? StoreError)?.code }

    @Test func eachFailureIsNewOnce() {
        #expect(failed.isEmpty)
        let rows = [DockSlot.note, DockSlot.name].map { failed.noteRow(error, $0) }
        let members = [DockSlot.boats, DockSlot.spares, DockSlot.boats].map { failed.noteMembers(error, $0) }
        let damage = [DockSlot.guest, DockSlot.guest].map { failed.noteDamage(error, $0, generation: 3) }
        #expect(rows == [true, false])
        #expect(members == [true, true, false])
        #expect(damage == [true, false])
        // The slot that was asked for first stands for the row.
        #expect(failed.row?.slot == DockSlot.note)
        #expect(!failed.isEmpty && !failed.holdsBackSaves)
    }

    @Test func damageHidesAFailureOfTheRow() {
        _ = failed.noteRow(error, DockSlot.name)
        _ = failed.noteMembers(error, DockSlot.boats)
        _ = failed.noteDamage(later, DockSlot.note, generation: 3)
        #expect(code(failed.cause(of: DockSlot.name, isToMany: false)) == .unreadable)
        #expect(code(failed.cause(of: DockSlot.note, isToMany: false)) == .locked)
        #expect(code(failed.cause(of: DockSlot.boats, isToMany: true)) == .unreadable)
        #expect(failed.cause(of: DockSlot.spares, isToMany: true) == nil)
    }

    @Test func damageIsThatOfAGeneration() {
        _ = failed.noteDamage(error, DockSlot.note, generation: 3)
        #expect(failed.isDamaged(DockSlot.note, generation: 3))
        #expect(!failed.isDamaged(DockSlot.note, generation: 4))
        #expect(!failed.isDamaged(DockSlot.name, generation: 3))
    }

    @Test func aReadRowTakesBackWhatWasAssignedInstead() {
        _ = failed.noteRow(error, DockSlot.name)
        _ = failed.noteDamage(error, DockSlot.guest, generation: 1)
        for slot in [DockSlot.name, DockSlot.note] {
            failed.noteShown(slot)
            failed.taint(slot, .string("new"), isToMany: false)
        }
        #expect(code(failed.taintCause) == .unreadable)
        // Two slots have been read.
        failed.didReadRow { $0 == DockSlot.note }
        #expect(failed.row == nil && failed.damaged.isEmpty)
        #expect(Set(failed.tainted.keys) == [DockSlot.note] && failed.withdrawn == [DockSlot.name])
        #expect(failed.shown == [DockSlot.name, DockSlot.note])
        failed.forgetShown(except: { $0 == DockSlot.note })
        #expect(failed.shown == [DockSlot.note])
        #expect(failed.holdsBackSaves)
    }

    @Test func aSlotIsShownUntilItIsRead() {
        failed.noteShown(DockSlot.name)
        let answers = [DockSlot.note, DockSlot.name, DockSlot.name].map { failed.forgetShown($0) }
        #expect(answers == [false, true, false])
        #expect(failed.isEmpty)
    }

    @Test func membersThatAreReadHaveNoFailure() {
        _ = failed.noteMembers(error, DockSlot.boats)
        _ = failed.noteMembers(error, DockSlot.spares)
        _ = failed.noteDamage(error, DockSlot.boats, generation: 1)
        failed.didReadMembers(DockSlot.boats)
        #expect(Set(failed.members.keys) == [DockSlot.spares] && failed.damaged.isEmpty)
    }

    @Test func aWriteEndsTheFailuresOfItsSlotOnly() {
        for slot in [DockSlot.keeper, DockSlot.guest] {
            failed.noteShown(slot)
            failed.taint(slot, .null, isToMany: false)
            failed.noteLost(Plain.row(1, "Keeper"), from: slot)
        }
        // The row can be read: nothing was written blindly.
        failed.noteWrittenOver(DockSlot.keeper, isBlind: true)
        #expect(failed.shown == [DockSlot.guest] && Set(failed.tainted.keys) == [DockSlot.guest])
        let left = failed.takeUnaligned()
        #expect(left.blind.isEmpty && left.lost.map(\.slot) == [DockSlot.guest])
        _ = failed.noteRow(error, DockSlot.name)
        failed.noteWrittenOver(DockSlot.guest, isBlind: true)
        failed.noteWrittenOver(DockSlot.keeper, isBlind: true)
        failed.noteWrittenOver(DockSlot.note, isBlind: false)
        #expect(failed.takeUnaligned().blind == [DockSlot.keeper, DockSlot.guest])
        #expect(failed.takeUnaligned().blind.isEmpty)
    }

    @Test func droppedEditsLeaveTheFailures() {
        _ = failed.noteRow(error, DockSlot.name)
        for slot in [DockSlot.name, DockSlot.guest] {
            failed.noteShown(slot)
            failed.taint(slot, .null, isToMany: false)
            failed.noteLost(Plain.row(1, "Keeper"), from: slot)
            failed.notePendingRule(slot)
        }
        failed.forgetEdit(DockSlot.guest)
        #expect(failed.shown == [DockSlot.name] && failed.pendingRules == [DockSlot.name, DockSlot.guest])
        failed.forgetEdits()
        #expect(!failed.holdsBackSaves && failed.shown.isEmpty && failed.takeUnaligned().lost.isEmpty)
        #expect(!failed.isEmpty && failed.row?.slot == DockSlot.name)
    }
}
