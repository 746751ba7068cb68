import SwiftDataSync
import SwiftDataSyncCore

/// The input of one compaction: the snapshot of a generation, and the packets of the log up to a position.
package struct CompactionPlan: Sendable {
    let zone: Int
    let generation: Int
    /// The generation that is made, which no other compaction is given.
    let next: Int
    let snapshotLast: Int
    let mergedUpTo: Int
    let upTo: Int
    let device: DeviceNumber
    let sequence: UInt64
    let claim: String

    /// The packets to merge: the packets of the old snapshot, and of the log behind it.
    var sources: [CompactionSource] { [snapshot, log] }

    var snapshot: CompactionSource {
        CompactionSource(zone: zone, generation: generation, start: 0, end: generation > 0 ? snapshotLast : 0)
    }

    var log: CompactionSource { CompactionSource(zone: zone, generation: 0, start: mergedUpTo, end: upTo) }
}

/// Packets of the log or of a snapshot: the packets behind a position, up to another one.
struct CompactionSource: Hashable, Sendable {
    let zone: Int
    let generation: Int
    var start: Int
    let end: Int
}
