import Foundation

/// The threads on which `read` and `write` of a container run, and the calls that wait for one.
///
/// A thread is started when a call first needs it, is used again by later calls, and ends with the container. Only the
/// threads are kept: each call has a context of its own, which ends with it.
///
/// Nothing here takes a thread of Swift's concurrency while a call waits.
package final class ContextPool: Sendable {
    fileprivate struct State {
        var limits = ModelContainer.ContextLimits()
        var places = PlaceQueue<ObjectIdentifier>(limit: ModelContainer.ContextLimits().contexts)
        /// The workers without a call.
        var idle: [ContextWorker] = []
        var waiting: [ObjectIdentifier: WaitingCall] = [:]
    }

    fileprivate struct WaitingCall {
        let kind: ContextCall.Kind
        let continuation: CheckedContinuation<ContextWorker, any Error>
    }

    private let state = Locked(State())
    private let process = ProcessInfo.processInfo.processIdentifier

    package init() {}

    deinit {
        // In a child that fork() has made there are no threads, and the objects that they wait for must not be
        // destroyed. Another thread may have had the lock at that moment, which is never unlocked.
        guard isOfThisProcess else { return _ = Unmanaged.passRetained(state) }
        let idle = state.withLock { exchange(&$0.idle, with: []) }
        for worker in idle { worker.end() }
    }

    package var limits: ModelContainer.ContextLimits {
        get { state.withLock { $0.limits } }
        set { changePlaces { $0.set(newValue) } }
    }

    /// Sets the limits that differ between two values.
    func changeLimits(from before: ModelContainer.ContextLimits, to after: ModelContainer.ContextLimits) {
        changePlaces { state in
            var limits = state.limits
            if after.contexts != before.contexts { limits.contexts = after.contexts }
            if after.wait != before.wait { limits.wait = after.wait }
            if after.total != before.total { limits.total = after.total }
            state.set(limits)
        }
    }

    /// The number of calls that wait for a place. For tests.
    package var waitingCount: Int { state.withLock { $0.places.waitingCount } }
    /// The number of workers without a call. For tests.
    package var idleCount: Int { state.withLock { $0.idle.count } }

    /// A call that begins now.
    func call(_ kind: ContextCall.Kind, _ wait: Duration?, _ total: Duration?) -> ContextCall {
        // The lock may have no owner in a child: `run` throws there.
        let limits = isOfThisProcess ? limits : ModelContainer.ContextLimits()
        return ContextCall(kind, wait: wait ?? limits.wait, total: total ?? limits.total)
    }

    /// Runs the work of a call on a worker.
    nonisolated(nonsending) func run<Result: Sendable>(
        _ call: ContextCall,
        _ work: @Sendable () throws -> Result
    ) async throws -> Result {
        // Its threads are the parent's: the call would wait for ever.
        guard isOfThisProcess else { throw Self.forked }
        return try await withTaskCancellationHandler {
            try call.check()
            if let worker = try state.withLock({ try $0.enter(call) }) {
                return try await worker.perform(call, in: self, work)
            }
            return try await performLater(call, work)
        } onCancel: {
            call.cancel()
            giveUp(call, CancellationError())
        }
    }

    /// Waits for a place, and runs the work of a call.
    ///
    /// Not on the executor of the caller: it may be busy for long when a place is free, which would stay unused.
    @concurrent private func performLater<Result: Sendable>(
        _ call: ContextCall,
        _ work: @Sendable () throws -> Result
    ) async throws -> Result {
        let worker = try await worker(for: call)
        return try await worker.perform(call, in: self, work)
    }

    /// Gives the place and the worker of a call back.
    func leave(_ call: ContextCall, _ worker: ContextWorker) {
        changePlaces { state in
            state.places.leave(call.kind)
            state.idle.append(worker)
        }
    }

    /// Changes the set of places, and gives the free ones to the waiting calls, in one step: a call that begins now is
    /// later.
    private func changePlaces(_ change: (inout State) -> Void) {
        let (admitted, spare) = state.withLock { state in
            change(&state)
            return (state.admitWaiting(), state.removeSurplus())
        }
        for (continuation, worker) in admitted { continuation.resume(with: worker) }
        for worker in spare { worker.end() }
    }

    private var isOfThisProcess: Bool { process == ProcessInfo.processInfo.processIdentifier }

    private static var forked: StoreError {
        StoreError(
            .forked,
            "The container was opened before this process was forked. A child process of fork() cannot use it. "
                + "Open containers after the fork, or start another program."
        )
    }
}

// MARK: - Waiting

extension ContextPool {
    /// The worker for a call, as soon as there is a place. Called outside of the executor of the caller.
    private nonisolated(nonsending) func worker(for call: ContextCall) async throws -> ContextWorker {
        let timer = Task.detached(priority: Task.currentPriority) { [weak self] in
            try await Task.sleep(until: call.endOfWait, clock: .continuous)
            self?.giveUp(call, call.stop ?? Self.busy)
        }
        defer { timer.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            let outcome: Result<ContextWorker, any Error>? = state.withLock { state in
                // Cancelled, or late, before there was a continuation to resume.
                if let stop = call.stop { return .failure(stop) }
                do {
                    if let worker = try state.enter(call) { return .success(worker) }
                } catch {
                    return .failure(error)
                }
                if ContinuousClock.now >= call.endOfWait { return .failure(Self.busy) }
                state.places.wait(ObjectIdentifier(call), call.kind)
                state.waiting[ObjectIdentifier(call)] = WaitingCall(kind: call.kind, continuation: continuation)
                return nil
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }

    /// Ends the wait of a call, if it waits.
    private func giveUp(_ call: ContextCall, _ error: any Error) {
        let waiting = state.withLock { state in
            let caller = ObjectIdentifier(call)
            return state.places.giveUp(caller) ? state.waiting.removeValue(forKey: caller) : nil
        }
        waiting?.continuation.resume(throwing: error)
    }

    private static var busy: StoreError {
        StoreError(
            .busy,
            "another call of write, or as many calls of read and write as contextLimits.contexts allows, were running, and "
                + "none ended in time. The closure has not run. Try again later, or reject the request."
        )
    }
}

extension ContextPool.State {
    fileprivate mutating func set(_ limits: ModelContainer.ContextLimits) {
        self.limits = limits
        places.limit = max(limits.contexts, 1)
    }

    /// Takes a place with its worker, if there is one.
    /// - Throws: ``StoreError`` with code `busy` where there is a place and no thread. The place is free again.
    fileprivate mutating func enter(_ call: ContextCall) throws -> ContextWorker? {
        try places.enter(call.kind) ? takeWorker(for: call.kind) : nil
    }

    /// Gives the free places to the calls that wait for them.
    fileprivate mutating func admitWaiting() -> [(
        CheckedContinuation<ContextWorker, any Error>, Result<ContextWorker, any Error>
    )] {
        var admitted: [(CheckedContinuation<ContextWorker, any Error>, Result<ContextWorker, any Error>)] = []
        while let caller = places.admitNext() {
            guard let call = waiting.removeValue(forKey: caller) else { continue }
            admitted.append((call.continuation, Result { try takeWorker(for: call.kind) }))
        }
        return admitted
    }

    /// A worker for a place that has been taken.
    /// - Throws: ``StoreError`` with code `busy` where the system has no thread. The place is free again.
    private mutating func takeWorker(for kind: ContextCall.Kind) throws -> ContextWorker {
        if let worker = idle.popLast() { return worker }
        do {
            let worker = ContextWorker()
            try worker.start()
            return worker
        } catch {
            places.leave(kind)
            throw error
        }
    }

    /// Takes out the workers for which there are no places any more.
    fileprivate mutating func removeSurplus() -> [ContextWorker] {
        let count = min(idle.count, max(idle.count + places.taken - places.limit, 0))
        let spare = Array(idle.prefix(count))
        idle.removeFirst(count)
        return spare
    }
}
