import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import TestSupport
import Testing

/// Devices whose apps have different versions of the models.
@Suite(.timeLimit(.minutes(30))) struct ClientVersionTests {
    private let hub = MemoryHub()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func old(_ name: String) throws -> ClientDevice {
        try ClientDevice(MemoryTransport(hub), file: folder.file(name), models: [SyncAppOne.Lighthouse.self])
    }

    private func new(_ name: String) throws -> ClientDevice {
        try ClientDevice(
            MemoryTransport(hub),
            file: folder.file(name),
            models: [SyncAppTwo.Lighthouse.self, SyncAppTwo.Keeper.self]
        )
    }

    @Test func whatAnOlderAppDoesNotKnowSurvivesIt() async throws {
        let (a, b, c) = (try old("a"), try new("b"), try new("c"))
        try b.edit { context in
            let tower = SyncAppTwo.Lighthouse("Bülk", 29)
            context.insert(tower)
            tower.keeper = SyncAppTwo.Keeper("Ada")
        }
        try await b.sync()
        try await a.sync()
        try a.edit { try $0.fetch(FetchDescriptor<SyncAppOne.Lighthouse>())[0].name = "Bülk (old app)" }
        try await a.sync()
        try await c.sync()
        try c.read { context in
            let tower = try context.fetch(FetchDescriptor<SyncAppTwo.Lighthouse>())[0]
            #expect(tower.name == "Bülk (old app)" && tower.height == 29 && tower.keeper?.name == "Ada")
        }
    }

    @Test func aRowWithoutARequiredValueIsHeldUntilItArrives() async throws {
        let (a, b) = (try old("a"), try new("b"))
        try a.edit { $0.insert(SyncAppOne.Lighthouse("Bülk")) }
        try await syncUntilIdle(a, b)
        #expect(try b.read { try $0.fetchCount(FetchDescriptor<SyncAppTwo.Lighthouse>()) } == 0)
        #expect(b.engine.state.heldRows == 1)
        #expect(b.log.outline.contains("1 held [\"Lighthouse\"]"))
        let c = try ClientDevice(MemoryTransport(hub), file: folder.file("c"), models: [SyncAppThree.Lighthouse.self])
        try await c.sync()
        try c.edit { try $0.fetch(FetchDescriptor<SyncAppThree.Lighthouse>())[0].height = 29 }
        try await syncUntilIdle(c, b)
        #expect(try b.read { try $0.fetch(FetchDescriptor<SyncAppTwo.Lighthouse>()).map(\.height) } == [29])
        #expect(b.engine.state.heldRows == 0)
    }

    @Test func editsThatWereNotCapturedSurviveAnUpdateOfTheApp() async throws {
        let b = try ClientDevice(MemoryTransport(hub), file: folder.file("b"), models: [SyncAppThree.Lighthouse.self])
        do {
            let a = try old("a")
            try a.edit { $0.insert(SyncAppOne.Lighthouse("Bülk")) }
            try await syncUntilIdle(a, b)
            try a.edit { context in
                try context.fetch(FetchDescriptor<SyncAppOne.Lighthouse>())[0].name = "edited"
                context.insert(SyncAppOne.Lighthouse("inserted"))
            }
        }
        let a = try ClientDevice(MemoryTransport(hub), file: folder.file("a"), models: [SyncAppThree.Lighthouse.self])
        try await syncUntilIdle(a, b)
        for device in [a, b] {
            let names = try device.read { try $0.fetch(FetchDescriptor<SyncAppThree.Lighthouse>()).map(\.name) }
            #expect(names.sorted() == ["edited", "inserted"])
        }
    }
}

enum SyncAppOne {
    @Model final class Lighthouse {
        var name: String

        init(_ name: String) { self.name = name }
    }
}

enum SyncAppTwo {
    @Model final class Lighthouse {
        var name: String
        var height: Int
        @Relationship(inverse: \Keeper.towers) var keeper: Keeper?

        init(_ name: String, _ height: Int) {
            self.name = name
            self.height = height
        }
    }

    @Model final class Keeper {
        var name: String
        var towers: [Lighthouse] = []

        init(_ name: String) { self.name = name }
    }
}

enum SyncAppThree {
    @Model final class Lighthouse {
        var name: String
        var height: Int = 1

        init(_ name: String) { self.name = name }
    }
}
