/// The states of all records of a device or a server.
public struct SyncState: Hashable, Sendable {
    /// The states by identity.
    public package(set) var records: [RecordID: RecordState]

    /// Creates a state from states of records.
    public init(_ records: [RecordID: RecordState] = [:]) {
        self.records = records
    }

    /// Merges the parts of a change set. Change sets may come in any order. Returns the records that have changed.
    @discardableResult
    public mutating func apply(_ changes: ChangeSet) -> Set<RecordID> {
        merge(changes.records)
    }

    /// Merges the states of another device.
    @discardableResult
    public mutating func merge(_ other: SyncState) -> Set<RecordID> {
        merge(other.records)
    }

    private mutating func merge(_ parts: [RecordID: RecordState]) -> Set<RecordID> {
        var changed: Set<RecordID> = []
        for (id, part) in parts {
            if records[id] == nil {
                records[id] = part
                changed.insert(id)
            } else if records[id]?.merge(part) == true {
                // The record is merged in its place, without a copy.
                changed.insert(id)
            }
        }
        return changed
    }
}
