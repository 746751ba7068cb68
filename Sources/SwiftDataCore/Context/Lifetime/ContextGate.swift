import Foundation
import Synchronization

/// Admits one thread at a time to the work of a context.
///
/// A context belongs to one isolation, whose thread finds the gate open. Other threads come here in two cases: when
/// they release the context, whose end then has work to do, and when they release a model whose deinitialiser reads
/// unread values. Both wait for the operation that is running, or leave their work to it.
///
/// `@unchecked Sendable`: `lock` guards `depth`.
package final class ContextGate: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var depth = 0
    /// The thread that was inside last: that of the isolation, as long as it has not moved to another one.
    private let lastThread = Atomic<UInt>(0)
    /// The executor that was inside last, and its number.
    private let lastExecutor = Mutex(UsedExecutor.none)
    private let lastExecutorNumber = Atomic<UInt>(0)
    /// True if the isolation of the context is known by other means than its last thread and executor.
    private let isActorIsolationKnown = Atomic<Bool>(false)
    /// True if the end of the context waits for the operation that is running.
    private let isEndWaiting = Atomic<Bool>(false)

    package init() {}

    /// Waits until no other thread is inside.
    @inline(__always)
    package func enter() {
        lock.lock()
        depth += 1
        lastThread.store(ThreadNumber.current, ordering: .relaxed)
        if depth == 1, !isActorIsolationKnown.load(ordering: .relaxed) { noteExecutor() }
    }

    @inline(__always)
    private func noteExecutor() {
        let current = ExecutorReference.current
        guard current.number != lastExecutorNumber.load(ordering: .relaxed) else { return }
        note(current)
    }

    @inline(never)
    private func note(_ executor: ExecutorReference) {
        lastExecutor.withLock { $0 = UsedExecutor(executor) }
        lastExecutorNumber.store(executor.number, ordering: .relaxed)
    }

    /// The isolation of the context is known, and does not change: the executor is no longer needed.
    package func actorIsolationIsKnown() {
        isActorIsolationKnown.store(true, ordering: .relaxed)
        note(ExecutorReference.unknown)
    }

    /// True if the executor of the calling code was inside last. An actor's work may continue on another thread.
    package var isOfThisExecutor: Bool {
        let last = lastExecutorNumber.load(ordering: .relaxed)
        return last != 0 && last == ExecutorReference.current.number
    }

    /// The place where a context ends that the calling code releases.
    package var placeOfEnd: ActorIsolation.PlaceOfEnd {
        lastExecutor.withLock { executor in
            switch executor {
            case .none: .here
            case .main: AutosaveTicket.isOnMainThread || ExecutorReference.current == .main ? .here : .mainActor
            case .actor(let executor):
                if executor.isCurrent { .here } else { executor.held.map { .executor($0) } ?? .here }
            }
        }
    }

    /// True if the calling thread was inside last.
    @inline(__always)
    package var isOfThisThread: Bool { lastThread.load(ordering: .relaxed) == ThreadNumber.current }

    /// True if the main thread, which is the calling thread, or the main actor was inside last: `dispatchMain()` gives
    /// the main actor's work to several threads.
    package var wasLastUsedByMainThread: Bool {
        isOfThisThread
            || lastExecutor.withLock { executor in
                switch executor {
                case .main: true
                case .none: false
                case .actor: false
                }
            }
    }

    /// The number of the thread that was inside last; 0 where none was.
    package var threadNumber: UInt { lastThread.load(ordering: .relaxed) }

    /// Enters unless another thread is inside.
    package func tryEnter() -> Bool {
        guard lock.try() else { return false }
        depth += 1
        return true
    }

    /// Leaves.
    /// - Returns: True if this thread has left the gate and the end of the context waits.
    @inline(__always)
    package func leave() -> Bool {
        depth -= 1
        let isOutside = depth == 0
        lock.unlock()
        guard isOutside else { return false }
        // The lock is free before the question, as the question is asked before the lock is tried: one of the two
        // threads sees the write of the other one. On x86, an unlock is such a fence.
        #if !arch(x86_64) && !arch(i386)
            atomicMemoryFence(ordering: .sequentiallyConsistent)
        #endif
        return isEndWaiting.load(ordering: .sequentiallyConsistent)
    }

    /// Leaves the end of the context to the thread that is inside, or is the next to enter.
    package func requestEnd() {
        isEndWaiting.store(true, ordering: .sequentiallyConsistent)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// Runs the end of the context, if it waits and no thread is inside.
    package func endIfRequested(_ end: () -> Void) {
        while isEndWaiting.load(ordering: .sequentiallyConsistent), lock.try() {
            // An operation of this thread is running, which comes here when it is over.
            guard depth == 0 else { return lock.unlock() }
            depth += 1
            if isEndWaiting.exchange(false, ordering: .sequentiallyConsistent) { end() }
            depth -= 1
            lock.unlock()
        }
    }

    /// True if this thread is inside. For tests and debug builds.
    package var isInside: Bool {
        guard lock.try() else { return false }
        defer { lock.unlock() }
        return depth > 0
    }
}
