import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import Testing

/// Rows that stay on a device until they match a predicate.
@Suite(.timeLimit(.minutes(30))) struct ClientSelectionTests {
    private let hub = MemoryHub()

    private func select(_ configuration: inout SyncConfiguration) {
        configuration.select(SyncVessel.self, where: #Predicate { !$0.name.starts(with: "my ") })
        configuration.select(SyncSkipper.self, where: #Predicate { !$0.name.starts(with: "my ") })
        configuration.select(SyncMooring.self, where: #Predicate { !$0.place.starts(with: "my ") })
        configuration.select(SyncPennant.self, where: #Predicate { !$0.name.starts(with: "my ") })
    }

    private func vessels(_ device: ClientDevice) throws -> [String] {
        try device.read { try $0.fetch(FetchDescriptor<SyncVessel>()).map(\.name).sorted() }
    }

    private func rename(_ device: ClientDevice, _ old: String, _ new: String) throws {
        try device.edit { context in
            for vessel in try context.fetch(FetchDescriptor<SyncVessel>()) where vessel.name == old {
                vessel.name = new
            }
        }
    }

    @Test(arguments: [true, false])
    func aRowStaysUntilItMatchesAndIsSyncedFromThenOn(_ joins: Bool) async throws {
        let (a, b) = (try ClientDevice(MemoryTransport(hub), select), try ClientDevice(MemoryTransport(hub)))
        if !joins { try await syncUntilIdle(a, b) }
        try a.edit { context in
            context.insert(SyncVessel("my draft"))
            context.insert(SyncVessel("Ada"))
        }
        try await syncUntilIdle(a, b)
        #expect(try vessels(b) == ["Ada"])
        try rename(a, "my draft", "Bea")
        try await syncUntilIdle(a, b)
        #expect(try vessels(b) == ["Ada", "Bea"])
        try rename(a, "Bea", "my Bea")
        try await syncUntilIdle(a, b)
        #expect(try vessels(b) == ["Ada", "my Bea"])
        try rename(b, "Ada", "my Ada")
        try await syncUntilIdle(a, b)
        #expect(try vessels(a) == ["my Ada", "my Bea"])
    }

    @Test func aRowThatASentRowRefersToIsSentWithIt() async throws {
        let (a, b) = (try ClientDevice(MemoryTransport(hub), select), try ClientDevice(MemoryTransport(hub)))
        try a.edit { context in
            let vessel = SyncVessel("my draft")
            context.insert(vessel)
            context.insert(SyncMooring("Kiel", vessel))
            context.insert(SyncMooring("my place", vessel))
        }
        try await syncUntilIdle(a, b)
        #expect(try vessels(b) == ["my draft"])
        #expect(try b.read { try $0.fetch(FetchDescriptor<SyncMooring>()).map(\.place) } == ["Kiel"])
        #expect(try a.read { try $0.fetchCount(FetchDescriptor<SyncMooring>()) } == 2)
    }

    @Test func relationshipsWithRowsThatWereNotSentStayAndAreSentWithThem() async throws {
        let (a, b) = (try ClientDevice(MemoryTransport(hub), select), try ClientDevice(MemoryTransport(hub)))
        try a.edit { context in
            let vessel = SyncVessel("Ada")
            context.insert(vessel)
            vessel.pennants = [SyncPennant("my flag"), SyncPennant("blue")]
        }
        try await syncUntilIdle(a, b)
        try b.edit { context in
            let vessel = try #require(try context.fetch(FetchDescriptor<SyncVessel>()).first)
            vessel.name = "Bea"
            vessel.pennants = []
        }
        try await syncUntilIdle(b, a)
        func names(_ device: ClientDevice) throws -> [String] {
            try device.read { try $0.fetch(FetchDescriptor<SyncVessel>()).flatMap { $0.pennants.map(\.name) } }
        }
        #expect(try names(a) == ["my flag"])
        try a.edit { context in
            for pennant in try context.fetch(FetchDescriptor<SyncPennant>()) where pennant.name == "my flag" {
                pennant.name = "flag"
            }
        }
        try await syncUntilIdle(a, b)
        #expect(try names(a) == ["flag"])
        #expect(try names(b) == ["flag"])
    }

    @Test func aRowThatWasNotSentFollowsTheDeletionOfTheRowThatItRequires() async throws {
        let (a, b) = (try ClientDevice(MemoryTransport(hub), select), try ClientDevice(MemoryTransport(hub)))
        try a.edit { context in
            let vessel = SyncVessel("Ada")
            context.insert(vessel)
            context.insert(SyncMooring("my place", vessel))
            let other = SyncVessel("Bea")
            context.insert(other)
            context.insert(SyncMooring("my other place", other))
        }
        try await syncUntilIdle(a, b)
        try b.edit { context in
            for vessel in try context.fetch(FetchDescriptor<SyncVessel>()) where vessel.name == "Ada" {
                context.delete(vessel)
            }
        }
        try await syncUntilIdle(b, a)
        #expect(try vessels(a) == ["Bea"])
        let left = try a.read {
            try $0.fetch(FetchDescriptor<SyncMooring>()).map { "\($0.place) of \($0.vessel.name)" }
        }
        #expect(left == ["my other place of Bea"])
    }

    @Test func anEngineWithAnotherPredicateSendsWhatMatchesNow() async throws {
        let (a, b) = (try ClientDevice(MemoryTransport(hub), select), try ClientDevice(MemoryTransport(hub)))
        try a.edit { $0.insert(SyncVessel("my draft")) }
        try await syncUntilIdle(a, b)
        #expect(try vessels(b).isEmpty)
        let wide = try ClientDevice(a.container, MemoryTransport(hub)) { configuration in
            configuration.select(SyncVessel.self, where: #Predicate { _ in true })
        }
        try await syncUntilIdle(wide, b)
        #expect(try vessels(b) == ["my draft"])
    }

    @Test func aClassWithUniqueValuesIsRefused() throws {
        let error = #expect(throws: SyncError.self) {
            try ClientDevice(MemoryTransport(hub)) { configuration in
                configuration.select(SyncHarbor.self, where: #Predicate { $0.city == "Kiel" })
            }
        }
        #expect(error?.code == .configuration && error?.entityName == "SyncHarbor")
    }
}
