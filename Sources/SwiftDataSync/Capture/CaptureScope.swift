import SwiftDataCore
import SwiftDataSyncCore

/// The rows and rules of a capture. It decides if a row is captured now, was captured before, or will be later.
struct CaptureScope {
    let schema: SyncSchema
    let mode: CaptureMode
    let selections: SyncSelections
    let records: SyncRecords
    let parts: CapturedParts
    /// The rows whose edits are captured, as they were given.
    let asked: Set<PersistentIdentifier>
    /// The records of the rows that were deleted, whose references are no edits.
    let deleted: Set<RecordID>

    /// True for a row of a class with a predicate that was not sent.
    func isUnsent(_ identifier: PersistentIdentifier) throws -> Bool { try selections.isUnsent(identifier, records) }

    /// True for a row whose insertion has been captured.
    func hasArrived(_ identifier: PersistentIdentifier) throws -> Bool {
        guard let row = try records.places.row(of: identifier) else { return false }
        return try parts.hasInserted(row) || records.state(row).hasArrived
    }

    /// The identities of members, but for members that were not sent: they add the pairs when they are.
    func identities(_ members: [PersistentIdentifier]) throws -> Set<RecordID> {
        Set(try members.compactMap { try isUnsent($0) ? nil : records.identity($0, time: 0) })
    }

    /// The identities of the rows that have been captured. The rest keep the relationship, and write it when they are.
    func captured(_ rows: [PersistentIdentifier]) throws -> Set<RecordID> {
        Set(try rows.compactMap { try hasArrived($0) ? records.places.row(of: $0) : nil })
    }

    /// The row of the store that has a record. A row that is held is in the view alone, and no list of members has it.
    func storedRow(of record: RecordID) throws -> RecordID? {
        guard let row = try records.shownRow(of: record) else { return nil }
        return try deleted.contains(row) || records.places.place(of: row) != nil ? row : nil
    }
}
