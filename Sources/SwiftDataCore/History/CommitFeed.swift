/// Notifies listeners of each commit to the stores of a container, in order, on the thread that noticed it.
package final class CommitFeed: Sendable {
    package typealias Listener = @Sendable (StoreCommit) -> Void

    private struct State {
        var listeners: [Int: Listener] = [:]
        var next = 0
    }

    private let state = Locked(State())

    package init() {}

    /// Calls a closure with each commit from now on, for as long as the caller keeps the returned object.
    package func listen(_ listener: @escaping Listener) -> Listening {
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = listener
            return state.next
        }
        return Listening { [weak self] in self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) } }
    }

    /// True if there is a listener. Without one, commits are not described.
    package var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

    package func announce(_ commit: StoreCommit) {
        let listeners = state.withLock { $0.listeners.sorted { $0.key < $1.key }.map(\.value) }
        for listener in listeners { listener(commit) }
    }

    /// Ends with its last reference.
    package final class Listening: Sendable {
        private let end: @Sendable () -> Void

        fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }
    }
}
