import SwiftDataSyncCore

/// The reason for a capture, which decides which differences count as edits.
struct CaptureMode {
    /// True where rows are compared with their records, and equal values are no edits.
    var onlyDifferences = false
    /// True where rows from before sync are captured, class by class.
    var isStock = false
    /// The relationships that earlier versions of the app did not know, by ``SyncSchema/relationships``.
    var newRelationships: Set<String> = []
    /// True for a row in which the store does not show the members of these relationships yet.
    var isUnwritten: (RecordID) -> Bool = { _ in false }

    /// True where the store does not show the members of a row: a member that the row does not have is not removed from it.
    func isUnshown(_ relationship: String, of row: RecordID) -> Bool {
        newRelationships.contains(relationship) && isUnwritten(row)
    }
}
