import Synchronization

/// One call of `read` or `write`: its limits, and whether it has to stop.
///
/// The thread that runs the call asks; any thread may cancel. A call that has begun to commit is not stopped any more.
package final class ContextCall: Sendable {
    package enum Kind: Sendable {
        case read, write
    }

    private enum Phase: UInt8, AtomicRepresentable {
        case running, cancelled, late
        /// The commit has begun, or the result is known.
        case finishing
    }

    package let kind: Kind
    /// The end of the wait for a place and for the lock.
    package let waitEnd: ContinuousClock.Instant
    /// The end of the time for the whole call; nil for no end.
    package let end: ContinuousClock.Instant?
    private let phase = Atomic(Phase.running)
    /// The number of the thread that runs the call; 0 while it waits for a place.
    private let thread = Atomic<UInt>(0)
    /// The number of operations under way that must not be stopped. Changed by the thread of the call.
    private let shields = Atomic(0)
    /// The context that the closure gets; nil where there is none yet.
    private let context = Locked<EditingState.ID?>(nil)

    package init(_ kind: Kind, wait: Duration, total: Duration?) {
        self.kind = kind
        let now = ContinuousClock.now
        // Clocks do not take any time.
        waitEnd = now + min(wait, Self.longest)
        end = total.map { now + min($0, Self.longest) }
    }

    private static let longest = Duration.seconds(366 * 24 * 60 * 60)

    /// The earlier one of the two ends.
    package var endOfWait: ContinuousClock.Instant { end.map { min($0, waitEnd) } ?? waitEnd }

    /// Stops the call, unless its commit has begun.
    package func cancel() {
        _ = phase.compareExchange(expected: .running, desired: .cancelled, ordering: .acquiringAndReleasing)
    }

    /// The error of a call that has to stop; nil as long as it may go on.
    package var stop: (any Error)? {
        if phase.load(ordering: .acquiring) == .running, let end, ContinuousClock.now >= end {
            _ = phase.compareExchange(expected: .running, desired: .late, ordering: .acquiringAndReleasing)
        }
        return switch phase.load(ordering: .acquiring) {
        case .running, .finishing: nil
        case .cancelled: CancellationError()
        case .late: Self.timedOut
        }
    }

    /// True if the statement that runs has to end.
    package var mustStop: Bool { shields.load(ordering: .relaxed) == 0 && stop != nil }

    /// - Throws: `CancellationError`, or ``StoreError`` with code `timedOut`, where the call has to stop.
    package func check() throws {
        guard shields.load(ordering: .relaxed) == 0, let stop else { return }
        throw stop
    }

    /// Begins the end of the call: a commit, or the return of its result. From now on it is not stopped.
    /// - Throws: The errors of ``check()``, where it has to stop before.
    package func finish() throws {
        if let stop { throw stop }
        let (isFirst, before) = phase.compareExchange(
            expected: .running,
            desired: .finishing,
            ordering: .acquiringAndReleasing
        )
        // A call that commits to several stores begins once.
        if !isFirst, before != .finishing, let stop { throw stop }
    }

    private static var timedOut: StoreError {
        StoreError(
            .timedOut,
            "the call of read or write took longer than its limit, and was stopped. Nothing was saved. Do less in one call, "
                + "or pass a longer totalLimit."
        )
    }
}

// MARK: - The call of a thread

extension ContextCall {
    @TaskLocal private static var ofTask: ContextCall?
    /// The number of calls that run in the process: most programs have none.
    private static let count = Atomic(0)

    /// The call that the calling thread runs; nil for none, and where the running work must not be stopped.
    ///
    /// A task that the closure has made inherits the value of the task, and runs on another thread.
    package static var current: ContextCall? {
        guard count.load(ordering: .relaxed) > 0, let call = ofTask,
            call.thread.load(ordering: .relaxed) == ThreadNumber.current,
            call.shields.load(ordering: .relaxed) == 0
        else { return nil }
        return call
    }

    /// Runs work on the calling thread as a part of this call.
    package func run<Result>(_ work: () throws -> Result) throws -> Result {
        Self.count.wrappingAdd(1, ordering: .relaxed)
        thread.store(ThreadNumber.current, ordering: .relaxed)
        defer {
            thread.store(0, ordering: .relaxed)
            Self.count.wrappingSubtract(1, ordering: .relaxed)
        }
        return try Self.$ofTask.withValue(self, operation: work)
    }

    /// Notes the context that the closure gets.
    func serve(_ unit: UnitOfWork) { context.withLock { $0 = unit.editing.id } }

    /// Runs the save of a context. That of another context than the call's own is no part of the call: nothing stops it,
    /// and its commit does not end the time in which the call may be stopped.
    package static func saving<Result>(_ context: EditingState.ID, _ save: () throws -> Result) rethrows -> Result {
        guard let current, let own = current.context.withLock({ $0 }), own != context else { return try save() }
        return try withoutStop(save)
    }

    /// Runs a read that cannot throw, such as that of a property: a stand-in in place of an existing value would
    /// mislead the closure.
    package static func withoutStop<Result>(_ read: () throws -> Result) rethrows -> Result {
        guard let current else { return try read() }
        current.shields.wrappingAdd(1, ordering: .relaxed)
        defer { current.shields.wrappingSubtract(1, ordering: .relaxed) }
        return try read()
    }
}
