import SwiftDataCore
import SwiftDataSyncCore

/// The packets that a transaction receives. Packets that cannot be read are kept, and fail the round at its end.
///
/// Not shared: it serves one call on the thread of the engine.
final class ArrivedPackets {
    private let side: any SideTableStore
    private var unread: [SyncPacket] = []
    /// The packets that could be read, some of which may not have been readable before.
    private var read: [SyncPacket] = []

    init(_ side: any SideTableStore) { self.side = side }

    /// Takes packets in. The clock of the device follows theirs.
    func receive(
        _ packets: [SyncPacket],
        _ parts: TransactionParts,
        _ sealing: TransactionSealing,
        _ facts: inout DeviceFacts,
        now: UInt64
    ) {
        var clock = DeviceClock(device: facts.device, last: facts.clock)
        for packet in packets {
            let changes: ChangeSet
            do { changes = try packet.changes() } catch {
                unread.append(packet)
                continue
            }
            read.append(packet)
            facts.deliveries.add(changes)
            if let latest = changes.latestClock { clock.observe(latest, now: now) }
            // Packets that this device has sent before its store was replaced by an earlier one are news to it as well.
            for (id, part) in changes.records { parts.addReceived([id: sealing.opened(part, of: id)]) }
        }
        facts.clock = clock.last
    }

    /// True where packets have arrived that cannot be read: the state has gaps.
    func hasUnread() throws -> Bool {
        try !unread.isEmpty || !side.readSideTables { try SyncUnread.isEmpty($0) }
    }

    /// Determines if packets of earlier transactions can be read now. The tables are only written while a save is under
    /// way.
    func prepare() throws {
        if !read.isEmpty, try side.readSideTables({ try SyncUnread.isEmpty($0) }) { read = [] }
    }

    /// Keeps the parts that cannot be read, and drops the parts that have been read at last. To be called in the
    /// transaction of the store.
    func write(to tables: any SideTables) throws {
        if !unread.isEmpty { try SyncUnread.insert(unread, tables) }
        if !read.isEmpty { try SyncUnread.remove(read, tables) }
    }
}
