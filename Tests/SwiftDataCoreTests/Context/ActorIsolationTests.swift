import Dispatch
import Foundation
import SwiftDataCore
import Testing

/// The isolation that a context belongs to, by itself.
@Suite struct ActorIsolationTests {
    private let queue = DispatchQueue(label: "ContextHomeTests")
    private let other = DispatchQueue(label: "ContextHomeTests.other")

    private func place(_ home: ActorIsolation, _ gate: ContextGate = ContextGate()) -> String {
        switch home.placeOfEnd(gate) {
        case .here: "here"
        case .mainActor: "main actor"
        case .queue(let queue): queue.label
        case .executor: "executor"
        }
    }

    @Test func anUnknownHomeIsNowhere() {
        let home = ActorIsolation()
        #expect(home.kind == .unknown && home.isHere == nil)
    }

    @Test func aQueueIsHomeToEachContextByItself() {
        let (home, neighbour) = (ActorIsolation(), ActorIsolation())
        home.bind(to: queue)
        neighbour.bind(to: other)
        #expect(home.kind == .queue && home.isHere == false)
        #expect(queue.sync { [home.isHere, neighbour.isHere] } == [true, false])
        #expect(other.sync { [home.isHere, neighbour.isHere] } == [false, true])
    }

    @Test func aContextEndsOnItsQueue() {
        let home = ActorIsolation()
        home.bind(to: queue)
        #expect(place(home) == queue.label)
        #expect(queue.sync { place(home) } == "here")
        #expect(other.sync { place(home) } == queue.label)
    }

    @Test func aContextOfTheMainActorEndsThere() async {
        let home = ActorIsolation()
        home.bindToMainActor()
        #expect(home.kind == .mainActor)
        let outside = queue.sync { (home.isHere, place(home)) }
        #expect(outside.0 == false && outside.1 == "main actor")
        let inside = await MainActor.run { (home.isHere, place(home)) }
        #expect(inside.0 == true && inside.1 == "here")
    }

    @Test func aContextThatTheMainThreadMadeAndNobodyUsedEndsOnTheMainActor() async {
        let (home, isMainThread) = await MainActor.run { (ActorIsolation(), Thread.isMainThread) }
        guard isMainThread else { return }
        #expect(queue.sync { place(home) } == "main actor")
        let gate = ContextGate()
        queue.sync {
            gate.enter()
            _ = gate.leave()
        }
        // The queue has used it last, and is no actor.
        #expect(other.sync { place(home, gate) } == "here")
    }

    @Test func aContextOfAnUnknownThreadEndsWhereItIsReleased() {
        let home = queue.sync { ActorIsolation() }
        #expect(other.sync { place(home) } == "here")
    }
}
