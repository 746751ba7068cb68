import Foundation
package import SwiftDataCore

/// The delivery of commits of other writers to the container of a store, one after the other.
package final class CommitTelling: Sendable {
    private struct State {
        weak var store: (any AnyObject & Sendable)?
        /// The commits that were read and are to be delivered, in order.
        var waiting: [StoreCommit] = []
        var isTelling = false
        var untoldCount = 0
    }

    private let telling = NSRecursiveLock()
    private let state = Locked(State())

    package init() {}

    /// Delivers to the container of a store from now on.
    package func begin(for store: any AnyObject & Sendable) {
        state.withLock { $0.store = store }
    }

    /// The number of commits that were delivered without their changes.
    package var untoldCount: Int { state.withLock { $0.untoldCount } }

    /// Adds commits to the waiting ones.
    package func add(_ commits: [StoreCommit]) {
        guard !commits.isEmpty else { return }
        state.withLock { $0.waiting += commits }
    }

    /// Delivers the waiting commits. One thread delivers them all, so that they arrive in order. Notified code may call
    /// this function again.
    package func tell() {
        repeat {
            // The thread that delivers looks once more before it ends.
            guard telling.try() else { return }
            let isFirst = state.withLock { state in
                defer { state.isTelling = true }
                return !state.isTelling
            }
            while isFirst, let (commit, store) = next() {
                if let store { StoreListeners.core(of: store)?.takeIn(commit) }
                if commit.everything { state.withLock { $0.untoldCount += 1 } }
            }
            telling.unlock()
            if !isFirst { return }
        } while state.withLock { !$0.waiting.isEmpty }
    }

    /// Returns when everything that is known has been delivered, by whatever thread. A delivery that calls this
    /// function again is not waited for, nor is one that takes very long: it may be waiting for the caller.
    package func waitUntilTold() {
        if telling.lock(before: Date(timeIntervalSinceNow: 2)) { telling.unlock() }
    }

    private func next() -> (StoreCommit, (any AnyObject & Sendable)?)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTelling = false
                return nil
            }
            return (state.waiting.removeFirst(), state.store)
        }
    }
}
