import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import SyncSimulation
import TestSupport
import Testing

/// Encryption that is turned on or forgotten, and keys that change.
@Suite(.timeLimit(.minutes(30))) struct ClientSealingChangeTests {
    private let hub = MemoryHub(account: "open")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func device(_ keys: TestSealing?, _ configure: (inout SyncConfiguration) -> Void = { _ in }) throws
        -> ClientDevice
    {
        try SealedDevices.device(MemoryTransport(hub), keys, file: folder.file, configure)
    }

    private func expectRefusal(_ device: ClientDevice) async {
        let error = await #expect(throws: SyncError.self) { try await device.engine.fetchChanges() }
        #expect(error?.code == .configuration)
        let other = await #expect(throws: SyncError.self) { try await device.engine.sendChanges() }
        #expect(other?.code == .configuration)
    }

    @Test func aStoreThatWasSealedIsNotSentInTheOpenByMistake() async throws {
        do {
            let a = try device(TestSealing(1))
            try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
            try await a.sync()
        }
        let a = try device(nil)
        try a.edit { $0.insert(SyncHarbor("MARKER")) }
        await expectRefusal(a)
        #expect(SealedDevices.hides("MARKER", hub.packets))
        try await a.engine.reset(.keepingRows)
        try await a.sync()
        #expect(!SealedDevices.hides("MARKER", hub.packets))
    }

    @Test func aStoreThatWasOpenJoinsAnewBeforeItIsSealed() async throws {
        do {
            let a = try device(nil)
            try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
            try await a.sync()
            // What was captured and not sent would leave the device in the open.
            try a.edit { $0.insert(SyncHarbor("MARKER")) }
            try await a.engine.fetchChanges()
        }
        let a = try device(TestSealing(1))
        await expectRefusal(a)
        // Another account is a new beginning.
        hub.account = "sealed"
        await #expect(throws: SyncTransportError.self) { try await a.engine.fetchChanges() }
        a.engine.resume()
        try await a.sync()
        #expect(SealedDevices.hides("MARKER", hub.packets))
        let b = try SealedDevices.device(MemoryTransport(hub), TestSealing(1))
        try await b.engine.fetchChanges()
        #expect(try b.harbors() == ["KIE": "Kiel", "MARKER": ""])
    }

    @Test func aTransitionTakesValuesInTheOpenAndSealsFromThenOn() async throws {
        do {
            let a = try device(nil)
            try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
            try await a.sync()
        }
        let a = try device(TestSealing(1)) { $0.acceptsOpenValues = true }
        try a.change("KIE") { $0.city = "MARKER" }
        try await a.sync()
        #expect(SealedDevices.hides("MARKER", hub.packets))
        let b = try SealedDevices.device(MemoryTransport(hub), TestSealing(1)) { $0.acceptsOpenValues = true }
        try await b.engine.fetchChanges()
        #expect(try b.harbors() == ["KIE": "MARKER"])
    }

    @Test func aNewKeySealsWhatIsSentAndOldOnesOpen() async throws {
        let keys = TestSealing(1)
        let a = try device(keys)
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await a.sync()
        keys.add(2)
        keys.setCurrent(2)
        try a.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try await a.sync()
        let numbers = try hub.packets.map { packet in
            Set(try packet.changes().records.values.flatMap(\.sealingKeys).map(\.number))
        }
        #expect(numbers == [[1], [2]])
        let b = try SealedDevices.device(MemoryTransport(hub), TestSealing(1, 2))
        try await b.engine.fetchChanges()
        #expect(try b.harbors() == ["KIE": "Kiel", "HAM": "Hamburg"])
    }

    @Test func nothingIsSentWithoutTheCurrentKey() async throws {
        let keys = TestSealing(1)
        let a = try device(keys)
        keys.remove(1)
        try a.edit { $0.insert(SyncHarbor("MARKER")) }
        let error = await #expect(throws: SyncSealingError.self) { try await a.engine.sendChanges() }
        #expect(error?.code == .keyMissing && hub.packets.isEmpty)
        keys.add(1)
        try await a.engine.sendChanges()
        #expect(hub.packets.count == 1 && SealedDevices.hides("MARKER", hub.packets))
    }

    @Test func aPacketThatIsSentUnderAnotherNumberStaysSealed() async throws {
        let a = try device(TestSealing(1))
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await a.engine.fetchChanges()
        // A copy of the store uses the number.
        let text = try folder.sqlite3("SELECT device FROM OSD_SyncOutbox").trimmingCharacters(
            in: .whitespacesAndNewlines
        )
        let number = UInt64(bitPattern: try #require(Int64(text)))
        try hub.send([SyncPacket(ChangeSet(device: DeviceNumber(number), sequence: 1))])
        try await a.sync()
        #expect(hub.packets.count == 2 && SealedDevices.hides("Kiel", hub.packets))
        let b = try SealedDevices.device(MemoryTransport(hub), TestSealing(1))
        try await b.engine.fetchChanges()
        #expect(try b.harbors() == ["KIE": "Kiel"] && b.sealingEvents == [])
    }
}
