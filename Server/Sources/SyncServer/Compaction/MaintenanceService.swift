import Logging
import ServiceLifecycle
import SwiftData

/// Compacts zones, and forgets uploads and history that are too old, from time to time.
struct MaintenanceService: Service {
    let service: SyncService
    let logger: Logger

    func run() async throws {
        guard let interval = service.settings.compactionInterval else {
            try? await gracefulShutdown()
            return
        }
        await cancelWhenGracefulShutdown { await Periodically.run(every: interval) { await maintain() } }
    }

    private func maintain() async {
        let (store, settings, metrics) = (service.store, service.settings, service.metrics)
        do {
            try await store.dropUploads(untouchedSince: store.now().addingTimeInterval(-settings.uploadTime))
            if let days = settings.auditDays {
                try await store.dropHistory(before: store.now().addingTimeInterval(-Double(days) * 86_400))
            }
            for zone in try await store.zones() {
                try Task.checkCancellation()
                do {
                    guard let result = try await Compactor(store, settings.compaction).compact(zone.number) else {
                        continue
                    }
                    metrics.add(1, to: .compactions)
                    metrics.add(result.merged, to: .packetsMerged)
                    logger.info("Zone \(zone.number): \(result.merged) packets were merged into \(result.made).")
                } catch {
                    metrics.add(1, to: .compactionFailures)
                    logger.error("Zone \(zone.number) was not compacted: \(AnswerMiddleware.text(error))")
                }
            }
        } catch is CancellationError {
        } catch { logger.error("Maintenance has failed, and is tried again later: \(AnswerMiddleware.text(error))") }
    }
}
