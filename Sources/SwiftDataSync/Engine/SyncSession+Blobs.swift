import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// The large values that are on their way to this device.
extension SyncSession {
    /// The large values that held rows wait for. Other missing values are forgotten: their records have changed.
    func missingBlobs() throws -> [BlobReference] {
        let missing = try notedBlobs()
        guard !missing.isEmpty else { return [] }
        let needed = try context.blobsOfHeldRows(context.records())
        if !missing.allSatisfy(needed.contains) { try writeFacts { try $0.dropUnneeded(missing) } }
        return missing.filter(needed.contains)
    }

    private func notedBlobs() throws -> [BlobReference] {
        try context.side.readSideTables { tables in
            try tables.rows("SELECT hash, size FROM OSD_SyncBlob WHERE bytes IS NULL ORDER BY hash").compactMap { row in
                guard let hash = row[0].bytes, let size = row[1].integer else { return nil }
                return BlobReference(hash: hash, size: UInt64(size))
            }
        }
    }

    func store(_ blob: BlobReference, _ bytes: Data) throws {
        try writeTables { tables in
            try tables.run("UPDATE OSD_SyncBlob SET bytes = ? WHERE hash = ?", [.data(bytes), .bytes(blob.hash)])
        }
    }

    /// True where the tables have large values that no row has taken.
    func hasArrivedBlobs() throws -> Bool {
        try context.side.readSideTables { tables in
            try !tables.rows("SELECT 1 FROM OSD_SyncBlob WHERE bytes IS NOT NULL AND isOutgoing = 0 LIMIT 1").isEmpty
        }
    }
}
