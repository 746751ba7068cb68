import Dispatch
import Foundation
import SwiftDataCore
import Testing

/// The isolation that a context belongs to, by itself.
@Suite struct ActorIsolationTests {
    private let queue = DispatchQueue(label: "ActorIsolationTests")
    private let other = DispatchQueue(label: "ActorIsolationTests.other")

    private func place(_ isolation: ActorIsolation, _ gate: ContextGate = ContextGate()) -> String {
        switch isolation.placeOfEnd(gate) {
        case .here: "here"
        case .mainActor: "main actor"
        case .queue(let queue): queue.label
        case .executor: "executor"
        }
    }

    @Test func anUnknownHomeIsNowhere() {
        let isolation = ActorIsolation()
        #expect(isolation.kind == .unknown && isolation.isHere == nil)
    }

    @Test func aQueueIsHomeToEachContextByItself() {
        let (isolation, neighbour) = (ActorIsolation(), ActorIsolation())
        isolation.bind(to: queue)
        neighbour.bind(to: other)
        #expect(isolation.kind == .queue && isolation.isHere == false)
        #expect(queue.sync { [isolation.isHere, neighbour.isHere] } == [true, false])
        #expect(other.sync { [isolation.isHere, neighbour.isHere] } == [false, true])
    }

    @Test func aContextEndsOnItsQueue() {
        let isolation = ActorIsolation()
        isolation.bind(to: queue)
        #expect(place(isolation) == queue.label)
        #expect(queue.sync { place(isolation) } == "here")
        #expect(other.sync { place(isolation) } == queue.label)
    }

    @Test func aContextOfTheMainActorEndsThere() async {
        let isolation = ActorIsolation()
        isolation.bindToMainActor()
        #expect(isolation.kind == .mainActor)
        let outside = queue.sync { (isolation.isHere, place(isolation)) }
        #expect(outside.0 == false && outside.1 == "main actor")
        let inside = await MainActor.run { (isolation.isHere, place(isolation)) }
        #expect(inside.0 == true && inside.1 == "here")
    }

    @Test func aContextThatTheMainThreadMadeAndNobodyUsedEndsOnTheMainActor() async {
        let (isolation, isMainThread) = await MainActor.run { (ActorIsolation(), Thread.isMainThread) }
        guard isMainThread else { return }
        #expect(queue.sync { place(isolation) } == "main actor")
        let gate = ContextGate()
        queue.sync {
            gate.enter()
            _ = gate.leave()
        }
        // The queue has used it last, and is no actor.
        #expect(other.sync { place(isolation, gate) } == "here")
    }

    @Test func aContextOfAnUnknownThreadEndsWhereItIsReleased() {
        let isolation = queue.sync { ActorIsolation() }
        #expect(other.sync { place(isolation) } == "here")
    }
}
