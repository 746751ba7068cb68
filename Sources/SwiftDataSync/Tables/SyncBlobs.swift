import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// The large values that a capture has found: they travel apart from their records, by the hash of their bytes.
///
/// Not shared: it serves one transaction of the engine.
final class OutgoingBlobs {
    private let limit: Int
    private(set) var found: [BlobReference: Data] = [:]

    init(limit: Int) { self.limit = limit }

    /// Takes bytes that are large enough to travel apart.
    func take(_ data: Data) -> BlobReference? {
        guard data.count >= limit else { return nil }
        let reference = BlobReference(of: data)
        found[reference] = data
        return reference
    }

    /// Writes the bytes, which stay until the transport has them.
    func write(to tables: any SideTables) throws {
        for (reference, data) in found {
            try tables.run(
                """
                INSERT INTO OSD_SyncBlob (hash, size, bytes, isOutgoing) VALUES (?, ?, ?, 1)
                ON CONFLICT (hash) DO UPDATE SET bytes = excluded.bytes, isOutgoing = 1
                """,
                [.bytes(reference.hash), .integer(Int64(clamping: reference.size)), .data(data)]
            )
        }
    }
}

/// The large values that have arrived and that no row has yet, and those that are missing.
///
/// Not shared: it serves one transaction of the engine.
final class IncomingBlobs {
    private let side: any SideTableStore
    private var missing: Set<BlobReference> = []
    /// The values that rows have now, and those that held rows still need.
    private var used: Set<BlobReference> = []
    private var kept: Set<BlobReference> = []
    /// The hashes of values that no row waits for any more: of those that were missing, and of those that have arrived.
    private var droppedMissing: [[UInt8]] = []
    private var droppedArrived: [[UInt8]] = []

    init(_ side: any SideTableStore) { self.side = side }

    /// - Throws: ``SyncError`` with code `blobMissing`.
    func bytes(_ reference: BlobReference) throws -> Data {
        let found = try side.firstRow(
            "SELECT bytes FROM OSD_SyncBlob WHERE hash = ? AND bytes IS NOT NULL",
            [.bytes(reference.hash)]
        ) { $0[0].bytes }
        guard let found else {
            missing.insert(reference)
            throw SyncError(.blobMissing, "A large value has not arrived. The row waits for it.")
        }
        return Data(found)
    }

    /// Notes that a row has values which have arrived, or is held in spite of them.
    func note(_ references: Set<BlobReference>, isHeld: Bool) {
        if isHeld { kept.formUnion(references) } else { used.formUnion(references) }
    }

    /// Drops values that were missing.
    func dropMissing(_ references: Set<BlobReference>) { droppedMissing += references.map(\.hash) }

    /// Drops the values that have arrived, but for those of rows that still wait for another one.
    func dropArrived() throws {
        let kept = Set(kept.map(\.hash))
        // The tables are only written while a save is under way.
        droppedArrived += try side.readSideTables { tables in
            try tables.rows("SELECT hash FROM OSD_SyncBlob WHERE bytes IS NOT NULL AND isOutgoing = 0")
        }.compactMap { $0[0].bytes }.filter { !kept.contains($0) }
    }

    /// Notes the values that are missing, and drops those that rows have now or do not need. To be called in the transaction of
    /// the store.
    func write(to tables: any SideTables) throws {
        for reference in missing {
            try tables.run(
                "INSERT INTO OSD_SyncBlob (hash, size, isOutgoing) VALUES (?, ?, 0) ON CONFLICT (hash) DO NOTHING",
                [.bytes(reference.hash), .integer(Int64(clamping: reference.size))]
            )
        }
        try tables.run(
            "DELETE FROM OSD_SyncBlob WHERE hash = ? AND bytes IS NULL AND isOutgoing = 0",
            each: droppedMissing.map { [.bytes($0)] }
        )
        let arrived = used.subtracting(missing).subtracting(kept).map(\.hash) + droppedArrived
        try tables.run(
            "DELETE FROM OSD_SyncBlob WHERE hash = ? AND isOutgoing = 0",
            each: arrived.map { [.bytes($0)] }
        )
    }
}
