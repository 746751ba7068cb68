import Foundation
import SwiftData
import SwiftDataSync
import Testing

/// Contexts whose models have been read when a member of one of them arrives.
@Suite(.timeLimit(.minutes(30))) struct LoadedMembersTests {
    @Test func aMemberThatArrivesIsInALoadedRelationship() async throws {
        let hub = MemoryHub()
        let a = try ClientDevice(MemoryTransport(hub))
        let b = try ClientDevice(MemoryTransport(hub))
        let context = ModelContext(b.container)
        context.autosaveEnabled = false
        context.insert(SyncHarbor("KIE", "Kiel"))
        try context.save()
        let harbor = try #require(try context.fetch(FetchDescriptor<SyncHarbor>()).first)
        #expect(harbor.berths.count == 0)
        try await b.sync()
        try await a.sync()
        try a.edit { $0.insert(SyncBerth("1", try $0.fetch(FetchDescriptor<SyncHarbor>()).first)) }
        try await a.sync()
        try await b.sync()
        #expect(try b.read { try $0.fetch(FetchDescriptor<SyncHarbor>()).first?.berths.count } == 1)
        // A context receives the saves of other contexts when it fetches.
        _ = try context.fetchCount(FetchDescriptor<SyncHarbor>())
        // The harbor is no row that the engine has written: only its berth is.
        #expect(harbor.berths.count == 1)
    }
}
