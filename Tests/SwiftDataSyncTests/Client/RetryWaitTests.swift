import SwiftDataSync
import Testing

/// The waiting time after a failure, by itself.
@Suite(.timeLimit(.minutes(30))) struct RetryWaitTests {
    @Test func aSignalIsHeardFromTheBeginningOfTheAttempt() async throws {
        let wait = RetryWait(least: .milliseconds(1))
        for signal in [RetryWait.Signal.arrival, .resumption] {
            wait.beginAttempt()
            wait.signal(signal)
            #expect(await wait.wait(.seconds(1_000)) == .signal(signal))
        }
        // A signal before an attempt has led to the attempt.
        wait.signal(.resumption)
        wait.beginAttempt()
        #expect(await wait.wait(.milliseconds(1)) == .timeIsOver)
    }

    @Test func aSignalOfTheTransportLeavesTheLeastTime() async throws {
        let wait = RetryWait(least: .milliseconds(200))
        wait.beginAttempt()
        let start = ContinuousClock.now
        let signals = Task {
            while !Task.isCancelled {
                wait.signal(.arrival)
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        #expect(await wait.wait(.seconds(1_000)) == .signal(.arrival))
        signals.cancel()
        #expect(ContinuousClock.now - start >= .milliseconds(200))
    }

    @Test func aCancelledTaskDoesNotWait() async throws {
        let wait = RetryWait(least: .milliseconds(1))
        wait.beginAttempt()
        let task = Task { await wait.wait(.seconds(1_000)) }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        #expect(await task.value == .cancelled)
    }
}
