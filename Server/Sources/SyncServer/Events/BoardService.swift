import Foundation
import Logging
import ServiceLifecycle
import SwiftData

/// Notifies streams of the writes of other processes, and lets them send signs of life.
struct BoardService: Service {
    let service: SyncService
    let logger: Logger

    func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask { await Periodically.run(every: service.settings.heartbeat) { service.board.beat() } }
            group.addTask { await Periodically.run(every: service.settings.pollInterval) { await look() } }
            group.addTask { await followCommits() }
            // It throws where the task is cancelled, which ends the service as well.
            try? await gracefulShutdown()
            group.cancelAll()
        }
    }

    /// Looks as soon as the store is known to have changed. That may be missed: the look from time to time is not.
    private func followCommits() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let name = ModelContainer.remoteChange
        let observer = NotificationToken(
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in continuation.yield() }
        )
        defer { observer.remove() }
        for await _ in signals { await look() }
    }

    private func look() async {
        let zones = service.board.zones
        guard !zones.isEmpty else { return }
        do {
            for (zone, end) in try await service.store.ends(of: zones) { service.board.publish(zone, end) }
        } catch is CancellationError {
        } catch { logger.error("The ends of zones could not be read; the read is tried again.") }
    }
}

/// A registration at a notification center.
///
/// `@unchecked Sendable`: the token is not changed, and removed once by its owner.
private struct NotificationToken: @unchecked Sendable {
    private let token: any NSObjectProtocol

    init(_ token: any NSObjectProtocol) { self.token = token }

    func remove() { NotificationCenter.default.removeObserver(token) }
}

/// Repeats work until the task is cancelled.
enum Periodically {
    static func run(every interval: Duration, first delay: Duration? = nil, _ body: () async -> Void) async {
        var pause = delay ?? interval
        while true {
            do { try await Task.sleep(for: pause) } catch { return }
            await body()
            pause = interval
        }
    }
}
