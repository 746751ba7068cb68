import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import Testing

/// Delegates as programs write them: actors, classes of the main actor, and delegates that call the engine.
@Suite(.timeLimit(.minutes(30))) struct ClientDelegateTests {
    private actor Counter: SyncEngineDelegate {
        var count = 0

        func handleEvent(_ event: SyncEvent, syncEngine: SyncEngine) { count += 1 }
    }

    @MainActor private final class Screen: SyncEngineDelegate {
        var rows: [PersistentIdentifier] = []

        func handleEvent(_ event: SyncEvent, syncEngine: SyncEngine) async {
            MainActor.assertIsolated()
            if case .fetchedChanges(_, let changes) = event { rows += changes.inserted }
        }
    }

    private final class Caller: SyncEngineDelegate {
        let directly = Locked<(any Error)?>(nil)
        let later = Locked<Task<Void, any Error>?>(nil)

        func handleEvent(_ event: SyncEvent, syncEngine: SyncEngine) async {
            guard case .didFetchChanges = event, later.withLock({ $0 == nil }) else { return }
            do { try await syncEngine.sendChanges() } catch { directly.withLock { $0 = error } }
            let task = Task {
                while syncEngine.state.activity != .idle { await Task.yield() }
                try await syncEngine.sendChanges()
            }
            later.withLock { $0 = task }
        }
    }

    private func engine(_ delegate: any SyncEngineDelegate, _ hub: MemoryHub) throws -> SyncEngine {
        let container = try ModelContainer(
            for: Schema(clientModels),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        var configuration = SyncConfiguration()
        configuration.isAutomatic = false
        return try SyncEngine(
            container,
            transport: MemoryTransport(hub),
            delegate: delegate,
            configuration: configuration
        )
    }

    @MainActor @Test func actorsAndClassesOfTheMainActorHearOfEvents() async throws {
        let hub = MemoryHub()
        let other = try ClientDevice(MemoryTransport(hub))
        try other.edit { $0.insert(SyncHarbor("KIE")) }
        try await other.sync()
        let (counter, screen) = (Counter(), Screen())
        let engines = [try engine(counter, hub), try engine(screen, hub)]
        for engine in engines { try await engine.fetchChanges() }
        #expect(await counter.count == 3)
        #expect(screen.rows.count == 1)
    }

    @Test func aDelegateIsRefusedDuringItsEventAndMayCallAfterIt() async throws {
        let caller = Caller()
        let engine = try engine(caller, MemoryHub())
        try await engine.fetchChanges()
        #expect((caller.directly.withLock { $0 } as? SyncError)?.code == .busy)
        try await caller.later.withLock { $0 }?.value
        #expect(engine.state.lastSend != nil)
    }

    @Test func aDelegateThatIsGoneIsNotCalled() async throws {
        var counter: Counter? = Counter()
        let engine = try engine(try #require(counter), MemoryHub())
        weak let gone = counter
        counter = nil
        #expect(gone == nil)
        try await engine.fetchChanges()
    }
}
