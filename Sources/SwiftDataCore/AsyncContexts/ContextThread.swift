import Foundation

/// An executor with a thread of its own, which may block without keeping a task of another one from running.
///
/// `@unchecked Sendable`: `condition` guards `jobs` and `isEnding`.
package final class ContextThread: SerialExecutor, @unchecked Sendable {
    /// Linux takes names of up to 15 characters.
    package static let name = "SwiftData call"

    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var isEnding = false

    /// Creates an executor whose thread has not started.
    package init() {}

    /// Starts the thread, which keeps the executor until ``end()``.
    /// - Throws: ``StoreError`` with code `busy` where the system has none.
    package func start() throws {
        try NewThread.start(named: Self.name) { [self] in
            while let job = nextJob() { run(job) }
        }
    }

    /// Ends the thread after the jobs that it has.
    package func end() {
        condition.lock()
        isEnding = true
        condition.signal()
        condition.unlock()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        jobs.append(job)
        condition.signal()
        condition.unlock()
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Waits for a job; nil at the end.
    private func nextJob() -> UnownedJob? {
        condition.lock()
        defer { condition.unlock() }
        while jobs.isEmpty {
            if isEnding { return nil }
            condition.wait()
        }
        return jobs.removeFirst()
    }

    private func run(_ job: UnownedJob) {
        #if canImport(ObjectiveC)
            autoreleasepool { job.runSynchronously(on: asUnownedSerialExecutor()) }
        #else
            job.runSynchronously(on: asUnownedSerialExecutor())
        #endif
    }
}

/// The actor of a ``ContextThread``: the work of one call runs here, in the task of the caller.
actor ContextWorker {
    private nonisolated let thread = ContextThread()

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// - Throws: ``StoreError`` with code `busy` where the system has no thread.
    nonisolated func start() throws { try thread.start() }
    nonisolated func end() { thread.end() }

    /// Runs the work of a call and gives its place back, here: the isolation of the caller may be at work.
    func perform<Result: Sendable>(
        _ call: ContextCall,
        in pool: ContextPool,
        _ work: @Sendable () throws -> Result
    ) throws -> Result {
        defer { pool.leave(call, self) }
        return try call.run {
            try call.check()
            let result = try work()
            try call.finish()
            return result
        }
    }
}
