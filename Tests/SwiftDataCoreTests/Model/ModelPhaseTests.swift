import SwiftDataCore
import Testing

/// The moves from one phase of a model to another.
@Suite struct ModelPhaseTests {
    private typealias Phase = ModelState.Phase

    /// As the documentation of `mayBecome(_:)` lists them.
    private static let moves: [(Phase, Set<Phase>)] = [
        (.detached, [.inserted, .registered, .gone]), (.inserted, [.registered, .detached, .gone]),
        (.registered, [.deleted, .gone]), (.deleted, [.registered, .inserted, .gone]),
        (.gone, [.inserted, .registered]),
    ]

    @Test func thereAreTheMovesThatAreDocumentedAndNoOthers() {
        #expect(Set(Self.moves.map(\.0)) == Set(Phase.allCases))
        for (phase, next) in Self.moves {
            for other in Phase.allCases {
                #expect(phase.mayBecome(other) == (next.contains(other) || phase == other), "\(phase) to \(other)")
            }
        }
    }

    @Test func aMoveThatThereIsNotIsToldWithTheModelAndBothPhases() {
        let state = ModelState(layout: Captain._$modelLayout)
        state.identifier = Plain.row(7, "Captain")
        let message = Phase.registered.unknownMove(to: .inserted, of: state)
        for part in ["Captain", "\(state.identifier)", "the phase registered", "to inserted"] {
            #expect(message.contains(part), "\(message)")
        }
    }

    @Test func aModelBeginsInNoContext() {
        let state = ModelState(layout: Captain._$modelLayout)
        #expect(state.phase == .detached && !state.isAttached)
        for (phase, isAttached) in [(Phase.inserted, true), (.registered, true), (.deleted, true), (.gone, false)] {
            state.move(to: phase == .deleted ? .registered : state.phase)
            state.move(to: phase)
            #expect(state.phase == phase && state.isAttached == isAttached)
        }
    }
}
