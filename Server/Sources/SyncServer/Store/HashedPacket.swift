import SwiftData
import SwiftDataSync
import SwiftDataSyncCore

/// A packet as it is stored.
struct HashedPacket: Sendable {
    let device: Int
    let sequence: Int
    let bytes: Data
    let contentHash: Data

    init(_ packet: SyncPacket) {
        device = Int(bitPattern: UInt(packet.device.rawValue))
        sequence = Int(bitPattern: UInt(packet.sequence))
        bytes = Data(packet.bytes)
        contentHash = Data(BlobReference(of: bytes).hash)
    }

    /// The bytes of a packet in a message beside its own.
    static let overhead = 24
}

extension Packet {
    /// The packet as it travels.
    func packet(_ bytes: Data) -> SyncPacket {
        SyncPacket(
            device: DeviceNumber(UInt64(UInt(bitPattern: device))),
            sequence: UInt64(UInt(bitPattern: sequence)),
            bytes: [UInt8](bytes)
        )
    }
}
