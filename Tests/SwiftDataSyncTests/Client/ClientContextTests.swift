import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import Testing

/// The contexts, observers and streams of a container that receives.
@Suite(.timeLimit(.minutes(30))) struct ClientContextTests {
    private let a: ClientDevice
    private let b: ClientDevice

    init() throws {
        let hub = MemoryHub()
        a = try ClientDevice(MemoryTransport(hub))
        b = try ClientDevice(MemoryTransport(hub))
    }

    @MainActor @Test func theMainContextShowsWhatArrivesAndKeepsUnsavedEdits() async throws {
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await syncUntilIdle(a, b)
        let context = b.container.mainContext
        context.autosaveEnabled = false
        let harbor = try #require(try context.fetch(FetchDescriptor<SyncHarbor>()).first)
        harbor.remark = "unsaved"
        context.insert(SyncHarbor("LUB", "Lübeck"))
        try a.edit { context in
            try context.fetch(FetchDescriptor<SyncHarbor>()).first?.city = "Holtenau"
            context.insert(SyncHarbor("HAM", "Hamburg"))
        }
        try await syncUntilIdle(a, b)
        #expect(harbor.city == "Holtenau" && harbor.remark == "unsaved")
        #expect(context.hasChanges)
        #expect(Set(try context.fetch(FetchDescriptor<SyncHarbor>()).map(\.code)) == ["KIE", "LUB", "HAM"])
        try context.save()
        try await syncUntilIdle(b, a)
        #expect(try a.harbors() == ["KIE": "Holtenau", "LUB": "Lübeck", "HAM": "Hamburg"])
        #expect(try a.read { try $0.fetch(FetchDescriptor<SyncHarbor>()).compactMap(\.remark).contains("unsaved") })
    }

    @MainActor @Test func observersOfResultsAndOfTheHistoryHearOfArrivals() async throws {
        let results = try ResultsObserver<SyncHarbor, Never>(modelContext: b.container.mainContext)
        let history = try HistoryObserver(
            observedModels: [SyncHarbor.self],
            authors: [SyncEngine.author],
            modelContainer: b.container,
            isolation: nil
        )
        #expect(results.results.isEmpty)
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await syncUntilIdle(a, b)
        #expect(results.results.map(\.code) == ["KIE"])
        #expect(history.eventCounter == 1)
    }

    @Test func theStreamOfTransactionsTellsTheAuthorOfTheEngine() async throws {
        let stream = try b.container.historyTransactions(authors: [SyncEngine.author])
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await syncUntilIdle(a, b)
        for try await transaction in stream {
            #expect(transaction.author == SyncEngine.author)
            #expect(transaction.changes.count == 1)
            break
        }
    }

    @MainActor @Test func aStateThatChangesIsObserved() async throws {
        let isNotified = Locked(false)
        withObservationTracking {
            _ = b.engine.state.lastFetch
        } onChange: {
            isNotified.withLock { $0 = true }
        }
        try await b.engine.fetchChanges()
        #expect(isNotified.withLock { $0 })
    }

    @Test func arrivedRowsAreNotSentBack() async throws {
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await syncUntilIdle(a, b)
        #expect(!b.log.outline.contains { $0.contains("sent") })
    }

    @Test func theFileGetsNoColumnsOfSync() throws {
        let attributes = a.container.schema.entities.flatMap { $0.properties.map(\.name) }
        #expect(!attributes.contains { $0.lowercased().contains("sync") })
    }
}
