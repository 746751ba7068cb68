import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// Engines that fetch and send by themselves.
@Suite(.timeLimit(.minutes(30))) struct ClientAutomaticTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [true, false])
    func aSaveArrivesWithoutACall(_ isFolder: Bool) async throws {
        let hub = MemoryHub()
        let transports = (0..<2).map { _ -> any SyncTransport in
            if isFolder {
                FolderTransport(url: folder.url, pollInterval: .milliseconds(50))
            } else {
                MemoryTransport(hub)
            }
        }
        let (a, b) = (try ClientDevice(transports[0], automatic), try ClientDevice(transports[1], automatic))
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        #expect(try await eventually { try b.harbors() == ["KIE": "Kiel"] })
        try b.edit { try $0.fetch(FetchDescriptor<SyncHarbor>()).first?.city = "Holtenau" }
        #expect(try await eventually { try a.harbors() == ["KIE": "Holtenau"] })
        #expect((a.log.events + b.log.events).allSatisfy { $0.batch.reason == .automatic })
    }

    @Test func anArrivalDoesNotWaitForTheTimeAfterSaves() async throws {
        let hub = MemoryHub()
        let a = try ClientDevice(MemoryTransport(hub))
        let b = try ClientDevice(MemoryTransport(hub)) {
            $0.isAutomatic = true
            $0.sendDelay = .seconds(86_400)
            $0.fetchInterval = .seconds(86_400)
        }
        #expect(try await eventually { b.engine.state.lastFetch != nil })
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await a.sync()
        #expect(try await eventually { try b.harbors() == ["KIE": "Kiel"] })
        // An arrival during the time after a save ends it.
        try b.edit { $0.insert(SyncHarbor("ROS", "Rostock")) }
        try a.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try await a.sync()
        #expect(try await eventually { try b.harbors().count == 3 && hub.packets.count >= 3 })
    }

    @Test func anEngineFetchesWithoutNotices() async throws {
        let hub = MemoryHub()
        let a = try ClientDevice(MemoryTransport(hub))
        let b = try ClientDevice(SilentTransport(base: MemoryTransport(hub)), automatic)
        #expect(try await eventually { b.engine.state.lastFetch != nil })
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await a.sync()
        #expect(try await eventually { try b.harbors() == ["KIE": "Kiel"] })
    }

    @Test func aSaveOfAnotherContainerOnTheFileIsSent() async throws {
        let hub = MemoryHub()
        let a = try ClientDevice(MemoryTransport(hub), file: folder.file, automatic)
        #expect(try await eventually { a.engine.state.lastSend != nil })
        let schema = Schema(clientModels)
        let other = try ModelContainer(
            for: schema,
            configurations: [ModelConfiguration(schema: schema, url: folder.file)]
        )
        let context = ModelContext(other)
        context.insert(SyncHarbor("KIE", "Kiel"))
        try context.save()
        #expect(try await eventually { !hub.packets.isEmpty })
    }

    @Test func aTransportThatFailsIsTriedAgainAfterGrowingTimes() async throws {
        let hub = MemoryHub()
        let failures = Locked(4)
        let transport = MemoryTransport(hub) { call in
            guard case .send = call else { return [] }
            return failures.withLock { left in
                guard left > 0 else { return [] }
                left -= 1
                return [.failBefore(SyncTransportError(.unreachable, "A test"))]
            }
        }
        let a = try ClientDevice(transport, automatic)
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        #expect(try await eventually { !hub.packets.isEmpty })
        let times = a.log.events.compactMap { event in
            if case .failed(_, _, let time) = event { time } else { nil }
        }
        #expect(times == [10, 20, 40, 80].map { .milliseconds($0) })
        #expect(try await eventually { a.engine.state.activity == .idle && a.engine.state.lastError == nil })
        #expect(a.engine.state.pendingChangeSets == 0)
    }

    @Test func anAutomaticEngineThatIsPausedSendsWhenItResumes() async throws {
        let hub = MemoryHub()
        let a = try ClientDevice(MemoryTransport(hub), automatic)
        #expect(try await eventually { a.engine.state.lastSend != nil && a.engine.state.activity == .idle })
        a.engine.pause()
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await Task.sleep(for: .milliseconds(300))
        #expect(hub.packets.isEmpty)
        a.engine.resume()
        #expect(try await eventually { !hub.packets.isEmpty })
    }

    @Test func anEngineThatIsReleasedWhileItWorksEndsAndLosesNothing() async throws {
        let hub = MemoryHub()
        let schema = Schema(clientModels)
        let container = try ModelContainer(
            for: schema,
            configurations: [ModelConfiguration(schema: schema, url: folder.file)]
        )
        for round in 0..<10 {
            var device: ClientDevice? = try ClientDevice(container, MemoryTransport(hub), automatic)
            try device?.edit { $0.insert(SyncHarbor("\(round)", "Kiel")) }
            if round % 2 == 0 { try await Task.sleep(for: .milliseconds(15)) }
            weak let engine = device?.engine
            device = nil
            #expect(try await eventually { engine == nil })
        }
        let (a, b) = (try ClientDevice(container, MemoryTransport(hub)), try ClientDevice(MemoryTransport(hub)))
        try await syncUntilIdle(a, b)
        #expect(try b.harbors().count == 10)
    }
}

/// A transport that signals nothing.
private struct SilentTransport: WrappedTransport {
    let base: MemoryTransport

    func notices() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
