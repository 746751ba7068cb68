import SwiftDataCore
import Testing

/// The stages of a save, by themselves.
@Suite struct SaveRunTests {
    @Test func eachStageSaysWhatMayBeDoneMeanwhile() {
        // Under way, writing, too late to be a part of the save.
        let expected: [(SaveRun.Stage, Bool, Bool, Bool)] = [
            (.idle, false, false, false), (.comparing, true, false, true), (.announcing, true, false, false),
            (.preparing, true, false, true), (.writing, true, true, true),
        ]
        var run = SaveRun()
        #expect(run.stage == .idle)
        for (stage, isUnderWay, isWriting, isLate) in expected {
            run.enter(stage)
            #expect(run.isUnderWay == isUnderWay && run.isWriting == isWriting, "\(stage)")
            #expect(run.isPastAnnouncement == isLate, "\(stage)")
        }
    }

    @Test func aRequestIsTakenOnce() {
        var run = SaveRun()
        var answers = [run.takeRequest()]
        run.requestNext()
        run.requestNext()
        answers.append(run.takeRequest())
        answers.append(run.takeRequest())
        #expect(answers == [false, true, false])
    }

    @Test func modelsAreNotedOnlyWhileStoresWrite() {
        var run = SaveRun()
        let identifier = Captain("A").persistentModelID
        run.noteMade(identifier)
        #expect(run.madeInFlight.isEmpty)
    }

    @Test func savesThatWereTakenOverAreCounted() {
        var run = SaveRun()
        for count in 1...3 {
            run.noteTakenOver()
            #expect(run.count == count)
        }
    }
}
