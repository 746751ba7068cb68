import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import SyncSimulation
import TestSupport
import Testing

/// Merge policies, unique values and servers that merge, where values are sealed.
@Suite(.timeLimit(.minutes(30))) struct ClientSealingPolicyTests {
    private let hub = MemoryHub()

    private func device(_ keys: TestSealing?, _ policy: MergePolicy? = nil) throws -> ClientDevice {
        try SealedDevices.device(MemoryTransport(hub), keys) { configuration in
            if let policy { configuration.policies.set(policy, for: \SyncHarbor.visits) }
        }
    }

    @Test(arguments: MergePolicy.allCases)
    func threeDevicesMergeAndOneLacksAKeyForATime(_ policy: MergePolicy) async throws {
        let keys = [TestSealing(1), TestSealing(1), TestSealing(1)]
        let devices = try keys.map { try device($0, policy) }
        try devices[0].edit { context in
            let harbor = SyncHarbor("KIE")
            harbor.visits = 10
            context.insert(harbor)
        }
        try await syncUntilIdle(devices[0], devices[1], devices[2])
        // Two devices seal by a key that the third one does not have.
        for keys in keys.prefix(2) {
            keys.add(2)
            keys.setCurrent(2)
        }
        for (device, change) in zip(devices, [5, -3, 2]) { try device.change("KIE") { $0.visits += change } }
        try await syncUntilIdle(devices[0], devices[1], devices[2])
        // The third device has written last.
        if policy != .lastWriter { #expect(devices[2].engine.state.heldRows == 1) }
        try devices[2].change("KIE") { $0.visits += 1 }
        try await syncUntilIdle(devices[0], devices[1], devices[2])
        keys[2].add(2)
        try await syncUntilIdle(devices[2], devices[0], devices[1])
        let found = try devices.map { try $0.visits()["KIE"] }
        let wanted: Int =
            switch policy {
            // The third device has 12 in its row, and adds 1 as the last one.
            case .lastWriter: 13
            case .max: 15
            case .min: 7
            case .counter: 15
            }
        #expect(found == [wanted, wanted, wanted])
        #expect(SealedDevices.hides("KIE", hub.packets))
        // A device that joins late gets what a server without keys has made of the packets.
        let other = MemoryHub()
        try other.send([SealedDevices.merged(hub.packets)])
        let late = try SealedDevices.device(MemoryTransport(other), TestSealing(1, 2)) {
            $0.policies.set(policy, for: \SyncHarbor.visits)
        }
        try await late.engine.fetchChanges()
        #expect(try late.visits() == ["KIE": wanted])
        #expect(late.sealingEvents == [])
    }

    @Test(arguments: [SyncOrdering.causal, .total])
    func rowsWithOneUniqueValueBecomeOneWhereItCanBeRead(_ ordering: SyncOrdering) async throws {
        let hub = MemoryHub(ordering: ordering)
        let late = TestSealing(1)
        let a = try SealedDevices.device(MemoryTransport(hub), TestSealing(1, 2))
        let b = try SealedDevices.device(MemoryTransport(hub), TestSealing(1, 2))
        let c = try SealedDevices.device(MemoryTransport(hub), late)
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try b.edit { $0.insert(SyncHarbor("KIE", "Kiel Harbor")) }
        try c.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try await syncUntilIdle(a, b, c)
        #expect(try a.harbors().keys.sorted() == ["HAM", "KIE"] && b.harbors() == a.harbors())
        #expect(try c.harbors() == ["HAM": "Hamburg"])
        try c.edit { $0.insert(SyncHarbor("KIE", "Kiel C")) }
        try await syncUntilIdle(a, b, c)
        late.add(2)
        try await syncUntilIdle(c, a, b)
        #expect(try a.harbors() == ["HAM": "Hamburg", "KIE": "Kiel C"])
        #expect(try b.harbors() == a.harbors() && c.harbors() == a.harbors())
        let counts = try [a, b, c].map { try $0.read { try $0.fetchCount(FetchDescriptor<SyncHarbor>()) } }
        #expect(counts == [2, 2, 2])
    }

    @Test func aFolderIsKeptByADeviceWithoutTheKey() async throws {
        let folder = try TemporaryFolder()
        let place = folder.file("shared")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let late = TestSealing(1)
        let a = try SealedDevices.device(FolderTransport(url: place), TestSealing(1, 2))
        let b = try SealedDevices.device(FolderTransport(url: place), late)
        for number in 1...5 {
            try a.edit { $0.insert(SyncHarbor("MARKER-\(number)", "MARKER")) }
            try b.edit { $0.insert(SyncHarbor("own \(number)")) }
            try await syncUntilIdle(a, b)
        }
        #expect(try a.harbors().count == 10 && b.harbors().count == 5)
        let files = try FileManager.default.subpathsOfDirectory(atPath: place.path)
        for file in files {
            let url = place.appending(path: file)
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
            #expect(try Data(contentsOf: url).range(of: Data("MARKER".utf8)) == nil)
        }
        late.add(2)
        try await b.engine.fetchChanges()
        #expect(try b.harbors() == a.harbors())
        let c = try SealedDevices.device(FolderTransport(url: place), TestSealing(1, 2))
        try await c.engine.fetchChanges()
        #expect(try c.harbors() == a.harbors())
    }
}
