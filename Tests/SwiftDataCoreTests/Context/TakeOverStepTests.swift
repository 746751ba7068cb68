import SwiftDataCore
import Testing

/// The steps of the states of rows that were written, decided by plain values.
@Suite struct TakeOverStepTests {
    private let unknown = DefaultSnapshot.unknownLock

    private func step(
        _ change: TakeOverStep.Change,
        phase: ModelState.Phase = .registered,
        lock: Int64 = 4,
        reported: Int64? = nil,
        countsLocks: Bool = true,
        isWhole: Bool = true
    ) -> TakeOverStep {
        TakeOverStep(change, phase: phase, lock: lock, reported: reported, countsLocks: countsLocks, isWhole: isWhole)
    }

    @Test func aNewRowBeginsToCount() {
        #expect(step(.inserted, lock: unknown).lock == DefaultSnapshot.firstLock)
        #expect(step(.inserted, lock: unknown, reported: 9).lock == DefaultSnapshot.firstLock)
        #expect(step(.inserted, lock: unknown, countsLocks: false).lock == unknown)
    }

    @Test func anUpdateCountsOn() {
        #expect(step(.updated).lock == 5)
        #expect(step(.updated, reported: 9).lock == 9)
        #expect(step(.updated, lock: unknown).lock == unknown)
        #expect(step(.updated, lock: unknown, reported: 9).lock == 9)
    }

    @Test func editsThatWereWrittenAreForgotten() {
        #expect(step(.inserted).edits == .leave)
        #expect(step(.updated).edits == .forget)
    }

    @Test func laterEditsAreLookedFor() {
        #expect(step(.inserted, isWhole: false).edits == .compare)
        #expect(step(.updated, isWhole: false).edits == .compare)
        #expect(step(.updated, phase: .deleted, isWhole: false).edits == .compare)
        // One that has left has none.
        #expect(step(.inserted, phase: .deleted, isWhole: false).edits == .forget)
        #expect(step(.updated, phase: .gone, isWhole: false).edits == .forget)
    }

    @Test func aRowThatWasWrittenBesidesCountsOnWhereItWasKnown() {
        #expect(TakeOverStep.lock(ofOther: 4, reported: 5) == 5)
        #expect(TakeOverStep.lock(ofOther: 3, reported: 5) == nil)
        #expect(TakeOverStep.lock(ofOther: 5, reported: 5) == nil)
        #expect(TakeOverStep.lock(ofOther: unknown, reported: 5) == nil)
    }

    @Test(arguments: ModelState.Phase.allCases)
    func theRowOfANewModelHasTheStateOfItsModelWhileThatIsTheSame(_ phase: ModelState.Phase) {
        let expected: [ModelState.Phase: (here: RowOwner, elsewhere: RowOwner)] = [
            .inserted: (.model, .nobody), .gone: (.formerModel, .nobody), .detached: (.formerModel, .formerModel),
        ]
        let (here, elsewhere) = expected[phase] ?? (.nobody, .nobody)
        #expect(RowOwner(phase: phase, keepsIdentifier: true, isInContext: true) == here)
        #expect(RowOwner(phase: phase, keepsIdentifier: true, isInContext: false) == elsewhere)
        for isInContext in [false, true] {
            #expect(RowOwner(phase: phase, keepsIdentifier: false, isInContext: isInContext) == .nobody)
        }
    }
}
