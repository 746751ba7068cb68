import SwiftDataSyncCore

/// An edit as plain facts, with the log entries that its device had seen. No state of the product is in it.
struct LoggedEdit {
    enum Kind {
        case insert, delete, undelete
        case assign(SyncName, Int)
        case count(SyncName, Int)
        case place(OrderKey)
        case member(RecordID, Bool)
        case join(RecordID)
        case novelty([UInt8])
    }

    let record: RecordID
    let kind: Kind
    /// Nil for edits without a clock: members and joins.
    let clock: HybridClock?
    let seen: Set<Int>
    /// The part that was sent, for the comparison of parts with whole states.
    let part: RecordState
}
