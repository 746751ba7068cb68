/// Signals to an iterator that stores may have new commits: a flag for each, and no more, however many commits there
/// were.
///
/// One task at a time waits; any code may mark.
final class CommitSignal: Sendable {
    private struct State {
        /// The stores to look at, in the order in which they were marked.
        var due: [Int] = []
        /// The number of commits of no interest since a store was last read, by store.
        var skipped: [Int: Int] = [:]
    }

    private let state = Locked(State())
    private let waiter = StreamWaiter()
    private let mostSkipped: Int

    /// - Parameter mostSkipped: After so many commits of no interest a store is looked at all the same, so that the
    ///   position in its history does not fall behind for ever.
    init(mostSkipped: Int) { self.mostSkipped = mostSkipped }

    /// A store has something new.
    func mark(_ store: Int) {
        state.withLock { state in
            if !state.due.contains(store) { state.due.append(store) }
        }
        waiter.wake()
    }

    /// A store has something new, which is of no interest.
    func skip(_ store: Int) {
        let isBehind = state.withLock { state in
            state.skipped[store, default: 0] += 1
            return state.skipped[store, default: 0] >= mostSkipped
        }
        if isBehind { mark(store) }
    }

    /// A store to look at, which is then no longer marked. Later commits mark it again.
    func take() -> Int? {
        state.withLock { state in
            guard !state.due.isEmpty else { return nil }
            let store = state.due.removeFirst()
            state.skipped[store] = nil
            return store
        }
    }

    /// Returns when a store may be marked, or the task is cancelled.
    func wait(isolation: isolated (any Actor)? = #isolation) async { await waiter.wait() }
}
