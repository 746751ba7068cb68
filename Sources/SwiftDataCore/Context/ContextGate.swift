import Foundation
import Synchronization

/// Admits one thread at a time to the work of a context.
///
/// A context belongs to one isolation, whose thread finds the gate open. Other threads come here in two cases: when they
/// release the context, whose end then has work to do, and when they release a model whose deinitialiser reads what is
/// not in memory. Both wait for the operation that is running, or leave their work to it.
///
/// `@unchecked Sendable`: `lock` guards `depth`.
final class ContextGate: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var depth = 0
    /// The thread that was inside last: that of the isolation, as long as it has not moved to another one.
    private let lastThread = Atomic<UInt>(0)
    /// Whether the end of the context waits for the operation that is running.
    private let isEndWaiting = Atomic<Bool>(false)

    /// Waits until no other thread is inside.
    @inline(__always)
    func enter() {
        lock.lock()
        depth += 1
        lastThread.store(ThreadNumber.current, ordering: .relaxed)
    }

    /// Whether the calling thread was inside last.
    @inline(__always)
    var isOfThisThread: Bool { lastThread.load(ordering: .relaxed) == ThreadNumber.current }

    /// The number of the thread that was inside last; 0 where none was.
    var threadNumber: UInt { lastThread.load(ordering: .relaxed) }

    /// Enters unless another thread is inside.
    func tryEnter() -> Bool {
        guard lock.try() else { return false }
        depth += 1
        return true
    }

    /// Leaves.
    /// - Returns: Whether this thread is outside now, and the end of the context waits.
    @inline(__always)
    func leave() -> Bool {
        depth -= 1
        let isOutside = depth == 0
        lock.unlock()
        return isOutside && isEndWaiting.load(ordering: .sequentiallyConsistent)
    }

    /// Leaves the end of the context to whoever is inside, or is the next to enter.
    func askForEnd() { isEndWaiting.store(true, ordering: .sequentiallyConsistent) }

    /// Runs the end of the context, if it waits and nobody is inside.
    func endIfAsked(_ end: () -> Void) {
        while isEndWaiting.load(ordering: .sequentiallyConsistent), lock.try() {
            // An operation of this thread is running, which comes here when it is over.
            guard depth == 0 else { return lock.unlock() }
            depth += 1
            if isEndWaiting.exchange(false, ordering: .sequentiallyConsistent) { end() }
            depth -= 1
            lock.unlock()
        }
    }

    /// Whether this thread is inside. For tests and debug builds.
    var isInside: Bool {
        guard lock.try() else { return false }
        defer { lock.unlock() }
        return depth > 0
    }
}

extension UnitOfWork {
    /// Runs an operation that reads or changes what the context keeps, while no other thread does.
    @inline(__always)
    package func exclusively<Result>(_ operation: () throws -> Result) rethrows -> Result {
        #if DEBUG
            noteEntry()
        #endif
        gate.enter()
        defer { if gate.leave() { gate.endIfAsked(endWithContext) } }
        return try operation()
    }
}

extension ModelState {
    /// Runs a change of a relationship while no other thread is at work in the context that it belongs to.
    func exclusively(with partner: ModelState?, _ change: () -> Void) {
        // What a deinitialiser writes to its model is not saved, nor is the other side of it.
        guard !isBeingLeft else { return }
        guard let unit = isAttached ? unit : partner?.unit ?? unit else { return change() }
        unit.exclusively(change)
    }
}
