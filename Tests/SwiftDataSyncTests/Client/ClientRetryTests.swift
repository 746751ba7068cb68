import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// Waiting times after failures, and what ends them early.
@Suite(.timeLimit(.minutes(30))) struct ClientRetryTests {
    private let hub = MemoryHub()

    /// A transport whose first sends fail, so many.
    private func failing(_ count: Int) -> MemoryTransport {
        let left = Locked(count)
        return MemoryTransport(hub) { call in
            guard case .send = call else { return [] }
            return left.withLock { left in
                guard left > 0 else { return [] }
                left -= 1
                return [.failBefore(SyncTransportError(.unreachable, "A test"))]
            }
        }
    }

    private func delays(_ device: ClientDevice) -> [Duration] {
        device.log.events.compactMap { event in
            if case .failed(_, _, let time) = event { time } else { nil }
        }
    }

    @Test func resumingEndsTheWaitingTimeAndTheNextOneIsTheFirst() async throws {
        let device = try ClientDevice(failing(3)) { configuration in
            configuration.isAutomatic = true
            configuration.sendDelay = .milliseconds(10)
            configuration.firstRetryDelay = .seconds(1_000)
            configuration.longestRetryDelay = .seconds(10_000)
            configuration.fetchInterval = .seconds(10_000)
        }
        try device.edit { $0.insert(SyncHarbor("KIE")) }
        for count in 1...3 {
            #expect(try await eventually { delays(device).count == count && device.engine.state.activity == .waiting })
            #expect(hub.packets.isEmpty)
            if count == 2 { device.engine.pause() }
            device.engine.resume()
        }
        #expect(try await eventually { !hub.packets.isEmpty && device.engine.state.activity == .idle })
        #expect(delays(device) == Array(repeating: .seconds(1_000), count: 3))
        #expect(device.engine.state.lastError == nil)
    }

    @Test func aSignalOfTheTransportEndsTheWaitingTimeWhichGrowsAllTheSame() async throws {
        let device = try ClientDevice(failing(20)) { configuration in
            configuration.isAutomatic = true
            configuration.sendDelay = .milliseconds(10)
            configuration.firstRetryDelay = .milliseconds(10)
            configuration.longestRetryDelay = .seconds(100_000)
            configuration.fetchInterval = .seconds(10_000)
        }
        let other = try ClientDevice(MemoryTransport(hub))
        try device.edit { $0.insert(SyncHarbor("KIE")) }
        // All waiting times together are three hours.
        #expect(
            try await eventually {
                let count = hub.packets.count
                try other.edit { $0.insert(SyncHarbor("HAM \(count)")) }
                try await other.sync()
                return try other.harbors()["KIE"] != nil
            }
        )
        #expect(delays(device) == (0..<20).map { Duration.milliseconds(10 << $0) })
        // The rounds that were tried again have fetched what has arrived meanwhile.
        #expect(try await eventually { try device.harbors() == other.harbors() })
    }

    @Test func aSaveAndTheTimeToFetchDoNotShortenTheWaitingTime() async throws {
        let device = try ClientDevice(failing(1)) { configuration in
            configuration.isAutomatic = true
            configuration.sendDelay = .milliseconds(10)
            configuration.firstRetryDelay = .seconds(1_000)
            configuration.fetchInterval = .milliseconds(20)
        }
        try device.edit { $0.insert(SyncHarbor("KIE")) }
        #expect(try await eventually { device.engine.state.activity == .waiting })
        try device.edit { $0.insert(SyncHarbor("HAM")) }
        try await Task.sleep(for: .milliseconds(300))
        #expect(hub.packets.isEmpty && device.engine.state.activity == .waiting)
        device.engine.resume()
        #expect(try await eventually { !hub.packets.isEmpty })
    }

    @Test func anEngineThatIsReleasedWhileItWaitsEnds() async throws {
        var device: ClientDevice? = try ClientDevice(failing(1)) { configuration in
            configuration.isAutomatic = true
            configuration.sendDelay = .milliseconds(10)
            configuration.firstRetryDelay = .seconds(1_000)
        }
        try device?.edit { $0.insert(SyncHarbor("KIE")) }
        #expect(try await eventually { device?.engine.state.activity == .waiting })
        weak let engine = device?.engine
        device = nil
        #expect(try await eventually { engine == nil })
    }
}
