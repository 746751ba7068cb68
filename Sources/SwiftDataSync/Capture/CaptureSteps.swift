import SwiftDataCore
import SwiftDataSyncCore

/// The edits of rows in the order of their times.
struct CaptureSteps {
    /// The part of an edit that has one time.
    struct Step {
        let edit: RowEdit
        let time: UInt64
        /// The slots that were written; nil for all.
        let slots: Set<Int>?

        /// All values of a row, at the time of the edit.
        static func whole(_ edit: RowEdit) -> Step { Step(edit: edit, time: edit.time, slots: nil) }
    }

    /// The steps in the order of their times.
    private(set) var steps: [Step] = []
    /// The edits of existing rows, as they were given.
    private(set) var living: [RowEdit] = []
    /// The records of the rows that were deleted, whose references are no edits.
    private(set) var deleted: Set<RecordID> = []

    /// - Parameter selections: The predicates of rows that stay on the device, whose edits are left out.
    init(_ edits: [RowEdit], _ records: SyncRecords, _ selections: SyncSelections) throws {
        for edit in edits {
            switch edit.kind {
            case .deleted:
                guard !edit.isGone, let row = try records.places.row(of: edit.identifier) else { continue }
                deleted.insert(row)
                steps.append(.whole(edit))
                continue
            case .inserted: steps.append(.whole(edit))
            case .updated(let times):
                for (time, slots) in Dictionary(grouping: times.keys, by: { times[$0] ?? edit.time }) {
                    steps.append(Step(edit: edit, time: time, slots: Set(slots)))
                }
            }
            living.append(edit)
        }
        let unsent = try living.map(\.identifier).filter { try selections.isUnsent($0, records) }
        if !unsent.isEmpty {
            let left = Set(unsent).subtracting(try selections.matching(unsent))
            living.removeAll { left.contains($0.identifier) }
            steps.removeAll { left.contains($0.edit.identifier) }
        }
        steps.sort { ($0.time, $0.edit.identifier) < ($1.time, $1.edit.identifier) }
    }
}
