import SwiftData
import SwiftDataSync
import SwiftDataSyncCore

extension Store {
    private static let claimTime: TimeInterval = 600

    /// Claims the zone and plans its compaction; nil where there is too little to do, or another process is compacting.
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
            // A device that was seen keeps the packets that it has not fetched, up to the age after which everything
            // may be merged.
            let devices = try context.fetch(FetchDescriptor<ZoneDevice>(predicate: #Predicate { $0.zone == zone }))
            let slowest = devices.filter { $0.seen >= old }.map(\.acknowledged).min() ?? 0
            for device in devices where device.seen < old { context.delete(device) }
            var aged = FetchDescriptor<Packet>(
                predicate: #Predicate { $0.zone == zone && $0.generation == 0 && $0.received < old },
                sortBy: [SortDescriptor(\.position, order: .reverse)]
            )
            aged.fetchLimit = 1
            let upTo = min(max(slowest, try context.fetch(aged).first?.position ?? 0), found.last)
            guard upTo - found.mergedUpTo >= max(1, least) else { return nil }
            found.claim = claim
            found.claimEnds = now.addingTimeInterval(Self.claimTime)
            found.lastGeneration = try Self.newestGeneration(found, context) + 1
            return CompactionPlan(
                zone: zone,
                generation: found.generation,
                next: found.lastGeneration,
                snapshotLast: found.snapshotLast,
                mergedUpTo: found.mergedUpTo,
                upTo: upTo,
                device: DeviceNumber(UInt64(UInt(bitPattern: found.snapshotDevice))),
                sequence: UInt64(max(0, found.snapshotSequence)),
                claim: claim
            )
        }
    }

    /// The newest generation that a compaction was given. Rows count as well: older servers did not count in the zone.
    private static func newestGeneration(_ zone: SyncZone, _ context: ModelContext) throws -> Int {
        let number = zone.number
        var newest = FetchDescriptor<Packet>(
            predicate: #Predicate { $0.zone == number },
            sortBy: [SortDescriptor(\.generation, order: .reverse)]
        )
        newest.fetchLimit = 1
        return max(zone.lastGeneration, zone.generation, try context.fetch(newest).first?.generation ?? 0)
    }

    /// Removes rows that no position leads to: rows of compactions that died, and merged rows.
    ///
    /// Generations only grow. So rows of a generation that is older than one in use stay useless, whatever another
    /// compaction has done since.
    func dropMerged(_ zone: Int, generation: Int, upTo: Int) async throws {
        try await dropPackets(zone, generation: 0, upTo: upTo, by: Author.compaction)
        while let old = try await oldGeneration(zone, before: generation) {
            try await dropPackets(zone, generation: old, by: Author.compaction)
        }
    }

    private func oldGeneration(_ zone: Int, before generation: Int) async throws -> Int? {
        try await container.read { context in
            var found = FetchDescriptor<Packet>(
                predicate: #Predicate { $0.zone == zone && $0.generation > 0 && $0.generation < generation },
                sortBy: [SortDescriptor(\.generation)]
            )
            found.fetchLimit = 1
            return try context.fetch(found).first?.generation
        }
    }

    /// Writes packets of the new generation, which are not sent to clients yet.
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

    /// Lets other processes compact the zone.
    func release(_ plan: CompactionPlan) async throws {
        try await container.write { context in
            context.author = Author.compaction
            do {
                let zone = try Self.claimed(plan, context)
                (zone.claim, zone.claimEnds) = (nil, nil)
            } catch is ServerError {
                // Another process has taken the claim over.
            }
        }
    }

    private static func claimed(_ plan: CompactionPlan, _ context: ModelContext) throws -> SyncZone {
        guard let zone = try SyncZone.find(plan.zone, context), zone.claim == plan.claim,
            zone.generation == plan.generation
        else { throw ServerError("Another process compacts zone \(plan.zone). This compaction stops.") }
        return zone
    }
}
