import SwiftData
import SwiftDataSync

/// Syncs a store of trips with the stores of other devices, through a folder or a server.
///
/// What it does is added to ``result`` as it happens, so that a failure does not take what was done before with it.
public actor TripSync: SyncEngineDelegate {
    /// The directions of a sync.
    public enum Direction: Sendable {
        /// Fetching what is there, then sending.
        case both
        /// Fetching alone.
        case fetchOnly
        /// Sending alone.
        case sendOnly
    }

    private let container: ModelContainer
    private let place: SyncPlace
    private let state: URL?
    private var deleted: Set<PersistentIdentifier> = []
    /// The effects of all runs so far.
    public private(set) var result = SyncResult()

    /// Prepares the sync of an open store. A folder must exist when ``run(_:)`` is called.
    ///
    /// - Parameter state: The file that keeps the state of the sync where the store cannot: ``TripStore/syncState``.
    public init(_ container: ModelContainer, through place: SyncPlace, state: URL? = nil) {
        self.container = container
        self.state = state
        self.place = place
    }

    /// Fetches and sends once.
    ///
    /// Throws ``TripError/syncFailed(_:)`` where the place or the store cannot take part, ``TripError/builtWithoutHTTP`` for a
    /// server in a program without the package trait `HTTPSync`, and what the store throws. What was not sent is sent by the
    /// next run.
    public func run(_ direction: Direction = .both) async throws {
        var configuration = SyncConfiguration()
        configuration.isAutomatic = false
        configuration.stateURL = state
        let transport = try place.transport()
        do {
            let engine = try SyncEngine(container, transport: transport, delegate: self, configuration: configuration)
            if direction != .sendOnly {
                try await engine.fetchChanges()
                // A model that waits for its large values is told as held before they are fetched.
                if engine.state.heldRows == 0 { result.held = [] }
            }
            if direction != .fetchOnly { try await engine.sendChanges() }
        } catch let error as SyncError {
            throw TripError.syncFailed(error.description)
        } catch let error as SyncTransportError {
            throw place.error(error)
        }
    }

    /// Counts what the engine tells of.
    public func handleEvent(_ event: SyncEvent, syncEngine: SyncEngine) {
        switch event {
        case .fetchedChanges(_, let rows):
            result.inserted += rows.inserted.count
            result.updated += rows.updated.count
            // Joined models are told as deleted first.
            deleted.formUnion(rows.deleted)
            result.deleted = deleted.count
        case .joined(_, let rows):
            let joined = rows.flatMap(\.joined)
            deleted.subtract(joined)
            result.deleted = deleted.count
            result.joined += joined.count
        case .held(_, let rows): result.held += rows.map { "\($0.entityName): \($0.error.message)" }
        case .didFetchChanges: result.hasFetched = true
        case .sentChanges(_, let count): result.sent += count
        case .didSendChanges: result.hasSent = true
        case .willFetchChanges, .willSendChanges, .accountChange, .failed: break
        // The trips are not sealed.
        case .sealed, .refused: break
        }
    }
}
