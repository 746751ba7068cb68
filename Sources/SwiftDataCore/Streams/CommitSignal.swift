/// Tells an iterator that stores may have something new: a flag for each, and no more, however many commits there were.
///
/// One task at a time waits; anybody may mark.
final class CommitSignal: Sendable {
    private struct State {
        /// The stores to look at, in the order in which they were marked.
        var due: [Int] = []
        /// How many commits of no interest there were since a store was looked at.
        var skipped: [Int: Int] = [:]
        var isCancelled = false
        var waiter: CheckedContinuation<Void, Never>?

        mutating func mark(_ store: Int) {
            if !due.contains(store) { due.append(store) }
        }
    }

    private let state = Locked(State())
    private let mostSkipped: Int

    /// - Parameter mostSkipped: After so many commits of no interest a store is looked at all the same, so that the
    ///   position in its history does not fall behind for ever.
    init(mostSkipped: Int) { self.mostSkipped = mostSkipped }

    /// A store has something new.
    func mark(_ store: Int) {
        resume(
            state.withLock { state in
                state.mark(store)
                return exchange(&state.waiter, with: nil)
            }
        )
    }

    /// A store has something new, which is of no interest.
    func skip(_ store: Int) {
        resume(
            state.withLock { state -> CheckedContinuation<Void, Never>? in
                state.skipped[store, default: 0] += 1
                guard state.skipped[store, default: 0] >= mostSkipped else { return nil }
                state.mark(store)
                return exchange(&state.waiter, with: nil)
            }
        )
    }

    /// A store to look at, which is then no longer marked: what comes from now on marks it again.
    func take() -> Int? {
        state.withLock { state in
            guard !state.due.isEmpty else { return nil }
            let store = state.due.removeFirst()
            state.skipped[store] = nil
            return store
        }
    }

    /// Returns when a store is marked, or the task is cancelled.
    func wait(isolation: isolated (any Actor)? = #isolation) async {
        state.withLock { $0.isCancelled = false }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.due.isEmpty || state.isCancelled { return true }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            resume(
                state.withLock { state in
                    state.isCancelled = true
                    return exchange(&state.waiter, with: nil)
                }
            )
        }
    }

    private func resume(_ waiter: CheckedContinuation<Void, Never>?) { waiter?.resume() }
}
