/// The wait of the one task that reads a stream, until it is woken or cancelled.
final class StreamWaiter: Sendable {
    private struct State {
        /// True if a wake came while no task was waiting. The next wait then ends at once.
        var isAwake = false
        var isCancelled = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    func wake() {
        let waiting = state.withLock { state in
            if state.waiting == nil { state.isAwake = true }
            return exchange(&state.waiting, with: nil)
        }
        waiting?.resume()
    }

    func wait(isolation: isolated (any Actor)? = #isolation) async {
        state.withLock { $0.isCancelled = false }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if exchange(&state.isAwake, with: false) || state.isCancelled { return true }
                    state.waiting = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.isCancelled = true
                return exchange(&state.waiting, with: nil)
            }
            waiting?.resume()
        }
    }
}
