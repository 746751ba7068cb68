import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import SyncSimulation
import TestSupport
import Testing

/// Large values that travel sealed.
@Suite(.timeLimit(.minutes(30))) struct ClientSealedBlobTests {
    private let hub = MemoryHub()
    private let uploads = Locked<[BlobReference]>([])
    private let downloads = Locked<[BlobReference]>([])
    private static let chart = Data("MARKER ".utf8) + Data(repeating: 7, count: 500)

    private func device(_ keys: TestSealing?) throws -> ClientDevice {
        let (uploads, downloads) = (uploads, downloads)
        let transport = MemoryTransport(hub) { call in
            switch call {
            case .upload(let blob): uploads.withLock { $0.append(blob) }
            case .download(let blob): downloads.withLock { $0.append(blob) }
            default: break
            }
            return []
        }
        return try SealedDevices.device(transport, keys)
    }

    private func charts(_ device: ClientDevice) throws -> [String: Data?] {
        try device.read { context in
            let harbors = try context.fetch(FetchDescriptor<SyncHarbor>())
            return Dictionary(harbors.map { ($0.code, $0.chart) }) { $1 }
        }
    }

    private func insert(_ code: String, _ device: ClientDevice, _ chart: Data = chart) throws {
        try device.edit { context in
            let harbor = SyncHarbor(code)
            harbor.chart = chart
            context.insert(harbor)
        }
    }

    @Test func neitherTheBytesNorTheirHashAreInTheOpen() async throws {
        let (a, b) = (try device(TestSealing(1)), try device(TestSealing(1)))
        try insert("KIE", a)
        try insert("HAM", a)
        try await syncUntilIdle(a, b)
        #expect(try charts(b) == ["KIE": Self.chart, "HAM": Self.chart])
        let sent = uploads.withLock { Set($0) }
        // Once for both rows, under the hash of the sealed bytes.
        #expect(sent.count == 1 && !sent.contains(BlobReference(of: Self.chart)))
        for blob in sent {
            let bytes = try hub.download(blob)
            #expect(bytes.range(of: Data("MARKER".utf8)) == nil)
            #expect(BlobReference(of: bytes) == blob)
        }
        let hash = BlobReference(of: Self.chart).hash
        #expect(hub.packets.allSatisfy { Data($0.bytes).range(of: Data(hash)) == nil })
        #expect(try hub.packets.allSatisfy { try $0.changes().blobs.isEmpty })
        // What is known already is not fetched again.
        try b.change("KIE") { $0.city = "Kiel" }
        try await syncUntilIdle(b, a)
        #expect(try charts(a) == charts(b) && downloads.withLock { $0.count } == 1)
    }

    @Test func aLargeValueIsFetchedWhenTheKeyIsThere() async throws {
        let keys = TestSealing(1)
        let (a, b) = (try device(TestSealing(2)), try device(keys))
        try insert("KIE", a)
        try await syncUntilIdle(a, b)
        #expect(try charts(b) == [:] && downloads.withLock { $0.isEmpty })
        keys.add(2)
        try await b.engine.fetchChanges()
        #expect(try charts(b) == ["KIE": Self.chart])
        #expect(b.engine.state.heldRows == 0)
    }

    /// The property was sealed anew under a key that the device has, and the bytes are those of the former key.
    @Test func aRowWhoseBytesAloneHaveAMissingKeyIsReadWhenTheKeyIsThere() async throws {
        let a = try device(TestSealing(2))
        try insert("KIE", a)
        try await a.sync()
        let both = TestSealing(2, 1)
        let second = MemoryHub()
        for blob in uploads.withLock({ $0 }) { try second.upload(blob, hub.download(blob)) }
        try second.send(
            SealedDevices.changed(hub.packets) { value, place in
                guard case .sealed(let sealed) = value else { return value }
                let former = Data(place.binding(sealed.key))
                let plaintext = try both.open(Data(sealed.bytes), by: sealed.key, binding: former)
                let binding = Data(place.binding(both.currentKey))
                let bytes = try both.seal(plaintext, by: both.currentKey, binding: binding)
                return .sealed(SealedValue(key: both.currentKey, bytes: [UInt8](bytes)))
            }
        )
        let keys = TestSealing(1)
        let b = try SealedDevices.device(MemoryTransport(second), keys)
        try await b.engine.fetchChanges()
        #expect(try charts(b) == [:])
        #expect(b.engine.state.heldRows == 1 && b.engine.state.sealedRecords == 1)
        try await b.engine.fetchChanges()
        #expect(try charts(b) == [:])
        keys.add(2)
        try await b.engine.fetchChanges()
        #expect(try charts(b) == ["KIE": Self.chart])
        #expect(b.engine.state.heldRows == 0 && b.engine.state.sealedRecords == 0)
    }

    @Test func aLargeValueThatIsLateIsWaitedFor() async throws {
        let a = try device(TestSealing(1))
        let isLost = Locked(true)
        let transport = MemoryTransport(hub) { call in
            guard case .download = call, isLost.withLock({ $0 }) else { return [] }
            return [.failBefore(SyncTransportError(.blobMissing, "A test"))]
        }
        let b = try SealedDevices.device(transport, TestSealing(1))
        try insert("KIE", a)
        try await syncUntilIdle(a, b)
        #expect(try charts(b) == [:] && b.engine.state.heldRows == 1)
        isLost.withLock { $0 = false }
        try await b.engine.fetchChanges()
        #expect(try charts(b) == ["KIE": Self.chart])
    }

    @Test func theSameBytesUnderTwoKeysAreReadByBoth() async throws {
        let (a, b) = (try device(TestSealing(1, 2)), try device(TestSealing(1, 2)))
        let old = try device(TestSealing(2, 1))
        try insert("KIE", a)
        try insert("HAM", old)
        try await syncUntilIdle(a, old, b)
        for device in [a, old, b] { #expect(try charts(device) == ["KIE": Self.chart, "HAM": Self.chart]) }
        #expect(uploads.withLock { Set($0).count } == 2)
    }

    /// The sealed bytes that a packet names are those of another value: a device with the key has made a mistake, or is hostile.
    @Test func bytesOfAnotherContentAreNotShown() async throws {
        let a = try device(TestSealing(1))
        try insert("KIE", a)
        try await a.sync()
        let keys = TestSealing(1)
        let other = try keys.seal(
            Data(repeating: 9, count: 300),
            by: keys.currentKey,
            binding: Data(SealingPlace.bindingOfLargeValue(keys.currentKey))
        )
        let second = MemoryHub()
        try second.upload(BlobReference(of: other), other)
        try second.send(
            SealedDevices.changed(hub.packets) { value, place in
                guard case .sealed = value, place.property == "chart" else { return value }
                let blob = SealedBlob(
                    content: BlobReference(of: Self.chart),
                    carried: BlobReference(of: other),
                    key: keys.currentKey
                )
                let binding = Data(place.binding(keys.currentKey))
                let bytes = try keys.seal(
                    Data(SyncValue.sealedBlob(blob).plaintext),
                    by: keys.currentKey,
                    binding: binding
                )
                return .sealed(SealedValue(key: keys.currentKey, bytes: [UInt8](bytes)))
            }
        )
        let b = try SealedDevices.device(MemoryTransport(second), TestSealing(1))
        try await b.engine.fetchChanges()
        #expect(try charts(b) == [:] && b.engine.state.heldRows == 1)
        try await b.engine.fetchChanges()
        #expect(try charts(b) == [:] && b.engine.state.heldRows == 1)
    }
}
