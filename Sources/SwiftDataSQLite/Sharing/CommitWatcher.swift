import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Looks for commits of other writers to the file of a store, and notifies the store's container of them.
final class CommitWatcher: Sendable {
    /// `@unchecked Sendable` without a lock: the reference is never set again, and reading a weak one is safe.
    private final class WeakConnection: @unchecked Sendable {
        weak var connection: StoreConnection?
        init(_ connection: StoreConnection) { self.connection = connection }
    }

    /// Not held, so that the file is closed when the store is released, and not when a look is over.
    private let connection: WeakConnection
    private let model: StoreModel
    private let history: StoredHistory
    private let looking = NSLock()
    private let delivery = CommitDelivery()
    private let watcher = Locked<StoreWatcher?>(nil)
    private let generation = ProcessGeneration.current

    init(_ connection: StoreConnection, _ model: StoreModel, _ history: StoredHistory) {
        self.connection = WeakConnection(connection)
        self.model = model
        self.history = history
    }

    /// Looks whenever the file is written, from now on.
    func start(for store: DefaultStore, path: String, isReadOnly: Bool, _ watching: ConnectionSettings.Watching) {
        delivery.begin(for: store)
        guard watching != .off else { return }
        let file = StorePath.resolved(path)
        let place: WatchedPlace = isReadOnly ? .folder(of: file) : .log(of: file)
        let made = StoreWatcher(place, usesSystemEvents: watching == .system) { [weak self] in self?.look() ?? false }
        watcher.withLock { $0 = made }
        made.start()
    }

    /// True if no `fork` lies between the process that began to look and this one. A child has no thread that looks,
    /// and the locks may be held by threads that it does not have.
    private var isOfThisProcess: Bool { generation == ProcessGeneration.current }

    /// True if the system reports writes.
    var isWatching: Bool { watcher.withLock { $0 }?.isWatching ?? false }

    /// The number of commits that were reported without their changes.
    var undescribedCount: Int { delivery.undescribedCount }

    /// Ends. A look that is under way is waited for, since it uses the connection.
    func stop() {
        guard isOfThisProcess else { return }
        watcher.withLock { $0 }?.stop()
        looking.withLock {}
    }

    /// Notifies the container of the commits of other writers. False where the store has been closed.
    @discardableResult
    func look() -> Bool {
        guard isOfThisProcess else { return false }
        do {
            try looking.withLock {
                guard let connection = connection.connection else {
                    throw StoreError(.closed, "The connection of the store has been released.")
                }
                delivery.add(try ExternalCommits(connection: connection, model: model, history: history).read())
            }
        } catch let error as StoreError where error.code == .closed {
            return false
        } catch {
            log.error("the commits of other connections could not be read, and the read is tried again: \(error)")
        }
        delivery.deliver()
        return true
    }

    /// The same, and returns when all known commits have been reported.
    func lookAndWait() {
        if look() { delivery.waitUntilDelivered() }
    }
}
