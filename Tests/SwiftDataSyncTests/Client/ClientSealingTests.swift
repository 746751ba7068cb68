import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import SyncSimulation
import TestSupport
import Testing

/// Devices that seal what they send, and some that lack a key.
@Suite(.timeLimit(.minutes(30))) struct ClientSealingTests {
    private let hub = MemoryHub()

    private func device(_ keys: TestSealing?) throws -> ClientDevice {
        try SealedDevices.device(MemoryTransport(hub), keys)
    }

    @Test func devicesWithTheKeyAreEqualAndNoPacketHasAValue() async throws {
        let (a, b) = (try device(TestSealing(1)), try device(TestSealing(1)))
        try a.edit { context in
            let harbor = SyncHarbor("MARKER-KIE", "MARKER-Kiel")
            harbor.remark = nil
            context.insert(harbor)
            context.insert(SyncBerth("MARKER-berth", harbor))
            let vessel = SyncVessel("MARKER-vessel")
            vessel.pennants = [SyncPennant("MARKER-blue")]
            context.insert(vessel)
        }
        try await syncUntilIdle(a, b)
        try b.edit { try $0.fetch(FetchDescriptor<SyncBerth>()).first?.label = "MARKER-other" }
        try await syncUntilIdle(a, b)
        #expect(try a.harbors() == ["MARKER-KIE": "MARKER-Kiel"] && b.harbors() == a.harbors())
        for device in [a, b] {
            let berths = try device.read {
                try $0.fetch(FetchDescriptor<SyncBerth>()).map { [$0.label, $0.harbor?.code] }
            }
            #expect(berths == [["MARKER-other", "MARKER-KIE"]])
            let vessels = try device.read {
                try $0.fetch(FetchDescriptor<SyncVessel>()).map { $0.pennants.map(\.name) }
            }
            #expect(vessels == [["MARKER-blue"]])
            #expect(device.sealingEvents == [] && device.engine.state.sealedRecords == 0)
        }
        #expect(hub.packets.count >= 2 && SealedDevices.hides("MARKER", hub.packets))
        let values = try hub.packets.flatMap { try $0.changes().records.values.flatMap(\.properties.values) }
            .compactMap { $0.written?.value }
        #expect(values.allSatisfy { if case .reference = $0 { true } else { $0.isSealed } })
        #expect(values.contains { !$0.isSealed })
    }

    @Test func aRowWaitsForTheKeyAndIsReadWithoutBeingFetchedAgain() async throws {
        let (keys, late) = (TestSealing(1, 2), TestSealing(1))
        let (a, b) = (try device(keys), try device(late))
        keys.setCurrent(1)
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await syncUntilIdle(a, b)
        keys.setCurrent(2)
        try a.change("KIE") { $0.city = "Kiel 2" }
        try a.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try await syncUntilIdle(a, b)
        // A row keeps its former values, and another one is not there.
        #expect(try b.harbors() == ["KIE": "Kiel"])
        #expect(b.engine.state.heldRows == 2 && b.engine.state.sealedRecords == 2)
        #expect(b.sealingEvents.first == "sealed 2 \(1 + 4)")
        let held = b.log.events.flatMap { event in if case .held(_, let rows) = event { rows } else { [HeldRow]() } }
        #expect(Set(held.map(\.error.code)) == [.keyMissing])
        // What it writes itself it can read.
        try b.edit { $0.insert(SyncHarbor("BRE", "Bremen")) }
        try await syncUntilIdle(a, b)
        #expect(try b.harbors() == ["KIE": "Kiel", "BRE": "Bremen"])
        let count = hub.packets.count
        late.add(2)
        try await b.engine.fetchChanges()
        #expect(try b.harbors() == ["KIE": "Kiel 2", "HAM": "Hamburg", "BRE": "Bremen"])
        #expect(try a.harbors() == b.harbors())
        #expect(b.engine.state.heldRows == 0 && b.engine.state.sealedRecords == 0 && hub.packets.count == count)
    }

    @Test func aDeviceWithoutKeysKeepsValuesAndSendsInTheOpen() async throws {
        let folder = try TemporaryFolder()
        let a = try SealedDevices.device(MemoryTransport(hub), TestSealing(1)) { $0.acceptsOpenValues = true }
        do {
            let b = try SealedDevices.device(MemoryTransport(hub), nil, file: folder.file)
            try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
            try b.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
            try await syncUntilIdle(a, b)
            #expect(try b.harbors() == ["HAM": "Hamburg"])
            #expect(b.engine.state.sealedRecords == 1)
            #expect(try a.harbors() == ["HAM": "Hamburg", "KIE": "Kiel"])
        }
        // The device gets its key with the next version of the app.
        let b = try SealedDevices.device(MemoryTransport(hub), TestSealing(1), file: folder.file) {
            $0.acceptsOpenValues = true
        }
        try await syncUntilIdle(a, b)
        #expect(try b.harbors() == ["HAM": "Hamburg", "KIE": "Kiel"])
        #expect(b.engine.state.sealedRecords == 0 && b.engine.state.heldRows == 0)
    }

    @Test func whatIsInTheOpenIsRefusedUnlessTheAppTakesIt() async throws {
        let (a, open) = (try device(TestSealing(1)), try device(nil))
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try open.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try await syncUntilIdle(open, a)
        #expect(try a.harbors() == ["KIE": "Kiel"])
        #expect(a.sealingEvents.contains("refused SyncHarbor.city open 1"))
        let tolerant = try SealedDevices.device(MemoryTransport(hub), TestSealing(1)) { $0.acceptsOpenValues = true }
        try await tolerant.engine.fetchChanges()
        #expect(try tolerant.harbors() == ["HAM": "Hamburg", "KIE": "Kiel"])
    }

    @Test func aDeviceThatEditsAHeldRowWins() async throws {
        let (keys, late) = (TestSealing(1, 2), TestSealing(1))
        let (a, b) = (try device(keys), try device(late))
        keys.setCurrent(1)
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await syncUntilIdle(a, b)
        keys.setCurrent(2)
        try a.change("KIE") { ($0.city, $0.remark) = ("theirs", "theirs") }
        try await syncUntilIdle(a, b)
        try b.change("KIE") { $0.city = "ours" }
        try await syncUntilIdle(b, a)
        #expect(try a.harbors() == ["KIE": "ours"])
        late.add(2)
        try await syncUntilIdle(b, a)
        #expect(try b.harbors() == ["KIE": "ours"])
        #expect(try b.read { try $0.fetch(FetchDescriptor<SyncHarbor>()).map(\.remark) } == ["theirs"])
    }

    @Test func aHistoryThatIsLostMakesNoEditsOfFormerValues() async throws {
        let (keys, late) = (TestSealing(1, 2), TestSealing(1))
        let (a, b) = (try device(keys), try device(late))
        keys.setCurrent(1)
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await syncUntilIdle(a, b)
        keys.setCurrent(2)
        try a.change("KIE") { $0.city = "Kiel 2" }
        try await syncUntilIdle(a, b)
        try b.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try ModelContext(b.container).deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        try await syncUntilIdle(b, a)
        #expect(try a.harbors() == ["KIE": "Kiel 2", "HAM": "Hamburg"])
        late.add(2)
        try await syncUntilIdle(b, a)
        #expect(try a.harbors() == ["KIE": "Kiel 2", "HAM": "Hamburg"] && b.harbors() == a.harbors())
    }

    @Test func rowsThatCannotBeReadAreDeleted() async throws {
        let (a, b) = (try device(TestSealing(2)), try device(TestSealing(1)))
        try a.edit { context in for code in ["KIE", "HAM"] { context.insert(SyncHarbor(code)) } }
        try await syncUntilIdle(a, b)
        #expect(b.engine.state.heldRows == 2)
        try a.edit { context in
            for harbor in try context.fetch(FetchDescriptor<SyncHarbor>()) where harbor.code == "KIE" {
                context.delete(harbor)
            }
        }
        try await syncUntilIdle(a, b)
        #expect(b.engine.state.heldRows == 1)
    }
}
