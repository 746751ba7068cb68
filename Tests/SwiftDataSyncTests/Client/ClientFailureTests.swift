import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// Rounds that fail, and what goes on all the same.
@Suite(.timeLimit(.minutes(30))) struct ClientFailureTests {
    private let hub = MemoryHub(account: "first")

    /// A transport whose fetches fail.
    private func failing(_ code: SyncTransportError.Code) -> MemoryTransport {
        MemoryTransport(hub) { call in
            guard case .fetch = call else { return [] }
            return [.failBefore(SyncTransportError(code, "A test"))]
        }
    }

    private func automatic(_ configuration: inout SyncConfiguration) {
        configuration.isAutomatic = true
        configuration.sendDelay = .milliseconds(10)
        configuration.firstRetryDelay = .seconds(1_000)
        configuration.longestRetryDelay = .seconds(10_000)
        configuration.fetchInterval = .seconds(10_000)
    }

    private func filled(_ codes: String...) throws -> ModelContainer {
        let container = try ModelContainer(
            for: Schema(clientModels),
            configurations: [ModelConfiguration(schema: Schema(clientModels), isStoredInMemoryOnly: true)]
        )
        let context = ModelContext(container)
        for code in codes { context.insert(SyncHarbor(code)) }
        try context.save()
        return container
    }

    @Test(arguments: [SyncTransportError.Code.versionTooNew, .packetDamaged, .refused, .unreachable])
    func aFetchThatFailsKeepsNothingFromBeingSent(_ code: SyncTransportError.Code) async throws {
        let device = try ClientDevice(filled("KIE"), failing(code), automatic)
        #expect(try await eventually { hub.packets.count == 1 })
        try device.edit { $0.insert(SyncHarbor("HAM")) }
        // While the engine waits to try again, saves wait as well.
        if code == .unreachable { device.engine.resume() }
        #expect(try await eventually { hub.packets.count == 2 })
        // The failure is still told, though something was sent after it.
        let wanted: SyncEngine.Activity = code == .unreachable ? .waiting : .idle
        #expect(
            try await eventually {
                let state = device.engine.state
                return state.activity == wanted && (state.lastError as? SyncTransportError)?.code == code
                    && state.pendingChangeSets == 0
            }
        )
        #expect(device.log.outline.prefix(4) == ["1 will fetch", "1 failed", "2 will send", "2 sent 1"])
    }

    @Test func anotherAccountAndAPauseKeepChangesFromBeingSent() async throws {
        let container = try filled("KIE")
        try await ClientDevice(container, MemoryTransport(hub)).sync()
        #expect(hub.packets.count == 1)
        let context = ModelContext(container)
        context.insert(SyncHarbor("HAM"))
        try context.save()
        hub.account = "second"
        let device = try ClientDevice(container, MemoryTransport(hub), automatic)
        #expect(try await eventually { device.engine.state.activity == .paused })
        try device.edit { $0.insert(SyncHarbor("BRE")) }
        try await Task.sleep(for: .milliseconds(300))
        #expect(hub.packets.count == 1)
        #expect(device.log.outline == ["1 account", "1 failed"])
        #expect(device.engine.state.activity == .paused)
        #expect((device.engine.state.lastError as? SyncTransportError)?.code == .accountChanged)
        device.engine.resume()
        #expect(try await eventually { device.engine.state.lastSend != nil })
        #expect(try await eventually { device.engine.state.lastError == nil && device.engine.state.activity == .idle })
        let other = try ClientDevice(MemoryTransport(hub))
        try await other.sync()
        #expect(try other.harbors().keys.sorted() == ["BRE", "HAM", "KIE"])
    }

    @Test func theErrorOfTheStateIsThatOfTheLastFetchOrSend() async throws {
        let failing = Locked<MemoryCallKind?>(.fetch)
        let device = try ClientDevice(
            MemoryTransport(hub) { call in
                guard let kind = MemoryCallKind(call), kind == failing.withLock({ $0 }) else { return [] }
                return [.failBefore(SyncTransportError(.unreachable, "A test"))]
            }
        )
        try device.edit { $0.insert(SyncHarbor("KIE")) }
        await #expect(throws: SyncTransportError.self) { try await device.engine.fetchChanges() }
        try await device.engine.sendChanges()
        #expect(device.engine.state.lastError != nil)
        failing.withLock { $0 = .send }
        try await device.engine.fetchChanges()
        #expect(device.engine.state.lastError == nil)
        try device.edit { $0.insert(SyncHarbor("HAM")) }
        await #expect(throws: SyncTransportError.self) { try await device.engine.sendChanges() }
        try await device.engine.fetchChanges()
        #expect(device.engine.state.lastError != nil && device.engine.state.pendingChangeSets == 1)
        failing.withLock { $0 = nil }
        try await device.engine.sendChanges()
        #expect(device.engine.state.lastError == nil && device.engine.state.pendingChangeSets == 0)
    }

    /// A copy of the store has sent a change set under the number that this store uses, and nothing in the file tells it.
    @Test func aNumberThatAnotherStoreUsesIsReplaced() async throws {
        let (a, b) = (try ClientDevice(MemoryTransport(hub)), try ClientDevice(MemoryTransport(hub)))
        try a.edit { $0.insert(SyncHarbor("KIE")) }
        try await syncUntilIdle(a, b)
        let device = try #require(hub.packets.first?.device)
        let record = RecordID(entity: "SyncHarbor", uuid: UUIDBits(high: 7, low: 7))
        var editor = RecordEditor(clock: DeviceClock(device: device), policies: MergePolicies())
        let part = try editor.insert(RecordState(), now: 1_000)
        try hub.send([SyncPacket(ChangeSet(device: device, sequence: 2, records: [record: part]))])
        try a.edit { context in
            context.insert(SyncHarbor("HAM"))
            try context.fetch(FetchDescriptor<SyncHarbor>()).first { $0.code == "KIE" }?.city = "Kiel"
        }
        try await syncUntilIdle(a, b)
        for device in [a, b] { #expect(try device.harbors() == ["HAM": "", "KIE": "Kiel"]) }
        #expect(Set(hub.packets.map(\.device)).count == 2)
        #expect(a.engine.state.pendingChangeSets == 0 && a.engine.state.lastError == nil)
    }
}

/// The kind of a call of a transport.
private enum MemoryCallKind: Sendable {
    case send, fetch

    init?(_ call: MemoryCall) {
        switch call {
        case .send: self = .send
        case .fetch: self = .fetch
        default: return nil
        }
    }
}
