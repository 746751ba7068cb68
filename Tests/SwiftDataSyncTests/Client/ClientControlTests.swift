import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// Pauses, accounts, resets, cancellation, and stores that are refused.
@Suite(.timeLimit(.minutes(30))) struct ClientControlTests {
    private let folder: TemporaryFolder
    private let hub = MemoryHub(account: "first")

    init() throws { folder = try TemporaryFolder() }

    @Test func aPausedEngineRefusesRoundsAndSendsAfterItResumes() async throws {
        let (a, b) = (try ClientDevice(MemoryTransport(hub)), try ClientDevice(MemoryTransport(hub)))
        a.engine.pause()
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        let error = await #expect(throws: SyncError.self) { try await a.engine.sendChanges() }
        #expect(error?.code == .paused && a.engine.state.activity == .paused)
        #expect(hub.packets.isEmpty)
        a.engine.resume()
        try await syncUntilIdle(a, b)
        #expect(try b.harbors() == ["KIE": "Kiel"])
    }

    @Test func aStoreJoinsAnotherAccountWhenItIsResumed() async throws {
        let a = try ClientDevice(MemoryTransport(hub))
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await a.sync()
        let second = MemoryHub(account: "second")
        let b = try ClientDevice(MemoryTransport(second))
        try b.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try await b.sync()
        let moved = try ClientDevice(a.container, MemoryTransport(second))
        let error = await #expect(throws: SyncTransportError.self) { try await moved.engine.fetchChanges() }
        #expect(error?.code == .accountChanged && moved.engine.state.activity == .paused)
        #expect(moved.log.outline == ["1 account", "1 failed"])
        guard case .accountChange(_, let change)? = moved.log.events.first else { return }
        #expect(change.previous == "first" && change.current == "second")
        #expect(second.packets.count == 1)
        moved.engine.resume()
        try await syncUntilIdle(moved, b)
        #expect(try b.harbors() == ["KIE": "Kiel", "HAM": "Hamburg"])
        #expect(try moved.harbors() == b.harbors())
    }

    @Test func aResetThatKeepsRowsJoinsAnew() async throws {
        let (a, b) = (try ClientDevice(MemoryTransport(hub)), try ClientDevice(MemoryTransport(hub)))
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await syncUntilIdle(a, b)
        try await b.engine.reset(.keepingRows)
        try await syncUntilIdle(b, a)
        for device in [a, b] { #expect(try device.harbors() == ["KIE": "Kiel"]) }
    }

    @MainActor @Test func aResetThatDeletesRowsFetchesThemAgainAndDeletesNoneElsewhere() async throws {
        let a = try ClientDevice(MemoryTransport(hub))
        let b = try ClientDevice(MemoryTransport(hub), file: folder.file)
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await syncUntilIdle(a, b)
        let context = b.container.mainContext
        #expect(try context.fetchCount(FetchDescriptor<SyncHarbor>()) == 1)
        try b.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try await b.engine.reset(.deletingRows)
        #expect(try context.fetchCount(FetchDescriptor<SyncHarbor>()) == 0)
        try await syncUntilIdle(b, a)
        for device in [a, b] { #expect(try device.harbors() == ["KIE": "Kiel"]) }
        #expect(try context.fetch(FetchDescriptor<SyncHarbor>()).map(\.code) == ["KIE"])
    }

    @Test func aTaskThatIsCancelledFetchesNothing() async throws {
        let a = try ClientDevice(MemoryTransport(hub))
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await a.sync()
        let b = try ClientDevice(MemoryTransport(hub))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await b.engine.fetchChanges()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try b.harbors().isEmpty)
        try await b.sync()
        #expect(try b.harbors() == ["KIE": "Kiel"])
    }

    @Test func storesThatCannotBeWrittenAreRefused() throws {
        let schema = Schema(clientModels)
        _ = try ClientDevice(MemoryTransport(hub), file: folder.file)
        let closed = try ModelContainer(
            for: schema,
            configurations: [ModelConfiguration(schema: schema, url: folder.file, allowsSave: false)]
        )
        let refusal = #expect(throws: SyncError.self) { try SyncEngine(closed, transport: MemoryTransport(hub)) }
        #expect(refusal?.code == .unsupportedStore)
        let both = try ModelContainer(
            for: schema,
            configurations: [
                ModelConfiguration(
                    "one",
                    schema: Schema([SyncVessel.self, SyncSkipper.self, SyncPennant.self, SyncMooring.self]),
                    url: folder.file("1.store")
                ),
                ModelConfiguration(
                    "two",
                    schema: Schema([SyncHarbor.self, SyncBerth.self]),
                    url: folder.file("2.store")
                ),
            ]
        )
        let error = #expect(throws: SyncError.self) { try SyncEngine(both, transport: MemoryTransport(hub)) }
        #expect(error?.code == .configuration)
        var configuration = SyncConfiguration()
        configuration.configurationName = "two"
        configuration.isAutomatic = false
        _ = try SyncEngine(both, transport: MemoryTransport(hub), configuration: configuration)
    }

    @Test func twoContainersOfOneFileSyncBoth() async throws {
        let (one, two) = (
            try ClientDevice(MemoryTransport(hub), file: folder.file),
            try ClientDevice(MemoryTransport(hub), file: folder.file)
        )
        let other = try ClientDevice(MemoryTransport(hub))
        try one.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try two.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try other.edit { $0.insert(SyncHarbor("LUB", "Lübeck")) }
        try await other.sync()
        async let first: Void = one.sync()
        async let second: Void = two.sync()
        _ = try await (first, second)
        try await syncUntilIdle(one, two, other)
        let expected = ["KIE": "Kiel", "HAM": "Hamburg", "LUB": "Lübeck"]
        for device in [one, two, other] { #expect(try device.harbors() == expected) }
        #expect(Set(hub.packets.map(\.device)).count == 2)
    }
}
