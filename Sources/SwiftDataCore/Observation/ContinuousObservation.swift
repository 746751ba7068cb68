#if compiler(<6.4) && !canImport(Darwin)
    /// Calls a closure at once, and again each time that an observable property which it has read changes.
    ///
    /// ```swift
    /// let token = withContinuousObservation(options: [.didSet]) { event in
    ///     show(observer.results)
    /// }
    /// ```
    ///
    /// The closure is called in the isolation in which it was made, at the next suspension of that isolation: also the first
    /// time, after this function has returned. Changes up to a call are one event, the last one of them. Changes that the
    /// closure itself makes are not observed.
    ///
    /// A back-port of Swift 6.4's function (SE-0506) for older compilers, which `import SwiftData` brings.
    /// - Parameters:
    ///   - options: The events to be reported. Before 6.4 there are none of `deinit`.
    ///   - apply: The closure.
    /// - Returns: The token of the observation, which ends with it.
    public func withContinuousObservation(
        options: ObservationTracking.Options,
        @_inheritActorContext apply: @escaping @isolated(any) @Sendable (borrowing ObservationTracking.Event) -> Void
    ) -> ObservationTracking.Token {
        let observation = ContinuousObservation(options)
        observation.wake()
        Task.detached { await observation.run(isolation: apply.isolation, apply) }
        return ObservationTracking.Token(observation)
    }

    /// One observation: the events since the last call of its closure, and a flag for its end.
    final class ContinuousObservation: Sendable {
        private struct State {
            /// The events since the last call come down to this one; nil for none.
            var kind: ObservationTracking.Event.Kind? = .initial
            var change: TrackedChange?
            /// The number of the newest tracking, which begins with a call of the closure.
            var tracking = 0
            var isCancelled = false
        }

        private let options: ObservationTracking.Options
        private let state = Locked(State())
        private let waiter = StreamWaiter()

        init(_ options: ObservationTracking.Options) { self.options = options }

        /// Ends the observation.
        func cancel() {
            state.withLock { $0.isCancelled = true }
            waiter.wake()
        }

        fileprivate func wake() { waiter.wake() }

        /// Notes a change of a property that was read in a call of the closure.
        ///
        /// A change of an earlier call's reads may come late, from another thread. It ends its own tracking, and makes
        /// one more call where none is due: the closure may have read before it.
        private func note(_ kind: ObservationTracking.Event.Kind, _ change: TrackedChange, of tracking: Int) {
            let hasEnded = state.withLock { state in
                let isLate = tracking != state.tracking
                if !isLate || state.kind == nil { (state.kind, state.change) = (kind, change) }
                return isLate || state.isCancelled
            }
            if hasEnded { change.endTracking() }
            waiter.wake()
        }

        /// Begins the next tracking.
        private func beginTracking() -> Int {
            state.withLock { state in
                state.tracking += 1
                return state.tracking
            }
        }

        /// Takes the events since the last call of the closure; nil where there are none, and after the end.
        private func takeEvent() -> (kind: ObservationTracking.Event.Kind, change: TrackedChange?)? {
            state.withLock { state in
                guard !state.isCancelled, let kind = exchange(&state.kind, with: nil) else { return nil }
                return (kind, exchange(&state.change, with: nil))
            }
        }

        private var isCancelled: Bool { state.withLock { $0.isCancelled } }

        /// Waits for events and calls the closure, in the isolation of the closure, until the observation is cancelled.
        fileprivate func run(isolation: isolated (any Actor)?, _ apply: @escaping IsolatedCall.Closure) async {
            let call = IsolatedCall(apply)
            while !isCancelled {
                await waiter.wait()
                guard let (kind, change) = takeEvent() else { continue }
                // Before the call: the closure's own changes are no events.
                change?.endTracking()
                let tracking = beginTracking()
                trackingReads(
                    { call(ObservationTracking.Event(kind, change, self)) },
                    willSet: options.contains(.willSet) ? handler(of: .willSet, tracking) : nil,
                    didSet: options.contains(.didSet) ? handler(of: .didSet, tracking) : nil
                )
            }
        }

        /// Notes events as long as there is an observer. The tracked properties are forgotten with the first change
        /// after that.
        private func handler(
            of kind: ObservationTracking.Event.Kind,
            _ tracking: Int
        ) -> @Sendable (TrackedChange) -> Void {
            { [weak self] change in
                guard let self else { return change.endTracking() }
                note(kind, change, of: tracking)
            }
        }
    }
#endif
