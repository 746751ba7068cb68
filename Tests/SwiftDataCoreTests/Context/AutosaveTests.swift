import Foundation
import SwiftDataCore
import TestSupport
import Testing

/// The next save that a context makes by itself, without a store.
@Suite struct AutosaveTests {
    /// `@unchecked Sendable` without a lock: it is used on the main actor.
    private final class Failures: @unchecked Sendable {
        var count = 0
    }

    /// Changes a unit that saves by itself; answers whether turns of the main actor save it then.
    private static func isSavedInTurns(serving queue: DispatchQueue? = nil, isEnabled: Bool = true) -> Bool {
        let unit = StorelessContext().unit
        if let queue { unit.autosave.serve(queue) }
        unit.autosave.enable(isEnabled, for: unit)
        unit.autosave.noteChange(of: unit)
        return unit.autosave.isSavedInTurns
    }

    @Test func itIsOffUntilItIsEnabled() {
        let unit = StorelessContext().unit
        var states = [unit.autosave.isEnabled]
        for isEnabled in [true, true, false, false, true] {
            unit.autosave.enable(isEnabled, for: unit)
            states.append(unit.autosave.isEnabled)
        }
        #expect(states == [false, true, true, false, false, true])
    }

    @MainActor @Test func turnsSaveAContextThatTheMainThreadChanges() {
        #expect(Self.isSavedInTurns())
        #expect(!Self.isSavedInTurns(isEnabled: false))
    }

    @MainActor @Test func theContextOfAQueueIsLeftToItsJobs() {
        #expect(!Self.isSavedInTurns(serving: DispatchQueue(label: "AutosaveTests")))
    }

    @Test func aChangeOnAnotherThreadAsksForNoTurn() {
        #expect(!Self.isSavedInTurns())
    }

    @MainActor @Test func aContextOfTheMainActorIsSavedInTheTurnAfterAChange() async throws {
        let unit = StorelessContext().unit
        let context = unit.facade()
        unit.actorBinding.joinMainActor()
        unit.autosave.enable(true, for: unit)
        // What is in no schema cannot be saved, and stays pending.
        unit.exclusively { unit.insertion.insert(Captain("A")) }
        let failures = Failures()
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didFailToAutosave,
            object: context,
            queue: nil
        ) { _ in failures.count += 1 }
        defer { NotificationCenter.default.removeObserver(observer) }
        try await eventually { failures.count > 0 }
        #expect(failures.count == 1 && unit.pending.count == 1)
        // The turn is over: a change asks for the next one.
        unit.exclusively { unit.noteChange() }
        try await eventually { failures.count > 1 }
        #expect(failures.count == 2)
    }
}
