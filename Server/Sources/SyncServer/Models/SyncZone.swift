import SwiftData

/// A zone: the counters of its log, and the bytes that it has.
///
/// Packets and values name the zone by its number: a zone has too many of them for a relationship.
@Model
final class SyncZone {
    #Unique<SyncZone>([\.number])
    /// The number, which is never used again.
    var number: Int
    /// The identity of the data, which clients compare.
    var account: String
    var created: Date
    /// The position of the last packet of the log. Positions are counted under the write lock of the store.
    var last = 0
    /// The position up to which packets have been merged into the snapshot.
    var mergedUpTo = 0
    /// The generation of the snapshot; 0 where there is none.
    var generation = 0
    /// The last generation that a compaction was given. None is given twice, also where its compaction has died.
    var lastGeneration = 0
    /// The position of the last packet of the snapshot.
    var snapshotLast = 0
    /// The number of the device under which snapshots are sent, and the last sequence that was used.
    var snapshotDevice: Int
    var snapshotSequence = 0
    var logBytes = 0
    var snapshotBytes = 0
    var valueBytes = 0
    /// The number of large values that have become whole.
    var valueCount = 0
    /// The number of large values that are not whole yet. Older servers have not counted theirs.
    var uploads = 0
    /// The number of bytes that the zone may have; nil for the setting of the server.
    var quota: Int?
    /// The compaction that is under way, and the time after which it counts as dead.
    var claim: String?
    var claimEnds: Date?
    @Relationship(deleteRule: .cascade, inverse: \Membership.zone) var memberships: [Membership] = []

    init(number: Int, account: String, snapshotDevice: Int, created: Date) {
        (self.number, self.account, self.snapshotDevice, self.created) = (number, account, snapshotDevice, created)
    }

    /// The bytes of packets and values.
    var bytes: Int { logBytes + snapshotBytes + valueBytes }

    /// The charge to the quota: the bytes, and an estimate for rows, their indexes and their history.
    var charge: Int {
        let packets = Self.packetCharge * (last - mergedUpTo + snapshotLast) + Self.mergedCharge * mergedUpTo
        return bytes + packets + Self.valueCharge * (valueCount + uploads)
    }

    /// The charge for a packet beside its bytes, for one that was merged, and for a value.
    static let (packetCharge, mergedCharge, valueCharge) = (400, 200, 400)

    /// Counts an upload that has become whole, or was forgotten.
    func endUpload() { uploads = max(0, uploads - 1) }

    static func find(_ number: Int, _ context: ModelContext) throws -> SyncZone? {
        try context.fetch(FetchDescriptor<SyncZone>(predicate: #Predicate { $0.number == number })).first
    }
}
