import Foundation
import SwiftDataCore
import Testing

/// The gate of a context, by itself, on several threads.
@Suite struct ContextGateTests {
    /// Runs something on another thread and waits for it.
    private func elsewhere<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result? {
        let (done, answer) = (DispatchSemaphore(value: 0), Answer<Result>())
        Thread.detachNewThread {
            answer.value = work()
            done.signal()
        }
        done.wait()
        return answer.value
    }

    /// `@unchecked Sendable` without a lock: it is written before a signal, and read after it.
    private final class Answer<Value>: @unchecked Sendable {
        var value: Value?
    }

    @Test func oneThreadIsInsideHoweverOftenItHasEntered() {
        let gate = ContextGate()
        #expect(!gate.isInside)
        for _ in 0..<3 { gate.enter() }
        let isShut = elsewhere { !gate.tryEnter() && !gate.isInside }
        for _ in 0..<2 { #expect(!gate.leave()) }
        #expect(gate.isInside && isShut == true)
        #expect(!gate.leave() && !gate.isInside)
        let isOpen = elsewhere {
            let enters = gate.tryEnter()
            if enters { _ = gate.leave() }
            return enters
        }
        #expect(isOpen == true)
    }

    @Test func theLastThreadIsKnown() {
        let gate = ContextGate()
        #expect(gate.threadNumber == 0 && !gate.isOfThisThread)
        gate.enter()
        _ = gate.leave()
        #expect(gate.isOfThisThread)
        let number = gate.threadNumber
        _ = elsewhere {
            gate.enter()
            return gate.leave()
        }
        #expect(!gate.isOfThisThread && gate.threadNumber != number)
        // One that only tries does not become the last.
        let last = gate.threadNumber
        if gate.tryEnter() { _ = gate.leave() }
        #expect(gate.threadNumber == last)
    }

    @Test func theEndWaitsForTheOutermostOperation() {
        let gate = ContextGate()
        var ends = 0
        gate.enter()
        gate.enter()
        gate.requestEnd()
        gate.endIfRequested { ends += 1 }
        #expect(ends == 0)
        let inner = gate.leave()
        #expect(!inner)
        let outer = gate.leave()
        #expect(outer)
        gate.endIfRequested { ends += 1 }
        gate.endIfRequested { ends += 1 }
        #expect(ends == 1)
        gate.enter()
        #expect(!gate.leave())
    }

    @Test func theEndIsLeftToTheThreadThatIsInside() {
        let (gate, ends) = (ContextGate(), Answer<Int>())
        gate.enter()
        _ = elsewhere {
            gate.requestEnd()
            gate.endIfRequested { ends.value = 1 }
        }
        #expect(ends.value == nil)
        if gate.leave() { gate.endIfRequested { ends.value = 2 } }
        #expect(ends.value == 2)
    }

    @Test func anEndRunsInsideTheGate() {
        let gate = ContextGate()
        var isInside = false
        gate.requestEnd()
        gate.endIfRequested { isInside = gate.isInside }
        #expect(isInside && !gate.isInside)
    }

    @MainActor @Test func aKnownHomeNeedsNoExecutor() {
        let gate = ContextGate()
        gate.enter()
        _ = gate.leave()
        #expect(gate.wasLastUsedByMainThread)
        gate.actorIsolationIsKnown()
        #expect(!gate.isOfThisExecutor && gate.isOfThisThread)
    }
}
