import SwiftDataCore
import SwiftDataSyncCore

/// The records with values that this device has no key for, by the names of the keys: `OSD_SyncSealed`.
enum SyncSealed {
    static let creation = [
        """
        CREATE TABLE IF NOT EXISTS OSD_SyncSealed (uuid BLOB NOT NULL, entity TEXT NOT NULL, number INTEGER NOT NULL,
        fingerprint INTEGER NOT NULL, PRIMARY KEY (uuid, entity, number, fingerprint)) WITHOUT ROWID
        """,
        "CREATE INDEX IF NOT EXISTS OSD_SyncSealedKey ON OSD_SyncSealed (number, fingerprint)",
    ]

    static func isEmpty(_ tables: any SideTables) throws -> Bool {
        try tables.rows("SELECT 1 FROM OSD_SyncSealed LIMIT 1").isEmpty
    }

    /// The number of records.
    static func count(_ tables: any SideTables) throws -> Int {
        Int(
            try tables.rows("SELECT count(*) FROM (SELECT DISTINCT uuid, entity FROM OSD_SyncSealed)").first?[0].integer
                ?? 0
        )
    }

    /// The names of the keys.
    static func keys(_ tables: any SideTables) throws -> [SealingKeyName] {
        try tables.rows("SELECT DISTINCT number, fingerprint FROM OSD_SyncSealed").map { row in
            guard let number = row[0].integer, let fingerprint = row[1].integer.flatMap({ UInt32(exactly: $0) }) else {
                throw SyncTables.damaged
            }
            return SealingKeyName(number: UInt64(bitPattern: number), fingerprint: fingerprint)
        }
    }

    /// Some records with values under a key.
    static func records(_ key: SealingKeyName, limit: Int, _ tables: any SideTables) throws -> [RecordID] {
        try tables.rows(
            "SELECT uuid, entity FROM OSD_SyncSealed WHERE number = ? AND fingerprint = ? LIMIT ?",
            columns(key) + [.integer(Int64(limit))]
        ).map { row in
            guard let bytes = row[0].bytes, let uuid = UUIDBits(bytes: bytes), let entity = row[1].text else {
                throw SyncTables.damaged
            }
            return RecordID(entity: try SyncName(entity), uuid: uuid)
        }
    }

    /// The keys of a record.
    static func keys(of id: RecordID, _ tables: any SideTables) throws -> Set<SealingKeyName> {
        let rows = try tables.rows(
            "SELECT number, fingerprint FROM OSD_SyncSealed WHERE uuid = ? AND entity = ?",
            columns(id)
        )
        return Set(
            rows.compactMap { row in
                guard let number = row[0].integer, let fingerprint = row[1].integer.flatMap({ UInt32(exactly: $0) })
                else {
                    return nil
                }
                return SealingKeyName(number: UInt64(bitPattern: number), fingerprint: fingerprint)
            }
        )
    }

    static func write(_ notes: [SealedNote], _ tables: any SideTables) throws {
        try tables.run(
            "DELETE FROM OSD_SyncSealed WHERE uuid = ? AND entity = ? AND number = ? AND fingerprint = ?",
            each: notes.flatMap { note in note.removed.map { columns(note.record) + columns($0) } }
        )
        try tables.run(
            "INSERT INTO OSD_SyncSealed (uuid, entity, number, fingerprint) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            each: notes.flatMap { note in note.added.map { columns(note.record) + columns($0) } }
        )
    }

    private static func columns(_ key: SealingKeyName) -> [StoredValue] {
        [.integer(Int64(bitPattern: key.number)), .integer(Int64(key.fingerprint))]
    }

    private static func columns(_ id: RecordID) -> [StoredValue] { [.bytes(id.uuid.bytes), .string(id.entity.text)] }
}

/// A change of the keys that a record has unread values of.
struct SealedNote {
    let record: RecordID
    let added: Set<SealingKeyName>
    let removed: Set<SealingKeyName>
}
