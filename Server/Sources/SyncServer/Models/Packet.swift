import SwiftData

/// A packet that was taken. It stays when its bytes have been merged, so that a repeated push is still recognised.
@Model
final class Packet {
    #Unique<Packet>([\.zone, \.generation, \.device, \.sequence])
    #Index<Packet>([\.zone, \.generation, \.position], [\.zone, \.received])
    var zone: Int
    /// 0 in the log; the generation of the snapshot that the packet is of otherwise.
    var generation: Int
    /// The place in the log or in the snapshot, from 1 on.
    var position: Int
    /// The 64 bits of the number of the device.
    var device: Int
    /// The 64 bits of the sequence.
    var sequence: Int
    var size: Int
    /// The SHA-256 hash of the bytes.
    var contentHash: Data
    var received: Date

    init(_ packet: HashedPacket, zone: Int, generation: Int, position: Int, received: Date) {
        (self.zone, self.generation, self.position, self.received) = (zone, generation, position, received)
        (device, sequence) = (packet.device, packet.sequence)
        (size, contentHash) = (packet.bytes.count, packet.contentHash)
    }
}

/// The bytes of a packet.
@Model
final class PacketBody {
    #Index<PacketBody>([\.zone, \.generation, \.position])
    var zone: Int
    var generation: Int
    var position: Int
    var bytes: Data

    init(_ bytes: Data, zone: Int, generation: Int, position: Int) {
        (self.bytes, self.zone, self.generation, self.position) = (bytes, zone, generation, position)
    }
}
