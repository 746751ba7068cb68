import SwiftDataCore

/// The waiting time after a failed attempt, which ends early where the program or the transport gives a reason to try again.
package final class RetryWait: Sendable {
    /// A reason to try again early.
    package enum Signal: Sendable {
        /// The transport has signalled: something has arrived, or the other side can be reached again.
        case arrival
        /// The program lets the engine go on.
        case resumption
    }

    /// The event that has ended a waiting time.
    package enum End: Hashable, Sendable {
        case timeIsOver
        case signal(Signal)
        /// The task was cancelled.
        case cancelled
    }

    private struct State {
        var signal: Signal?
        var timer: Task<Void, Never>?
    }

    private let state = Locked(State())
    /// The least time between a failure and an attempt after signals of the transport.
    private let least: Duration

    /// Creates a waiting time. Signals of a transport may be many, and some are caused by the device's own packets:
    /// they shorten the time to `least`, and not to zero.
    package init(least: Duration) { self.least = least }

    /// Forgets the signals that have come before an attempt. Signals that come while it runs count.
    package func beginAttempt() { state.withLock { $0.signal = nil } }

    /// Shortens the waiting time under way, or the one after the attempt under way.
    package func signal(_ signal: Signal) {
        let timer = state.withLock { state in
            if state.signal != .resumption { state.signal = signal }
            return state.timer
        }
        timer?.cancel()
    }

    /// Waits after a failure. For one task at a time.
    package func wait(_ delay: Duration) async -> End {
        let start = ContinuousClock.now
        while !Task.isCancelled {
            let (signal, timer) = state.withLock { state in
                let time: Duration =
                    switch state.signal {
                    case .resumption: .zero
                    case .arrival: min(least, delay)
                    case nil: delay
                    }
                // A signal that comes from now on ends this timer, and the time is computed again.
                state.timer = start + time > .now ? Self.timer(start + time) : nil
                return (state.signal, state.timer)
            }
            guard let timer else { return signal.map { .signal($0) } ?? .timeIsOver }
            await withTaskCancellationHandler {
                await timer.value
            } onCancel: {
                timer.cancel()
            }
        }
        return .cancelled
    }

    private static func timer(_ end: ContinuousClock.Instant) -> Task<Void, Never> {
        Task {
            // It throws where a signal ends it.
            try? await Task.sleep(until: end, clock: .continuous)
        }
    }
}
