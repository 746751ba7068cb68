import SwiftDataCore
import SwiftDataSyncCore

/// The change sets that a transaction adds to the outbox.
///
/// Not shared: it serves one call on the thread of the engine.
final class TransactionOutbox {
    private var packets: [SyncPacket] = []
    /// True where the packets are all that is to be sent.
    private var replacesAll = false

    /// Makes change sets of the parts that this device has to send.
    func add(_ parts: [RecordID: RecordState], _ facts: inout DeviceFacts) throws {
        guard !parts.isEmpty else { return }
        var seen = facts.deliveries.complete
        seen[facts.device] = nil
        let whole = ChangeSet(device: facts.device, sequence: facts.sequence + 1, seen: seen, records: parts)
        for changes in try whole.split(limit: SyncContext.changeSetLimit) { add(changes, &facts) }
    }

    /// Makes change sets under a new number of the parts that were not sent under the former one.
    func renumber(_ former: [SyncPacket], _ device: DeviceNumber, _ facts: inout DeviceFacts) throws {
        for packet in former { facts.deliveries.remove(packet.device, from: packet.sequence) }
        facts.device = device
        facts.sequence = 0
        replacesAll = true
        for packet in former {
            let changes = try packet.changes()
            var seen = changes.seen
            if let sent = facts.deliveries.complete[packet.device] { seen[packet.device] = sent }
            add(ChangeSet(device: device, sequence: facts.sequence + 1, seen: seen, records: changes.records), &facts)
        }
    }

    private func add(_ changes: ChangeSet, _ facts: inout DeviceFacts) {
        packets.append(SyncPacket(changes))
        facts.sequence = changes.sequence
        facts.deliveries.add(changes)
    }

    /// Writes the change sets. To be called in the transaction of the store.
    func write(to tables: any SideTables) throws {
        if replacesAll { try tables.run("DELETE FROM OSD_SyncOutbox") }
        for packet in packets {
            try tables.run(
                "INSERT INTO OSD_SyncOutbox (device, sequence, bytes) VALUES (?, ?, ?)",
                [
                    .integer(Int64(bitPattern: packet.device.rawValue)), .integer(Int64(bitPattern: packet.sequence)),
                    .bytes(packet.bytes),
                ]
            )
        }
    }
}
