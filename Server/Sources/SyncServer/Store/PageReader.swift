import SwiftData
import SwiftDataSync
import SwiftDataSyncCore

/// The packets of an answer, and the position after them.
struct Page: Sendable {
    var packets: [SyncPacket] = []
    var position: Position
    var hasMore: Bool
}

/// Reads packets until a page is full. First their sizes are read, then the bytes of the packets that have room.
struct PageReader {
    let context: ModelContext
    let zone: Int
    /// The generation of the zone when the page was begun.
    let current: Int
    let device: Int?
    var room: Int
    private var chosen: [(generation: Int, packet: Packet)] = []

    /// The packets of a page, and the packets that are read at once.
    private static let (most, slice) = (5_000, 500)

    init(context: ModelContext, zone: Int, current: Int, device: Int?, room: Int) {
        (self.context, self.zone, self.current, self.device, self.room) = (context, zone, current, device, room)
    }

    /// Chooses packets of the log or of a snapshot. Returns the position at which the page is full; nil where it is not.
    ///
    /// - Throws: ``ServerError`` where a packet of a snapshot is missing: a device would never get it.
    mutating func read(_ generation: Int, after start: Int, upTo end: Int) throws -> Int? {
        let cut = try choose(generation, after: start, upTo: end)
        guard generation > 0 else { return cut }
        let (zone, wanted) = (zone, cut ?? end)
        let rows = try context.fetchCount(
            FetchDescriptor<Packet>(
                predicate: #Predicate {
                    $0.zone == zone && $0.generation == generation && $0.position > start && $0.position <= wanted
                }
            )
        )
        guard rows == wanted - start else {
            try checkCurrent()
            throw ServerError("The snapshot of zone \(zone) lacks packets. Check the store, or restore a backup.")
        }
        return cut
    }

    /// - Throws: ``Problem`` `busy` where a compaction has changed the zone since the page was begun: rows that were not found may
    ///   have been removed. Each fetch of a context sees the newest rows.
    private func checkCurrent() throws {
        let (zone, current) = (zone, current)
        let found = try context.fetchCount(
            FetchDescriptor<SyncZone>(predicate: #Predicate { $0.number == zone && $0.generation == current })
        )
        guard found == 1 else { throw Problem.busy }
    }

    private mutating func choose(_ generation: Int, after start: Int, upTo end: Int) throws -> Int? {
        var start = start
        while true {
            let found = try packets(generation, start, end)
            for packet in found {
                room -= packet.size + HashedPacket.overhead
                if !chosen.isEmpty, room < 0 || chosen.count >= Self.most { return start }
                chosen.append((generation, packet))
                start = packet.position
            }
            if found.count < Self.slice { return nil }
        }
    }

    private func packets(_ generation: Int, _ start: Int, _ end: Int) throws -> [Packet] {
        let zone = zone
        var descriptor = FetchDescriptor<Packet>(sortBy: [SortDescriptor(\.position)])
        if let device {
            descriptor.predicate = #Predicate {
                $0.zone == zone && $0.generation == generation && $0.position > start && $0.position <= end
                    && $0.device != device
            }
        } else {
            descriptor.predicate = #Predicate {
                $0.zone == zone && $0.generation == generation && $0.position > start && $0.position <= end
            }
        }
        descriptor.fetchLimit = Self.slice
        return try context.fetch(descriptor)
    }

    /// Reads the bytes.
    func page(_ position: Position, hasMore: Bool = true) throws -> Page {
        var page = Page(position: position, hasMore: hasMore)
        for start in stride(from: 0, to: chosen.count, by: Self.slice) {
            let part = chosen[start..<min(start + Self.slice, chosen.count)]
            var bytes: [[Int]: Data] = [:]
            for (generation, entries) in Dictionary(grouping: part, by: \.generation) {
                let (zone, positions) = (zone, entries.map(\.packet.position))
                let found = FetchDescriptor<PacketBody>(
                    predicate: #Predicate {
                        $0.zone == zone && $0.generation == generation && positions.contains($0.position)
                    }
                )
                for body in try context.fetch(found) { bytes[[generation, body.position]] = body.bytes }
            }
            for (generation, packet) in part {
                // A compaction has merged them since the page was begun: the next request gets the error.
                guard let body = bytes[[generation, packet.position]] else { throw Problem.busy }
                page.packets.append(packet.packet(body))
            }
        }
        try checkCurrent()
        return page
    }
}
