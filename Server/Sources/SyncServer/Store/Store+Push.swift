import SwiftData

/// The packets of a push that are stored, and the end of the log then.
struct PushResult: Sendable {
    var taken = 0
    /// The number of packets that were not there before.
    var new = 0
    var last = 0
}

extension Store {
    /// Appends packets to the log of a zone, and returns when they are durable.
    ///
    /// The write lock of the store is held from the first read to the commit. So positions are committed in their order, by all
    /// processes, and a position that was handed out has none before it that comes later.
    ///
    /// - Throws: ``Problem`` where not even the first packet can be taken.
    func push(_ packets: [HashedPacket], _ access: Access, quota: Int) async throws -> PushResult {
        guard let first = packets.first else { return PushResult() }
        let now = now()
        try await pauses.reach(.pushing)
        return try await container.write { context in
            context.author = access.user
            guard let zone = try SyncZone.find(access.zone, context) else {
                throw Problem.zoneMissing(for: access.user)
            }
            var known = try Self.known(packets, zone.number, context)
            var result = PushResult()
            let limit = zone.quota ?? quota
            for packet in packets {
                let key = PacketKey(device: packet.device, sequence: packet.sequence)
                if let old = known[key] {
                    guard old == packet.contentHash else { break }
                } else {
                    let size = packet.bytes.count + HashedPacket.overhead
                    guard packet.device != zone.snapshotDevice, zone.charge + size + SyncZone.packetCharge <= limit
                    else { break }
                    zone.last += 1
                    zone.logBytes += size
                    let (number, position) = (zone.number, zone.last)
                    context.insert(Packet(packet, zone: number, generation: 0, position: position, received: now))
                    context.insert(PacketBody(packet.bytes, zone: number, generation: 0, position: position))
                    known[key] = packet.contentHash
                    result.new += 1
                }
                result.taken += 1
            }
            guard result.taken > 0 else {
                let isFree = known[PacketKey(device: first.device, sequence: first.sequence)] == nil
                throw isFree && first.device != zone.snapshotDevice ? Problem.storageFull : Problem.sequenceTaken
            }
            result.last = zone.last
            return result
        }
    }

    private struct PacketKey: Hashable {
        let device: Int
        let sequence: Int
    }

    /// The hashes of the packets of a message that are stored.
    private static func known(
        _ packets: [HashedPacket],
        _ zone: Int,
        _ context: ModelContext
    ) throws -> [PacketKey: Data] {
        var known: [PacketKey: Data] = [:]
        for (device, packets) in Dictionary(grouping: packets, by: \.device) {
            let sequences = packets.map(\.sequence)
            let found = FetchDescriptor<Packet>(
                predicate: #Predicate {
                    $0.zone == zone && $0.generation == 0 && $0.device == device && sequences.contains($0.sequence)
                }
            )
            for packet in try context.fetch(found) {
                known[PacketKey(device: device, sequence: packet.sequence)] = packet.contentHash
            }
        }
        return known
    }
}
