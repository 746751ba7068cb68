import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// The large values that a capture has found: they travel apart from their records, by the hash of their bytes.
///
/// Not shared: it serves one transaction of the engine.
final class OutgoingBlobs {
    private let limit: Int
    /// True where no bytes leave the device in the open.
    private let seals: Bool
    private(set) var found: [BlobReference: Data] = [:]
    private var sealed: [BlobReference: SealedBlob] = [:]
    private var sealedBytes: [BlobReference: Data] = [:]

    init(limit: Int, seals: Bool) {
        self.limit = limit
        self.seals = seals
    }

    /// Takes bytes that are large enough to travel apart.
    func take(_ data: Data) -> BlobReference? {
        guard data.count >= limit else { return nil }
        let reference = BlobReference(of: data)
        found[reference] = data
        return reference
    }

    /// Seals the bytes that were taken, under the current key; nil where they were not taken here.
    /// - Throws: ``SyncSealingError``.
    func seal(_ content: BlobReference, _ keys: any SyncSealing) throws(SyncSealingError) -> SealedBlob? {
        if let known = sealed[content] { return known }
        guard let data = found[content] else { return nil }
        let key = keys.currentKey
        let bytes = try keys.seal(data, by: key, binding: Data(SealingPlace.bindingOfLargeValue(key)))
        let result = SealedBlob(content: content, carried: BlobReference(of: bytes), key: key)
        sealed[content] = result
        sealedBytes[result.carried] = bytes
        return result
    }

    /// Writes the bytes, which stay until the transport has them.
    func write(to tables: any SideTables) throws {
        for (reference, data) in seals ? sealedBytes : found {
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

/// The large values that have arrived and that no row has yet, and the missing ones.
///
/// Not shared: it serves one transaction of the engine.
final class IncomingBlobs {
    private let side: any SideTableStore
    private let sealing: ValueSealing
    private var missing: Set<BlobReference> = []
    /// The values that rows have now, and the values that held rows still need.
    private var used: Set<BlobReference> = []
    private var kept: Set<BlobReference> = []
    /// The keys that were not there when bytes were to be opened. They may have been added since.
    private(set) var missedKeys: Set<SealingKeyName> = []
    /// The hashes of values that no row waits for any more: of missing values, and of arrived values.
    private var droppedMissing: [[UInt8]] = []
    private var droppedArrived: [[UInt8]] = []

    init(_ side: any SideTableStore, _ sealing: ValueSealing) { (self.side, self.sealing) = (side, sealing) }

    /// - Throws: ``SyncError`` with code `blobMissing`, and `keyMissing` or `notAuthentic` where the bytes are sealed.
    func bytes(_ value: LargeValue) throws -> Data {
        // Values that this device cannot open are not fetched.
        if let key = value.sealed?.key, !sealing.hasKey(key) {
            missedKeys.insert(key)
            throw SyncError.keyMissing(key)
        }
        let found = try side.firstRow(
            "SELECT bytes FROM OSD_SyncBlob WHERE hash = ? AND bytes IS NOT NULL",
            [.bytes(value.carried.hash)]
        ) { $0[0].bytes }
        guard let found else {
            missing.insert(value.carried)
            throw SyncError(.blobMissing, "A large value has not arrived. The row waits for it.")
        }
        let data = Data(found)
        guard let sealed = value.sealed else { return data }
        do {
            return try sealing.open(data, of: sealed)
        } catch let error as SyncError where error.code == .keyMissing {
            missedKeys.insert(sealed.key)
            throw error
        }
    }

    /// Notes that a row has values which have arrived, or is held in spite of them.
    func note(_ references: Set<BlobReference>, isHeld: Bool) {
        if isHeld { kept.formUnion(references) } else { used.formUnion(references) }
    }

    /// Drops values that were missing.
    func dropMissing(_ references: Set<BlobReference>) { droppedMissing += references.map(\.hash) }

    /// Drops the values that have arrived, except the values of rows that still wait for another one.
    func dropArrived() throws {
        let kept = Set(kept.map(\.hash))
        // The tables are only written while a save is under way.
        droppedArrived += try side.readSideTables { tables in
            try tables.rows("SELECT hash FROM OSD_SyncBlob WHERE bytes IS NOT NULL AND isOutgoing = 0")
        }.compactMap { $0[0].bytes }.filter { !kept.contains($0) }
    }

    /// Notes the values that are missing, and drops the values that rows have now or do not need. To be called in the
    /// transaction of the store.
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
