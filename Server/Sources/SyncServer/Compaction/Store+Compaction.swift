import SwiftData
import SwiftDataSync
import SwiftDataSyncCore

/// What one compaction merges: the snapshot of a generation, and the packets of the log up to a position.
package struct CompactionPlan: Sendable {
    let zone: Int
    let generation: Int
    let snapshotLast: Int
    let mergedUpTo: Int
    let upTo: Int
    let device: DeviceNumber
    let sequence: UInt64
    let claim: String

    /// The generation that is made.
    var next: Int { generation + 1 }
}

extension Store {
    private static let claimTime: TimeInterval = 600

    /// Claims the zone and plans its compaction; nil where there is too little to do, or somebody else is at it.
    package func planCompaction(_ zone: Int, _ settings: CompactionSettings, least: Int) async throws -> CompactionPlan?
    {
        let (now, claim) = (now(), Words.random(bytes: 8))
        let old = now.addingTimeInterval(-settings.age)
        return try await container.write { context in
            context.author = Author.compaction
            guard let found = try SyncZone.find(zone, context), found.claim == nil || (found.claimEnds ?? now) < now
            else {
                return nil
            }
            // A device that was seen keeps what it has not fetched, up to the age after which everything may be merged.
            let devices = FetchDescriptor<ZoneDevice>(predicate: #Predicate { $0.zone == zone && $0.seen >= old })
            let slowest = try context.fetch(devices).map(\.acknowledged).min() ?? 0
            var aged = FetchDescriptor<Packet>(
                predicate: #Predicate { $0.zone == zone && $0.generation == 0 && $0.received < old },
                sortBy: [SortDescriptor(\.position, order: .reverse)]
            )
            aged.fetchLimit = 1
            let upTo = min(max(slowest, try context.fetch(aged).first?.position ?? 0), found.last)
            guard upTo - found.mergedUpTo >= max(1, least) else { return nil }
            found.claim = claim
            found.claimEnds = now.addingTimeInterval(Self.claimTime)
            return CompactionPlan(
                zone: zone,
                generation: found.generation,
                snapshotLast: found.snapshotLast,
                mergedUpTo: found.mergedUpTo,
                upTo: upTo,
                device: DeviceNumber(UInt64(UInt(bitPattern: found.snapshotDevice))),
                sequence: UInt64(found.snapshotSequence),
                claim: claim
            )
        }
    }

    /// Removes rows that no position leads to: those of a compaction that died, and those that were merged.
    func dropMerged(_ zone: Int, generation: Int, upTo: Int) async throws {
        try await changeInBulk(by: Author.compaction) { context in
            try context.delete(
                model: PacketBody.self,
                where: #Predicate {
                    $0.zone == zone && ($0.generation == 0 && $0.position <= upTo)
                        || $0.zone == zone && ($0.generation != 0 && $0.generation != generation)
                }
            )
            try context.delete(
                model: Packet.self,
                where: #Predicate { $0.zone == zone && $0.generation != 0 && $0.generation != generation }
            )
        }
    }

    /// Reads the packets of a plan in their order, some at a time, with a context for each part. It blocks its thread.
    func read(_ plan: CompactionPlan, _ body: (SyncPacket) throws -> Void) throws {
        try read(plan.zone, plan.generation, after: 0, upTo: plan.generation > 0 ? plan.snapshotLast : 0, body)
        try read(plan.zone, 0, after: plan.mergedUpTo, upTo: plan.upTo, body)
    }

    /// Reads packets of the log or of a snapshot.
    ///
    /// - Throws: ``ServerError`` where one of them is not there.
    func read(
        _ zone: Int,
        _ generation: Int,
        after start: Int,
        upTo end: Int,
        _ body: (SyncPacket) throws -> Void
    ) throws {
        var start = start
        while start < end {
            let context = ModelContext(container)
            context.autosaveEnabled = false
            let last = min(start + 64, end)
            let packets = try context.fetch(
                FetchDescriptor<Packet>(
                    predicate: #Predicate {
                        $0.zone == zone && $0.generation == generation && $0.position > start && $0.position <= last
                    },
                    sortBy: [SortDescriptor(\.position)]
                )
            )
            for packet in packets {
                let position = packet.position
                let found = FetchDescriptor<PacketBody>(
                    predicate: #Predicate { $0.zone == zone && $0.generation == generation && $0.position == position }
                )
                let part = ModelContext(container)
                part.autosaveEnabled = false
                guard let bytes = try part.fetch(found).first?.bytes else {
                    throw ServerError("A packet of zone \(zone) has no bytes. Check the store; nothing was merged.")
                }
                try body(packet.packet(bytes))
            }
            guard packets.count == last - start else {
                throw ServerError("A packet of zone \(zone) is missing. Check the store; nothing was merged.")
            }
            start = last
        }
    }

    /// Writes packets of the new generation, which nobody is sent yet.
    package func write(_ packets: [SyncPacket], after position: Int, _ plan: CompactionPlan) async throws {
        let (now, hashed) = (now(), packets.map { HashedPacket($0) })
        try await container.write { context in
            context.author = Author.compaction
            let zone = try Self.claimed(plan, context)
            zone.claimEnds = now.addingTimeInterval(Self.claimTime)
            for (index, packet) in hashed.enumerated() {
                let place = position + index + 1
                context.insert(
                    Packet(packet, zone: plan.zone, generation: plan.next, position: place, received: now)
                )
                context.insert(
                    PacketBody(packet.bytes, zone: plan.zone, generation: plan.next, position: place)
                )
            }
        }
    }

    /// Puts the new generation in the place of the old one and of the packets of the log, in one transaction.
    package func replace(_ plan: CompactionPlan, last: Int, sequence: UInt64, bytes: Int, merged: Int) async throws {
        try await container.write { context in
            context.author = Author.compaction
            let zone = try Self.claimed(plan, context)
            zone.generation = plan.next
            zone.snapshotLast = last
            zone.snapshotSequence = Int(sequence)
            zone.snapshotBytes = bytes
            zone.logBytes -= merged
            zone.mergedUpTo = plan.upTo
            (zone.claim, zone.claimEnds) = (nil, nil)
        }
    }

    /// Lets others compact the zone.
    func release(_ plan: CompactionPlan) async throws {
        try await container.write { context in
            context.author = Author.compaction
            guard let zone = try? Self.claimed(plan, context) else { return }
            (zone.claim, zone.claimEnds) = (nil, nil)
        }
    }

    private static func claimed(_ plan: CompactionPlan, _ context: ModelContext) throws -> SyncZone {
        guard let zone = try SyncZone.find(plan.zone, context), zone.claim == plan.claim,
            zone.generation == plan.generation
        else { throw ServerError("Another process compacts zone \(plan.zone). It goes on alone.") }
        return zone
    }
}
