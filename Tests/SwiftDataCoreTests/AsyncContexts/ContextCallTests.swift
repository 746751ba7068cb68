import Foundation
import SwiftDataCore
import Testing

/// The stop of a call of `read` or `write`, and the moment from which it is not stopped.
@Suite struct ContextCallTests {
    private let call = ContextCall(.write, wait: .seconds(10), total: .seconds(60))

    private static func code(of error: (any Error)?) -> String {
        (error as? StoreError).map { "\($0.code)" } ?? error.map { "\(type(of: $0))" } ?? "none"
    }

    @Test func aCallGoesOnUntilItIsCancelled() throws {
        try call.check()
        #expect(!call.mustStop)
        call.cancel()
        #expect(call.mustStop)
        #expect(throws: CancellationError.self) { try call.check() }
        #expect(throws: CancellationError.self) { try call.finish() }
    }

    @Test func aCallThatHasBegunToCommitIsNotStopped() throws {
        try call.finish()
        call.cancel()
        #expect(call.stop == nil && !call.mustStop)
        try call.check()
        // The commit of another store.
        try call.finish()
    }

    @Test func aCallIsLateAfterItsTime() throws {
        let late = ContextCall(.read, wait: .seconds(10), total: .zero)
        #expect(late.mustStop && Self.code(of: late.stop) == "timedOut")
        late.cancel()
        #expect(Self.code(of: late.stop) == "timedOut")
        let endless = ContextCall(.read, wait: .zero, total: nil)
        #expect(endless.stop == nil && endless.end == nil && endless.endOfWait == endless.waitEnd)
        #expect(late.endOfWait == late.end)
    }

    @Test func theCallIsThatOfItsThreadAndNoOther() async throws {
        #expect(ContextCall.current == nil)
        let (hasRun, call) = (DispatchSemaphore(value: 0), call)
        let seen = Locked<ContextCall?>(call)
        // A thread of its own: the task needs one of Swift's, all of which tests may be using.
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread {
                continuation.resume(
                    with: Result {
                        try call.run {
                            #expect(ContextCall.current === call)
                            let inner = ContextCall(.read, wait: .zero, total: nil)
                            try inner.run { #expect(ContextCall.current === inner) }
                            #expect(ContextCall.current === call)
                            // A task inherits what its maker has, and is no part of the call.
                            Task {
                                seen.withLock { $0 = ContextCall.current }
                                hasRun.signal()
                            }
                            #expect(hasRun.wait(timeout: .now() + 3_600) == .success)
                        }
                    }
                )
            }.start()
        }
        #expect(seen.withLock { $0 } == nil)
        #expect(ContextCall.current == nil)
    }

    @Test func aReadThatCannotThrowIsNotStopped() throws {
        try call.run {
            call.cancel()
            ContextCall.withoutStop {
                #expect(!call.mustStop)
                #expect(throws: Never.self) { try call.check() }
            }
            #expect(call.mustStop)
        }
    }
}
