public import Foundation
public import Observation
public import SwiftDataCore
package import SwiftDataSyncCore

/// Keeps the store of a container and the stores of other devices equal, over a transport.
///
/// The engine reads the history of the store for the saves of the program, and writes arriving changes as transactions
/// of the author ``author``. It adds no property to models: its state of records is in tables of its own in the same
/// file, written in the same transactions. A store with rows joins with all of them.
///
/// ```swift
/// let engine = try SyncEngine(container, transport: FolderTransport(url: folder))
/// try await engine.fetchChanges()
/// try await engine.sendChanges()
/// ```
///
/// All methods may be called from any isolation. Work on the store is done on a thread of the engine. `docs/sync.md`
/// has a table of the outcomes of conflicts.
///
/// Differs from Apple's: SwiftData syncs through CloudKit, without an object that a program can hold.
public final class SyncEngine: Sendable, Observable {
    /// The author of the engine's transactions in the history.
    public static let author = "OpenSwiftData.Sync"

    /// The present activity of an engine.
    public enum Activity: Hashable, Sendable {
        /// Nothing: the engine waits for something to do.
        case idle
        /// The engine fetches changes.
        case fetching
        /// The engine sends changes.
        case sending
        /// The engine waits to try again after a failure.
        case waiting
        /// The engine is paused, by the program or because the account has changed.
        case paused
    }

    /// The state of an engine. Reading ``SyncEngine/state`` is tracked by Observation.
    public struct State: Sendable {
        /// The present activity.
        public internal(set) var activity: Activity = .idle
        /// The time at which a fetch has last ended without an error.
        public internal(set) var lastFetch: Date?
        /// The time at which all changes had last been sent.
        public internal(set) var lastSend: Date?
        /// The error of the last fetch or of the last sending, the later one where both have failed; nil where both have
        /// succeeded.
        public internal(set) var lastError: (any Error)?
        /// The number of change sets that the transport has not taken.
        public internal(set) var pendingChangeSets = 0
        /// The number of rows that have arrived and that the store cannot take now.
        public internal(set) var heldRows = 0
        /// The number of packets that have arrived and cannot be read, since a later version of the app has written them or
        /// since they are damaged. They are kept, and each fetch tries to read them and fails as long as there are any.
        public internal(set) var unreadPackets = 0
        /// The number of records with values that are sealed by keys which this device does not have.
        public internal(set) var sealedRecords = 0
    }

    private let shared: EngineShared
    private let run: EngineRun
    private let scheduler: EngineScheduler

    /// Creates an engine. An automatic one begins to fetch and to send at once.
    ///
    /// A container has one engine for each store. The engine keeps the store open, and lives as long as it is held.
    /// - Parameters:
    ///   - container: The container whose store is synced.
    ///   - transport: The carrier of changes.
    ///   - delegate: An object that receives each step, held weakly.
    ///   - configuration: The settings.
    /// - Throws: ``SyncError``: with code `configuration` where the settings do not fit the schema, or name no file for the state of
    ///   a custom store, and with code `unsupportedStore` where the store keeps no history or cannot be written.
    public init(
        _ container: ModelContainer,
        transport: any SyncTransport,
        delegate: (any SyncEngineDelegate)? = nil,
        configuration: SyncConfiguration = SyncConfiguration()
    ) throws {
        let session = try SyncSession(container, configuration)
        shared = EngineShared(delegate)
        run = EngineRun(session, transport, configuration, shared)
        scheduler = EngineScheduler(run, configuration)
        shared.engine.withLock { $0.engine = self }
        if configuration.isAutomatic { scheduler.start(commits: container.core.commits, transport) }
    }

    deinit { scheduler.stop() }

    /// The state of the engine. Reads are tracked by Observation.
    public var state: State {
        shared.registrar.access(self, keyPath: \.state)
        return shared.state.withLock { $0 }
    }

    /// Captures the saves of the program, fetches all changes that there are and writes them to the store.
    ///
    /// Where the task is cancelled, the call ends between two transactions.
    /// - Throws: ``SyncTransportError``, errors of the store, `CancellationError`, and ``SyncError``, which has the
    ///   code `tables` where the tables of sync in the file are damaged or of a later version. Transactions that were
    ///   written before stay, and the next call continues from there.
    public func fetchChanges() async throws {
        try await run.fetch(.manual)
    }

    /// Captures the saves of the program, and sends all changes that have not been sent.
    /// - Throws: The errors of ``fetchChanges()``. Changes that were not sent stay in the file.
    public func sendChanges() async throws {
        try await run.send(.manual)
    }

    /// Stops the engine until ``resume()``, after the round under way. Changes stay in the history of the store meanwhile.
    public func pause() {
        run.setPaused(true)
    }

    /// Lets an engine go on that is paused, or that waits after a failure. After a change of the account the store
    /// joins the new one: all of its rows are sent there, and the changes of that account are fetched.
    public func resume() {
        run.resume()
        scheduler.wake()
    }

    /// The identity of a model's record on all devices; nil where sync does not know it.
    package func record(of model: PersistentIdentifier) throws -> RecordID? { try run.record(of: model) }

    /// True if a model has a place in an ordered relationship, whose name has the name of the class before it.
    package func hasPlace(_ model: PersistentIdentifier, in relationship: SyncName) throws -> Bool {
        try run.hasPlace(model, in: relationship)
    }

    /// The rows of models in a reset.
    public enum Reset: Hashable, Sendable {
        /// The store forgets sync and joins again, with a new device number. Its rows stay, and meet the rows of other
        /// devices like the rows of a joining store: rows with equal unique values become one, and other rows that the
        /// devices have in common occur twice.
        case keepingRows
        /// The same steps as ``keepingRows``, but all rows of the store are deleted first, without being deleted on
        /// other devices. The changes of other devices are then fetched again.
        case deletingRows
    }

    /// Forgets the state of sync. The next fetch starts from the beginning.
    /// - Throws: The error of the store. Nothing has changed then.
    public func reset(_ rows: Reset) async throws {
        try await run.reset(rows)
        scheduler.wake()
    }
}
