import SwiftDataCore
import SwiftDataSyncCore

/// The packets that have arrived and cannot be read: the transport does not deliver them again, so that their bytes are kept
/// until a version of the app can read them.
enum SyncUnread {
    /// The packets, in the order of their devices and sequences.
    static func packets(_ tables: any SideTables) throws -> [SyncPacket] {
        try tables.rows("SELECT device, sequence, bytes FROM OSD_SyncUnread ORDER BY device, sequence").map { row in
            guard let device = row[0].integer, let sequence = row[1].integer, let bytes = row[2].bytes else {
                throw SyncTables.damaged
            }
            return SyncPacket(
                device: DeviceNumber(UInt64(bitPattern: device)),
                sequence: UInt64(bitPattern: sequence),
                bytes: bytes
            )
        }
    }

    static func isEmpty(_ tables: any SideTables) throws -> Bool {
        try tables.rows("SELECT 1 FROM OSD_SyncUnread LIMIT 1").isEmpty
    }

    static func insert(_ packets: [SyncPacket], _ tables: any SideTables) throws {
        try tables.run(
            "INSERT OR REPLACE INTO OSD_SyncUnread (device, sequence, bytes) VALUES (?, ?, ?)",
            each: packets.map { key($0) + [.bytes($0.bytes)] }
        )
    }

    static func remove(_ packets: [SyncPacket], _ tables: any SideTables) throws {
        try tables.run("DELETE FROM OSD_SyncUnread WHERE device = ? AND sequence = ?", each: packets.map(key))
    }

    private static func key(_ packet: SyncPacket) -> [StoredValue] {
        [.integer(Int64(bitPattern: packet.device.rawValue)), .integer(Int64(bitPattern: packet.sequence))]
    }
}
