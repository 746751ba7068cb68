import Foundation

/// Keeps saves away from a store that has no write lock, while a client computes its writes from its reads.
///
/// Saves pass side by side. While the gate is closed, only the thread that has closed it passes. A save that is under
/// way lets later ones pass, also where a thread waits for closing the gate: the store may save through other threads.
///
/// `@unchecked Sendable`: every access to the other properties holds `condition`.
package final class SaveGate: @unchecked Sendable {
    private let condition = NSCondition()
    private var passing = 0
    private var keeper: Thread?
    /// The number of times that the keeper has closed the gate.
    private var depth = 0
    private var client: (@Sendable () throws -> Void)?

    /// The time for which closing waits for saves that are under way, in seconds.
    private static let patience = 30.0

    package init() {}

    /// Makes a client known, which keeps something about the rows beside the store.
    /// - Parameter beforeErasure: Is called before all rows are deleted, and must not close the gate.
    package func addClient(beforeErasure: @escaping @Sendable () throws -> Void) {
        condition.withLock { client = beforeErasure }
    }

    /// True where there is a client, and the calling thread does not write for it.
    var needsMerging: Bool { condition.withLock { client != nil && keeper !== Thread.current } }

    /// True where the calling thread has closed the gate.
    package var isClosedHere: Bool { condition.withLock { keeper === Thread.current } }

    func prepareErasure() throws {
        let forget = condition.withLock { client }
        try forget?()
    }

    /// Does a part of the work of a save, while the gate is not closed by another thread.
    func pass<Result>(_ work: () throws -> Result) rethrows -> Result {
        let isCounted = condition.withLock { () -> Bool in
            if keeper === Thread.current { return false }
            while keeper != nil { condition.wait() }
            passing += 1
            return true
        }
        defer {
            if isCounted {
                condition.withLock {
                    passing -= 1
                    condition.broadcast()
                }
            }
        }
        return try work()
    }

    /// Closes the gate for all other threads, when the saves that are under way have ended. The thread may close it several
    /// times.
    /// - Throws: ``StoreError`` with code `locked` where saves do not end.
    package func close() throws -> any WriteLock {
        try condition.withLock {
            if keeper !== Thread.current {
                let end = Date(timeIntervalSinceNow: Self.patience)
                while keeper != nil || passing > 0 {
                    guard condition.wait(until: end) else {
                        throw StoreError(.locked, "A save to the store has not ended for \(Self.patience) seconds.")
                    }
                }
                keeper = Thread.current
            }
            depth += 1
        }
        return ClosedGate(self)
    }

    fileprivate func open() {
        condition.withLock {
            depth -= 1
            guard depth == 0 else { return }
            keeper = nil
            condition.broadcast()
        }
    }
}

/// A gate that a thread has closed.
///
/// Not shared: it is opened by the thread that has closed it.
private final class ClosedGate: WriteLock {
    private let gate: SaveGate
    private var isReleased = false

    init(_ gate: SaveGate) { self.gate = gate }

    var version: StoreVersion? { nil }

    func release() {
        guard !isReleased else { return }
        isReleased = true
        gate.open()
    }
}
