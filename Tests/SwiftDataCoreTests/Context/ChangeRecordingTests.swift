import Foundation
import SwiftDataCore
import Testing

/// The journals of a context, by themselves.
@Suite struct ChangeRecordingTests {
    @Test func aJournalIsInterruptedAndGoneBackTo() {
        var recording = ChangeRecording()
        #expect(recording.isOff)
        let (first, second) = (ChangeJournal(), ChangeJournal())
        #expect(recording.go(on: first) == nil)
        #expect(!recording.isOff)
        let outer = recording.go(on: second)
        #expect(outer === first && recording.journal === second)
        #expect(recording.goBack(to: outer) === second)
        #expect(recording.journal === first)
        recording.goBack(to: nil)
        #expect(recording.isOff)
    }

    @Test func transactionsAreInEachOther() {
        var recording = ChangeRecording()
        let (outer, inner) = (ChangeJournal(), ChangeJournal())
        let before = recording.beginTransaction(outer)
        let middle = recording.beginTransaction(inner)
        #expect(before == nil && middle === outer)
        #expect(recording.isInTransaction && recording.transactions.map { $0 === outer } == [true, false])
        #expect(recording.endTransaction(outer: middle).allSatisfy { $0 === inner })
        #expect(recording.isInTransaction && recording.journal === outer)
        recording.endTransaction(outer: before)
        #expect(!recording.isInTransaction && recording.isOff)
    }

    @Test func aManagerIsReplacedAndReturned() {
        var recording = ChangeRecording()
        let manager = UndoManager()
        #expect(recording.register(with: manager) == nil)
        #expect(!recording.isOff && recording.undoManager === manager)
        #expect(recording.register(with: nil) === manager)
        #expect(recording.isOff)
    }

    @Test func savesOfTransactionsAndRollbacksAreKnown() {
        var recording = ChangeRecording()
        recording.beginSaveOfTransaction()
        #expect(recording.isEndingTransaction)
        recording.endSaveOfTransaction()
        #expect(!recording.isEndingTransaction)
        recording.noteRollback()
        #expect(recording.rollbackCount == 1)
    }
}
