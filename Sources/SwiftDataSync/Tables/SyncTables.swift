import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// The names and the statements of the tables of sync, which are in the file of the store.
///
/// - `OSD_SyncValue`: facts of the device, by name.
/// - `OSD_SyncRecord`: the state of each record, its part of the view, and the key of its row in the store.
/// - `OSD_SyncEdge`: the records that each record refers to.
/// - `OSD_SyncUnique`: the unique values of rows.
/// - `OSD_SyncOutbox`: change sets that the transport has not taken.
/// - `OSD_SyncBlob`: large values on their way.
/// - `OSD_SyncOrdered`: the owners and relationships with a member that has a place in the order, or had one.
/// - `OSD_SyncHeld`: rows of the view that the store cannot take now.
/// - `OSD_SyncUnread`: packets that have arrived and cannot be read.
/// - `OSD_SyncSealed`: records with values that this device has no key for.
enum SyncTables {
    /// The version of these tables. Another one is refused.
    static let version: Int64 = 1

    static func create(_ tables: any SideTables) throws {
        for statement in [
            "CREATE TABLE IF NOT EXISTS OSD_SyncValue (name TEXT PRIMARY KEY, value) WITHOUT ROWID",
            """
            CREATE TABLE IF NOT EXISTS OSD_SyncRecord (key INTEGER PRIMARY KEY, uuid BLOB NOT NULL, entity TEXT NOT NULL,
            state BLOB, standing INTEGER, facts BLOB, hasJoins INTEGER NOT NULL, rowEntity TEXT, row INTEGER)
            """,
            "CREATE INDEX IF NOT EXISTS OSD_SyncRecordJoins ON OSD_SyncRecord (hasJoins) WHERE hasJoins = 1",
            "CREATE UNIQUE INDEX IF NOT EXISTS OSD_SyncRecordIdentity ON OSD_SyncRecord (uuid, entity)",
            """
            CREATE UNIQUE INDEX IF NOT EXISTS OSD_SyncRecordRow ON OSD_SyncRecord (row, rowEntity) WHERE row IS NOT NULL
            """,
            """
            CREATE TABLE IF NOT EXISTS OSD_SyncEdge (target BLOB NOT NULL, targetEntity TEXT NOT NULL, source BLOB NOT NULL,
            sourceEntity TEXT NOT NULL, kinds INTEGER NOT NULL, PRIMARY KEY (target, targetEntity, source, sourceEntity)) WITHOUT ROWID
            """,
            "CREATE INDEX IF NOT EXISTS OSD_SyncEdgeSource ON OSD_SyncEdge (source, sourceEntity)",
            """
            CREATE TABLE IF NOT EXISTS OSD_SyncUnique (bytes BLOB NOT NULL, uuid BLOB NOT NULL, entity TEXT NOT NULL,
            PRIMARY KEY (bytes, uuid, entity)) WITHOUT ROWID
            """,
            "CREATE INDEX IF NOT EXISTS OSD_SyncUniqueRow ON OSD_SyncUnique (uuid, entity)",
            """
            CREATE TABLE IF NOT EXISTS OSD_SyncOutbox (key INTEGER PRIMARY KEY, device INTEGER NOT NULL,
            sequence INTEGER NOT NULL, bytes BLOB NOT NULL)
            """,
            """
            CREATE TABLE IF NOT EXISTS OSD_SyncBlob (hash BLOB PRIMARY KEY, size INTEGER NOT NULL, bytes BLOB,
            isOutgoing INTEGER NOT NULL)
            """,
            """
            CREATE TABLE IF NOT EXISTS OSD_SyncOrdered (uuid BLOB NOT NULL, entity TEXT NOT NULL, name TEXT NOT NULL,
            PRIMARY KEY (uuid, entity, name)) WITHOUT ROWID
            """,
            """
            CREATE TABLE IF NOT EXISTS OSD_SyncHeld (uuid BLOB NOT NULL, entity TEXT NOT NULL, reason TEXT NOT NULL,
            property TEXT, PRIMARY KEY (uuid, entity)) WITHOUT ROWID
            """,
            """
            CREATE TABLE IF NOT EXISTS OSD_SyncUnread (device INTEGER NOT NULL, sequence INTEGER NOT NULL, bytes BLOB NOT NULL,
            PRIMARY KEY (device, sequence)) WITHOUT ROWID
            """,
        ] + SyncSealed.creation {
            try tables.run(statement)
        }
    }

    /// The rows that the store cannot take now.
    static func held(_ tables: any SideTables) throws -> Set<RecordID> {
        try Set(tables.rows("SELECT uuid, entity FROM OSD_SyncHeld").map { try RecordID(columns: $0) })
    }

    static func isHeld(_ row: RecordID, _ tables: any SideTables) throws -> Bool {
        try !tables.rows(
            "SELECT 1 FROM OSD_SyncHeld WHERE uuid = ? AND entity = ?",
            row.keyColumns
        ).isEmpty
    }

    /// Notes that a row is held, or no longer.
    static func setHeld(_ row: RecordID, _ reason: SyncError?, _ tables: any SideTables) throws {
        guard let reason else {
            return try tables.run("DELETE FROM OSD_SyncHeld WHERE uuid = ? AND entity = ?", row.keyColumns)
        }
        try tables.run(
            "INSERT OR REPLACE INTO OSD_SyncHeld (uuid, entity, reason, property) VALUES (?, ?, ?, ?)",
            row.keyColumns + [.string(reason.message), reason.propertyName.map { .string($0) } ?? .null]
        )
    }

    static var damaged: SyncError {
        SyncError(
            .tables,
            "The tables of sync in the store are damaged. Reset the engine, which joins the store anew and keeps its rows."
        )
    }

    static var interrupted: SyncError {
        SyncError(
            .interrupted,
            "The store was erased, or another engine reset its sync, during a round. Try again."
        )
    }

    static var viewReplaced: SyncError {
        SyncError(
            .interrupted,
            "Another engine of the store computes the view again. Try again later, and give all engines of a store the same "
                + "models and policies."
        )
    }

    static func exist(_ tables: any SideTables) throws -> Bool { try exists("Value", tables) }

    /// True where the file has the tables that were added after the first ones.
    static func areComplete(_ tables: any SideTables) throws -> Bool { try exists("Sealed", tables) }

    private static func exists(_ name: String, _ tables: any SideTables) throws -> Bool {
        try !tables.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.string("OSD_Sync" + name)])
            .isEmpty
    }

    /// Removes all that is known of sync from the file. Rows of models stay.
    static func drop(_ tables: any SideTables) throws {
        for name in ["Value", "Record", "Edge", "Unique", "Outbox", "Blob", "Ordered", "Held", "Unread", "Sealed"] {
            try tables.run("DROP TABLE IF EXISTS OSD_Sync\(name)")
        }
    }
}

extension StoredValue {
    /// The bytes of a column; nil for anything else.
    var bytes: [UInt8]? { if case .data(let data) = self { [UInt8](data) } else { nil } }

    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

    var text: String? { if case .string(let text) = self { text } else { nil } }

    static func bytes(_ bytes: [UInt8]) -> StoredValue { .data(Data(bytes)) }
}
