import SwiftData
import SwiftDataSync
import SwiftDataSyncCore

/// The result of a compaction.
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
/// A snapshot has the meaning of its packets: see decision 47. It is written beside the old packets, read back and
/// compared, and takes their place in one transaction.
package struct Compactor: Sendable {
    private let store: Store
    private let settings: CompactionSettings

    package init(_ store: Store, _ settings: CompactionSettings) { (self.store, self.settings) = (store, settings) }

    /// Compacts a zone; nil where there is too little to do.
    ///
    /// - Parameter least: The packets from which on it is done, whatever they are. Nil for the number of the settings,
    ///   of packets that can be merged: copying the other packets alone would have no effect.
    package func compact(_ zone: Int, least: Int? = nil) async throws -> CompactionResult? {
        guard let plan = try await store.planCompaction(zone, settings, least: least ?? settings.leastPackets) else {
            return nil
        }
        do {
            try await store.pauses.reach(.planned)
            try await store.dropMerged(zone, generation: plan.generation, upTo: plan.mergedUpTo)
            let sizes = try await sizes(plan)
            guard least != nil || sizes.mergeable >= settings.leastPackets else {
                try await store.release(plan)
                return nil
            }
            let result = try await merge(plan, sizes)
            try await store.pauses.reach(.replaced)
            try await store.dropMerged(zone, generation: plan.next, upTo: plan.upTo)
            return result
        } catch {
            // A claim that stays ends by itself. The first error has the reason why the compaction has failed.
            try? await store.release(plan)
            throw error
        }
    }

    private struct PlanSizes: Sendable {
        var (packets, mergeable) = (0, 0)
        var (snapshot, log) = (0, 0)
    }

    private func sizes(_ plan: CompactionPlan) async throws -> PlanSizes {
        try await Store.aside { [store] in
            var sizes = PlanSizes()
            _ = try store.read(plan.snapshot) {
                sizes.snapshot += $0.bytes.count + HashedPacket.overhead
                return true
            }
            _ = try store.read(plan.log) {
                sizes.packets += 1
                sizes.log += $0.bytes.count + HashedPacket.overhead
                if SnapshotMerge.changes($0) != nil { sizes.mergeable += 1 }
                return true
            }
            return sizes
        }
    }

    private func merge(_ plan: CompactionPlan, _ sizes: PlanSizes) async throws -> CompactionResult {
        var writer = SnapshotWriter(store: store, plan: plan)
        let parts = max(1, (sizes.snapshot + sizes.log + settings.memory - 1) / settings.memory)
        for part in 0..<parts { try await writer.write(part, of: parts, packetBytes: settings.packetBytes) }
        try await writer.copyUnmergeablePackets()
        try await store.replace(
            plan,
            last: writer.last,
            sequence: writer.sequence,
            bytes: writer.bytes,
            merged: sizes.log
        )
        var result = CompactionResult()
        (result.merged, result.made) = (sizes.packets, writer.last)
        (result.before, result.after) = (sizes.snapshot + sizes.log, writer.bytes)
        return result
    }
}
