import SwiftDataCore

/// Lets the rounds of an engine run one after the other.
actor SyncRounds {
    /// A round, and the round whose delegate has caused it.
    final class Round: Sendable {
        let rounds: ObjectIdentifier
        let cause: Round?
        let isOver = Locked(false)

        init(_ rounds: SyncRounds, cause: Round?) {
            self.rounds = ObjectIdentifier(rounds)
            self.cause = cause
        }

        /// True where a round of an engine waits for the calls of this one.
        func isPart(of rounds: SyncRounds) -> Bool {
            if self.rounds == ObjectIdentifier(rounds), !isOver.withLock({ $0 }) { return true }
            return cause?.isPart(of: rounds) ?? false
        }
    }

    /// The round that the task runs or was made by.
    @TaskLocal static var current: Round?

    private var isBusy = false
    private var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    private var waitCount = 0
    private var count = 0

    /// Runs a round when the rounds before it have ended.
    /// - Throws: ``SyncError`` with code `busy` where a round of the same engine asks for it, which would wait for itself;
    ///   `CancellationError` where the task is cancelled before the round begins.
    func run<Result: Sendable>(
        _ reason: SyncBatch.Reason,
        _ body: @Sendable (SyncBatch) async throws -> Result
    ) async throws -> Result {
        let cause = Self.current
        if cause?.isPart(of: self) == true {
            throw SyncError(
                .busy,
                "A delegate has asked the engine for a round while it handles an event of a round. Ask after the round."
            )
        }
        try Task.checkCancellation()
        if isBusy { try await waitForTurn() } else { isBusy = true }
        let round = Round(self, cause: cause)
        defer {
            round.isOver.withLock { $0 = true }
            if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().continuation.resume() }
        }
        count += 1
        let batch = SyncBatch(id: count, reason: reason)
        return try await Self.$current.withValue(round) { try await body(batch) }
    }

    private func waitForTurn() async throws {
        waitCount += 1
        let number = waitCount
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    waiting.append((number, continuation))
                }
            }
        } onCancel: {
            Task { await self.cancel(number) }
        }
    }

    private func cancel(_ number: Int) {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: place).continuation.resume(throwing: CancellationError())
    }
}
