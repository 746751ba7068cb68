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
}
