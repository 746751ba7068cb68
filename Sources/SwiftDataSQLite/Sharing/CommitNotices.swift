package import Foundation

/// Signals that a process may have committed to a store, for as long as it is kept: sooner or later after each commit,
/// and now and then without one.
package final class CommitNotices: Sendable {
    private let watcher: StoreWatcher

    /// - Parameter handler: Is called on a queue of its own.
    package init(_ store: URL, _ handler: @escaping @Sendable () -> Void) {
        let path = store.standardizedFileURL.path
        watcher = StoreWatcher(.folder(of: path), usesSystemEvents: true) {
            handler()
            return true
        }
        watcher.start()
    }

    deinit { watcher.stop() }
}
