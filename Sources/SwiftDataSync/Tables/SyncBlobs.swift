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
    private let read: (BlobReference) throws -> Data?
    private(set) var missing: Set<BlobReference> = []
    /// The values that rows have now, and those that held rows still need.
    private var used: Set<BlobReference> = []
    private(set) var kept: Set<BlobReference> = []

    /// - Parameter read: Returns the bytes of a value that has arrived.
    init(read: @escaping (BlobReference) throws -> Data?) { self.read = read }

    /// - Throws: ``SyncError`` with code `blobMissing`.
    func bytes(_ reference: BlobReference) throws -> Data {
        guard let data = try read(reference) else {
            missing.insert(reference)
            throw SyncError(.blobMissing, "A large value has not arrived. The row waits for it.")
        }
        return data
    }

    /// Notes that a row has values which have arrived, or is held in spite of them.
    func note(_ references: Set<BlobReference>, isHeld: Bool) {
        if isHeld { kept.formUnion(references) } else { used.formUnion(references) }
    }

    /// Notes the values that are missing, and drops those that rows have now.
    func write(to tables: any SideTables) throws {
        for reference in missing {
            try tables.run(
                "INSERT INTO OSD_SyncBlob (hash, size, isOutgoing) VALUES (?, ?, 0) ON CONFLICT (hash) DO NOTHING",
                [.bytes(reference.hash), .integer(Int64(clamping: reference.size))]
            )
        }
        for reference in used.subtracting(missing).subtracting(kept) {
            try tables.run("DELETE FROM OSD_SyncBlob WHERE hash = ? AND isOutgoing = 0", [.bytes(reference.hash)])
        }
    }
}

extension IncomingBlobs {
    /// The hashes of the values that have arrived, but for those of rows that still wait for another one.
    func unneeded(_ tables: any SideTables) throws -> [[UInt8]] {
        let kept = Set(kept.map(\.hash))
        return try tables.rows("SELECT hash FROM OSD_SyncBlob WHERE bytes IS NOT NULL AND isOutgoing = 0")
            .compactMap { $0[0].bytes }.filter { !kept.contains($0) }
    }
}
