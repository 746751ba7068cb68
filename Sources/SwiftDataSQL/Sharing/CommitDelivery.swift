import Foundation
package import SwiftDataCore

/// The delivery of commits of other writers to the container of a store, one after the other.
package final class CommitDelivery: Sendable {
    private struct State {
        weak var store: (any AnyObject & Sendable)?
        /// The commits that were read and are to be delivered, in order.
        var waiting: [StoreCommit] = []
        var isDelivering = false
        var undescribedCount = 0
    }

    private let deliveryLock = NSRecursiveLock()
    private let state = Locked(State())

    package init() {}

    /// Delivers to the container of a store from now on.
    package func begin(for store: any AnyObject & Sendable) {
        state.withLock { $0.store = store }
    }

    /// The number of commits that were delivered without their changes.
    package var undescribedCount: Int { state.withLock { $0.undescribedCount } }

    /// Adds commits to the waiting ones.
    package func add(_ commits: [StoreCommit]) {
        guard !commits.isEmpty else { return }
        state.withLock { $0.waiting += commits }
    }

    /// Delivers the waiting commits. One thread delivers them all, so that they arrive in order. Notified code may call
    /// this function again.
    package func deliver() {
        repeat {
            // The thread that delivers looks once more before it ends.
            guard deliveryLock.try() else { return }
            let isFirst = state.withLock { state in
                defer { state.isDelivering = true }
                return !state.isDelivering
            }
            while isFirst, let (commit, store) = next() {
                if let store { StoreListeners.core(of: store)?.receive(commit) }
                if commit.everything { state.withLock { $0.undescribedCount += 1 } }
            }
            deliveryLock.unlock()
            if !isFirst { return }
        } while state.withLock { !$0.waiting.isEmpty }
    }

    /// Returns when everything that is known has been delivered, by whatever thread. A delivery that calls this
    /// function again is not waited for, nor is one that takes very long: it may be waiting for the caller.
    package func waitUntilDelivered() {
        if deliveryLock.lock(before: Date(timeIntervalSinceNow: 2)) { deliveryLock.unlock() }
    }

    private func next() -> (StoreCommit, (any AnyObject & Sendable)?)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isDelivering = false
                return nil
            }
            return (state.waiting.removeFirst(), state.store)
        }
    }
}
