import Logging
import Observation
import ServiceLifecycle
import SwiftDataSync

/// Keeps the store and those of other devices equal as long as the server runs.
///
/// The engine works by itself: it sends soon after each save, and writes what arrives to the store, where the board finds it as it
/// finds the saves of everybody.
struct SyncService: Service {
    let board: LiveBoard
    let transport: any SyncTransport

    func run() async throws {
        var configuration = SyncConfiguration()
        configuration.stateURL = board.store.syncState
        // What arrives is signalled. Without signals, pages tell after this time that there is nobody who could send them.
        configuration.fetchInterval = .seconds(15)
        let engine = try SyncEngine(board.modelContainer, transport: transport, configuration: configuration)
        await cancelWhenGracefulShutdown {
            // Ends when the server does.
            for await state in Observations({ SyncState(engine.state) }) { await board.show(state) }
        }
    }
}

extension LiveBoard {
    /// Shows the state of sync, and logs each failure once.
    func show(_ sync: SyncState) {
        guard state.sync != sync else { return }
        state.sync = sync
        switch sync {
        case .starting: logger.info("Sync begins.")
        case .synced: logger.info("The trips are synced.")
        case .offline(let reason): logger.warning("Sync waits: \(reason)")
        case .stopped(let reason): logger.error("Sync has failed: \(reason)")
        }
    }
}
