import SwiftData
import SwiftDataSync
import SwiftDataSyncCore

/// Writes the packets of a new snapshot, reads them back, and compares them with the merged packets.
struct SnapshotWriter {
    private let store: Store
    private let plan: CompactionPlan
    /// The position of the last packet, the last sequence that was used, and the bytes of all packets.
    private(set) var last = 0
    private(set) var sequence: UInt64
    private(set) var bytes = 0

    /// The bytes and the number of packets that one transaction writes.
    private static let (sliceBytes, slicePackets) = (4 << 20, 500)

    init(store: Store, plan: CompactionPlan) {
        (self.store, self.plan) = (store, plan)
        sequence = plan.sequence
    }

    /// Merges a part of the records, and writes them.
    ///
    /// - Throws: ``ServerError`` where the store gives back something else.
    mutating func write(_ part: Int, of parts: Int, packetBytes: Int) async throws {
        let (store, plan, used, start) = (store, plan, sequence, last)
        let (state, packets) = try await Store.aside { () throws -> (SyncState, [SyncPacket]) in
            let merge = SnapshotMerge(read: { try store.read(plan, $0) }, parts: parts, packetBytes: packetBytes)
            let state = try merge.state(part)
            return (state, try merge.packets(state, plan.device, after: used))
        }
        sequence += UInt64(packets.count)
        for slice in Self.slices(packets) { try await append(slice) }
        let written = CompactionSource(zone: plan.zone, generation: plan.next, start: start, end: last)
        try await Store.aside {
            var found = SyncState()
            _ = try store.read(written) { packet in
                found.apply(try packet.changes())
                return true
            }
            guard found == state else { throw Self.differs(plan) }
        }
    }

    /// Copies the packets that cannot be merged, as they are.
    ///
    /// - Throws: ``ServerError`` where the store gives back something else.
    mutating func copyUnmergeablePackets() async throws {
        let (store, plan, start) = (store, plan, last)
        var copied = BlobHasher()
        for source in plan.sources {
            var rest = source
            while rest.start < rest.end {
                let part = rest
                let (others, left) = try await Store.aside { () throws -> ([SyncPacket], CompactionSource) in
                    var (others, size) = ([SyncPacket](), 0)
                    let left = try store.read(part) { packet in
                        guard SnapshotMerge.changes(packet) == nil else { return true }
                        others.append(packet)
                        size += packet.bytes.count
                        return size < Self.sliceBytes && others.count < Self.slicePackets
                    }
                    return (others, left)
                }
                if !others.isEmpty { try await append(others) }
                for packet in others { copied.add(packet) }
                rest = left
            }
        }
        let written = CompactionSource(zone: plan.zone, generation: plan.next, start: start, end: last)
        let found = try await Store.aside {
            var found = BlobHasher()
            _ = try store.read(written) { packet in
                found.add(packet)
                return true
            }
            return found.finish()
        }
        guard found == copied.finish() else { throw Self.differs(plan) }
    }

    private mutating func append(_ packets: [SyncPacket]) async throws {
        try await store.write(packets, after: last, plan)
        last += packets.count
        bytes += packets.reduce(0) { $0 + $1.bytes.count + HashedPacket.overhead }
    }

    private static func differs(_ plan: CompactionPlan) -> ServerError {
        ServerError("The snapshot of zone \(plan.zone) differs from its packets. Nothing was merged; check the store.")
    }

    private static func slices(_ packets: [SyncPacket]) -> [[SyncPacket]] {
        var (slices, slice, size) = ([[SyncPacket]](), [SyncPacket](), 0)
        for packet in packets {
            if !slice.isEmpty, size + packet.bytes.count > sliceBytes || slice.count >= slicePackets {
                slices.append(slice)
                (slice, size) = ([], 0)
            }
            slice.append(packet)
            size += packet.bytes.count
        }
        return slice.isEmpty ? slices : slices + [slice]
    }
}

extension BlobHasher {
    /// Adds a packet, with its numbers and its size.
    fileprivate mutating func add(_ packet: SyncPacket) {
        update(Data("\(packet.device.rawValue) \(packet.sequence) \(packet.bytes.count) ".utf8))
        update(Data(packet.bytes))
    }
}
