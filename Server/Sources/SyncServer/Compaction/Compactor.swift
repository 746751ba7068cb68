import SwiftData
import SwiftDataSync
import SwiftDataSyncCore

/// What a compaction has done.
package struct CompactionResult: Equatable, Sendable {
    /// The packets that were merged, and the packets that they have become.
    package var merged = 0
    package var made = 0
    /// The bytes before and after.
    package var before = 0
    package var after = 0

    package init() {}
}

/// Merges old packets of zones into snapshots.
///
/// A snapshot means what the packets meant: see decision 47. It is written beside the old packets, read back and compared, and
/// takes their place in one transaction.
package struct Compactor: Sendable {
    private let store: Store
    private let settings: CompactionSettings

    package init(_ store: Store, _ settings: CompactionSettings) { (self.store, self.settings) = (store, settings) }

    /// Compacts a zone; nil where there is too little to do.
    ///
    /// - Parameter least: The packets from which on it is worth the work; nil for that of the settings.
    package func compact(_ zone: Int, least: Int? = nil) async throws -> CompactionResult? {
        guard let plan = try await store.planCompaction(zone, settings, least: least ?? settings.leastPackets) else {
            return nil
        }
        do {
            try await store.dropMerged(zone, generation: plan.generation, upTo: plan.mergedUpTo)
            let result = try await merge(plan)
            try await store.dropMerged(zone, generation: plan.next, upTo: plan.upTo)
            return result
        } catch {
            try? await store.release(plan)
            throw error
        }
    }

    private func merge(_ plan: CompactionPlan) async throws -> CompactionResult {
        let store = store
        var result = CompactionResult()
        let sizes = try await Store.offPool { () throws -> (count: Int, snapshot: Int, log: Int) in
            var (count, snapshot, log) = (0, 0, 0)
            try store.read(plan.zone, plan.generation, after: 0, upTo: plan.generation > 0 ? plan.snapshotLast : 0) {
                snapshot += $0.bytes.count + HashedPacket.overhead
            }
            try store.read(plan.zone, 0, after: plan.mergedUpTo, upTo: plan.upTo) {
                count += 1
                log += $0.bytes.count + HashedPacket.overhead
            }
            return (count, snapshot, log)
        }
        (result.merged, result.before) = (sizes.count, sizes.snapshot + sizes.log)
        let parts = max(1, (result.before + settings.memory - 1) / settings.memory)
        var (last, sequence) = (0, plan.sequence)
        for part in 0..<parts {
            let made = try await self.part(part, of: parts, plan, after: (last, sequence))
            last += made.count
            sequence += UInt64(made.sequences)
            result.after += made.bytes
        }
        result.made = last
        try await store.replace(plan, last: last, sequence: sequence, bytes: result.after, merged: sizes.log)
        return result
    }

    /// Writes a part of the records, reads it back and compares.
    private func part(
        _ part: Int,
        of parts: Int,
        _ plan: CompactionPlan,
        after end: (last: Int, sequence: UInt64)
    ) async throws -> (count: Int, sequences: Int, bytes: Int) {
        let (store, bytes) = (store, settings.packetBytes)
        let (state, made, others) = try await Store.offPool { () throws -> (SyncState, [SyncPacket], [SyncPacket]) in
            let merge = SnapshotMerge(read: { try store.read(plan, $0) }, parts: parts, packetBytes: bytes)
            let state = try merge.state(part)
            let made = try merge.packets(state, plan.device, after: end.sequence)
            return (state, made, part == 0 ? try merge.others() : [])
        }
        let packets = made + others
        var position = end.last
        for slice in Self.slices(packets) {
            try await store.write(slice, after: position, plan)
            position += slice.count
        }
        let last = position
        try await Store.offPool {
            var (written, kept) = (SyncState(), [SyncPacket]())
            try store.read(plan.zone, plan.next, after: end.last, upTo: last) { packet in
                if packet.device == plan.device { written.apply(try packet.changes()) } else { kept.append(packet) }
            }
            guard written == state, kept == others else {
                throw ServerError("The snapshot of zone \(plan.zone) differs from its packets. Nothing was merged.")
            }
        }
        return (packets.count, made.count, packets.reduce(0) { $0 + $1.bytes.count + HashedPacket.overhead })
    }

    /// Packets that one transaction writes.
    private static func slices(_ packets: [SyncPacket]) -> [[SyncPacket]] {
        var (slices, size) = ([[SyncPacket]](), 0)
        for packet in packets {
            if slices.isEmpty || size + packet.bytes.count > 4 << 20 || slices[slices.count - 1].count >= 500 {
                slices.append([])
                size = 0
            }
            slices[slices.count - 1].append(packet)
            size += packet.bytes.count
        }
        return slices
    }
}
