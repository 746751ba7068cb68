import SwiftData
import SwiftDataSync
import SwiftDataSyncCore

/// Merges packets into the fewest that mean the same, one part of the records after the other, so that memory is bounded.
///
/// Merging works as devices merge change sets: it is associative, commutative and idempotent. Packets that are no
/// change sets of this version, and change sets with fields that it does not know, stay as they are.
struct SnapshotMerge {
    /// Reads the packets to be merged, a slice at a time, always the same ones.
    let read: ((SyncPacket) throws -> Void) throws -> Void
    /// The number of parts.
    let parts: Int
    let packetBytes: Int

    /// The records of a part, merged.
    func state(_ part: Int) throws -> SyncState {
        var state = SyncState()
        try read { packet in
            guard let changes = Self.changes(packet) else { return }
            let records = parts == 1 ? changes.records : changes.records.filter { isIn($0.key, part) }
            guard !records.isEmpty else { return }
            state.apply(
                ChangeSet(device: changes.device, sequence: changes.sequence, seen: changes.seen, records: records)
            )
        }
        return state
    }

    /// The hash is that of one process, which makes all parts of a merge.
    private func isIn(_ record: RecordID, _ part: Int) -> Bool {
        Int(UInt(bitPattern: record.hashValue) % UInt(parts)) == part
    }

    /// The packets of a state, from the sequence after the last one that was used.
    func packets(_ state: SyncState, _ device: DeviceNumber, after sequence: UInt64) throws -> [SyncPacket] {
        guard !state.records.isEmpty else { return [] }
        let whole = ChangeSet(device: device, sequence: sequence + 1, records: state.records)
        return try whole.split(limit: packetBytes).map { SyncPacket($0) }
    }

    /// The change set of a packet, if it has only fields that are merged. A packet that cannot be read has none, and is
    /// copied.
    static func changes(_ packet: SyncPacket) -> ChangeSet? {
        guard let changes = try? packet.changes() else { return nil }
        let known = ChangeSet(
            device: changes.device,
            sequence: changes.sequence,
            seen: changes.seen,
            records: changes.records
        )
        return known == changes ? changes : nil
    }
}
