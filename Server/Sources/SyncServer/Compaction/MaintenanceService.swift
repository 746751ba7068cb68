import Logging
import ServiceLifecycle
import SwiftData

/// Keeps the store up from time to time, the first time soon after the start.
struct MaintenanceService: Service {
    let service: SyncService

    func run() async throws {
        let settings = service.settings
        await cancelWhenGracefulShutdown {
            await Periodically.run(every: settings.upkeepInterval, first: settings.upkeepDelay) {
                await service.keepUp()
            }
        }
    }
}
