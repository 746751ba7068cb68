import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Looks for commits of other writers to the file of a store, and tells the store's container of them.
final class Lookout: Sendable {
    private struct State {
        weak var store: DefaultStore?
        var watcher: StoreWatcher?
        /// The commits that were read and are to be delivered, in order.
        var waiting: [StoreCommit] = []
        var isTelling = false
        var untoldCount = 0
    }

    /// `@unchecked Sendable` without a lock: the reference is never set again, and reading a weak one is safe.
    private final class WeakConnection: @unchecked Sendable {
        weak var connection: StoreConnection?
        init(_ connection: StoreConnection) { self.connection = connection }
    }

    /// Not held, so that the file is closed when the store goes, and not when a look is over.
    private let connection: WeakConnection
    private let model: StoreModel
    private let history: StoredHistory
    private let looking = NSLock()
    private let telling = NSRecursiveLock()
    private let state = Locked(State())
    private let generation = ProcessGeneration.current

    init(_ connection: StoreConnection, _ model: StoreModel, _ history: StoredHistory) {
        self.connection = WeakConnection(connection)
        self.model = model
        self.history = history
    }

    /// Looks whenever the file is written, from now on.
    func start(for store: DefaultStore, path: String, isReadOnly: Bool, _ watching: ConnectionSettings.Watching) {
        state.withLock { $0.store = store }
        guard watching != .off else { return }
        let file = StorePath.resolved(path)
        let place: WatchedPlace = isReadOnly ? .folder(of: file) : .log(of: file)
        let watcher = StoreWatcher(place, isTold: watching == .system) { [weak self] in self?.look() ?? false }
        state.withLock { $0.watcher = watcher }
        watcher.start()
    }

    /// True if no `fork` lies between the process that began to look and this one. A child has no thread that looks,
    /// and the locks may be held by threads that it does not have.
    private var isOfThisProcess: Bool { generation == ProcessGeneration.current }

    /// True if the system reports writes.
    var isWatching: Bool { state.withLock { $0.watcher }?.isWatching ?? false }

    /// The number of commits that were reported without their changes.
    var untoldCount: Int { state.withLock { $0.untoldCount } }

    /// Ends. A look that is under way is waited for, since it uses the connection.
    func stop() {
        guard isOfThisProcess else { return }
        state.withLock { $0.watcher }?.stop()
        looking.withLock {}
    }

    /// Tells the container of the commits of other writers. False where the store has been closed.
    @discardableResult
    func look() -> Bool {
        guard isOfThisProcess else { return false }
        do {
            try looking.withLock {
                guard let connection = connection.connection else {
                    throw StoreError(.closed, "The store has gone.")
                }
                let commits = try OthersCommits(connection: connection, model: model, history: history).read()
                if !commits.isEmpty { state.withLock { $0.waiting += commits } }
            }
        } catch let error as StoreError where error.code == .closed {
            return false
        } catch {
            log.error("what others have committed could not be read, which is tried again: \(error)")
        }
        tell()
        return true
    }

    /// The same, and returns when everything that is known has been told, by whatever thread. One that is being told
    /// and comes back here is not waited for, nor is one that takes very long: it may be waiting for the caller.
    func lookAndTell() {
        guard look() else { return }
        if telling.lock(before: Date(timeIntervalSinceNow: 2)) { telling.unlock() }
    }

    /// One thread tells everything, so that all is told in order. The code that is told may call this function again.
    private func tell() {
        repeat {
            // The thread that tells looks once more before it ends.
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

    private func next() -> (StoreCommit, DefaultStore?)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTelling = false
                return nil
            }
            return (state.waiting.removeFirst(), state.store)
        }
    }
}
