import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Packets in one message.
@Suite struct PacketMessageTests {
    private let packets = [
        SyncPacket(device: DeviceNumber(1), sequence: 7, bytes: [1, 2, 3]),
        SyncPacket(device: DeviceNumber(.max), sequence: .max, bytes: []),
        SyncPacket(device: DeviceNumber(1), sequence: 2, bytes: [UInt8](repeating: 9, count: 30)),
    ]

    @Test func packetsOfSeveralDevicesKeepTheirOrder() throws {
        #expect(try SyncPacketMessage.decode(SyncPacketMessage.encode(packets)) == packets)
        #expect(try SyncPacketMessage.decode(SyncPacketMessage.encode([])).isEmpty)
    }

    @Test func aMessageThatWasCutOrChangedIsRefused() throws {
        let message = SyncPacketMessage.encode(packets)
        for count in 0..<message.count {
            #expect(throws: SyncTransportError.self) { try SyncPacketMessage.decode(message.prefix(count)) }
        }
        for index in message.indices {
            var changed = message
            changed[index] ^= 1
            #expect(throws: SyncTransportError.self) { try SyncPacketMessage.decode(changed) }
        }
        #expect(throws: SyncTransportError.self) { try SyncPacketMessage.decode(message + [0]) }
    }

    @Test func aMessageOfALaterVersionIsToldFromADamagedOne() throws {
        let later = PacketFile.bytes(version: PacketFile.version + 1, Data([1]))
        let error = #expect(throws: SyncTransportError.self) { try SyncPacketMessage.decode(later) }
        #expect(error?.code == .versionTooNew)
    }

    @Test func aSequenceThatNoDeviceHasIsRefused() throws {
        let message = SyncPacketMessage.encode([SyncPacket(device: DeviceNumber(1), sequence: 0, bytes: [])])
        let error = #expect(throws: SyncTransportError.self) { try SyncPacketMessage.decode(message) }
        #expect(error?.code == .packetDamaged)
    }

    @Test func aMessageIsExpandedUpToALimit() throws {
        let message = SyncPacketMessage.encode([
            SyncPacket(device: DeviceNumber(1), sequence: 1, bytes: [UInt8](repeating: 5, count: 9_000))
        ])
        let small = try #require(SyncPacketMessage.compress(message))
        #expect(small.count < 500)
        #expect(try SyncPacketMessage.expand(small, limit: message.count) == message)
        #expect(throws: SyncTransportError.self) { try SyncPacketMessage.expand(small, limit: message.count - 1) }
        for count in 0..<small.count {
            #expect(try SyncPacketMessage.expand(small.prefix(count), limit: message.count) == nil)
        }
        #expect(try SyncPacketMessage.expand(message, limit: 1 << 20) == nil)
    }

    @Test func theReferenceOfPartsIsThatOfTheWhole() {
        let bytes = Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        for size in [1, 63, 64, 65, 1_000] {
            var hasher = BlobHasher()
            for start in stride(from: 0, to: bytes.count, by: size) {
                hasher.update(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(hasher.finish() == BlobReference(of: bytes))
        }
        #expect(BlobHasher().finish() == BlobReference(of: Data()))
    }
}
