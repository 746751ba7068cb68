/// The means by which code that changes a model, on any thread, wakes the observers of a context.
///
/// `@unchecked Sendable`: the mutable part is behind `state`'s lock, and the unit is opened in the observers' isolation
/// only.
final class ObserverTurn: @unchecked Sendable {
    private struct State {
        weak var isolation: (any Actor)?
        var isRequested = false
        var signals: [WeakSignal] = []
        var schedule = SweepSchedule(least: 8)
    }

    private struct WeakSignal {
        weak var signal: ObserverSignal?
    }

    private weak var unit: UnitOfWork?
    private let state = Locked(State())

    init(_ unit: UnitOfWork) { self.unit = unit }

    /// Adds an observer. Without an isolation, it is notified of the fact of a change alone.
    func add(_ signal: ObserverSignal, isolation: (any Actor)?) {
        state.withLock { state in
            if let isolation {
                if state.isolation == nil { state.isolation = isolation }
            } else {
                if state.schedule.isDue(state.signals.count) {
                    state.signals.removeAll { $0.signal == nil }
                    state.schedule.swept(state.signals.count)
                }
                state.signals.append(WeakSignal(signal: signal))
            }
        }
    }

    /// Brings the observers up to date in the next turn of their isolation.
    func request() {
        let isolation: (any Actor)? = state.withLock { state in
            guard !state.isRequested, let isolation = state.isolation else { return nil }
            state.isRequested = true
            return isolation
        }
        guard let isolation else { return }
        inTaskOfItsOwn { await self.run(in: isolation) }
    }

    private func run(in isolation: isolated any Actor) {
        state.withLock { $0.isRequested = false }
        guard let unit else { return }
        // Observers may have been the last to hold the context.
        unit.exclusively { unit.observers?.run() }
    }

    /// Notes that another context or process has saved. The changes are not known, nor may the context be asked here.
    func receive() {
        for signal in state.withLock({ $0.signals.compactMap(\.signal) }) { signal.notify() }
        request()
    }
}

/// Notifies Observation that results may have changed, once for each time that they were read.
final class ObserverSignal: Sendable {
    private struct State {
        var isArmed = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    var isArmed: Bool { state.withLock { $0.isArmed } }

    /// Sets the closure that notifies Observation.
    func connect(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.action = action } }

    /// The results have been read.
    func arm() { state.withLock { $0.isArmed = true } }

    /// The results are being read.
    func disarm() { state.withLock { $0.isArmed = false } }

    func notify() {
        let action: (@Sendable () -> Void)? = state.withLock { state in
            guard state.isArmed else { return nil }
            state.isArmed = false
            return state.action
        }
        action?()
    }
}
