import SwiftData
import SwiftDataSync

// The packets that a compaction merges, read by contexts of their own.

extension Store {
    /// Reads the packets of a plan in their order, some at a time, with a context for each part. It blocks its thread.
    func read(_ plan: CompactionPlan, _ body: (SyncPacket) throws -> Void) throws {
        for source in plan.sources {
            _ = try read(source) { packet in
                try body(packet)
                return true
            }
        }
    }

    /// Reads packets of the log or of a snapshot until the body returns false. Returns the remaining range.
    ///
    /// - Throws: ``ServerError`` where one of them is not there.
    func read(_ source: CompactionSource, _ body: (SyncPacket) throws -> Bool) throws -> CompactionSource {
        pauses.reachBlocking(.reading)
        var source = source
        let (zone, generation) = (source.zone, source.generation)
        while source.start < source.end {
            let context = ModelContext(container)
            context.autosaveEnabled = false
            let (start, last) = (source.start, min(source.start + 64, source.end))
            let packets = try context.fetch(
                FetchDescriptor<Packet>(
                    predicate: #Predicate {
                        $0.zone == zone && $0.generation == generation && $0.position > start && $0.position <= last
                    },
                    sortBy: [SortDescriptor(\.position)]
                )
            )
            guard packets.count == last - start else {
                throw ServerError("A packet of zone \(zone) is missing. Check the store; nothing was merged.")
            }
            for packet in packets {
                source.start = packet.position
                guard try body(packet.packet(bytes(zone, generation, packet.position))) else { return source }
            }
        }
        return source
    }

    /// The bytes of a packet, read by a context of their own, which keeps no other packets in memory.
    private func bytes(_ zone: Int, _ generation: Int, _ position: Int) throws -> Data {
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let found = FetchDescriptor<PacketBody>(
            predicate: #Predicate { $0.zone == zone && $0.generation == generation && $0.position == position }
        )
        guard let body = try context.fetch(found).first else {
            throw ServerError("A packet of zone \(zone) has no bytes. Check the store; nothing was merged.")
        }
        return body.bytes
    }
}
