/// The rows that a change of states has changed. Rows whose content stays may be among them.
package struct ViewChange: Hashable, Sendable {
    /// The changes by the row's identity.
    package var rows: [RecordID: RowChange] = [:]
    /// True where rows have become one and no alias has it yet. See ``MaintainedView/joins(of:in:)``.
    package var hasJoins = false

    package init() {}
}

/// The change of one row.
package enum RowChange: Hashable, Sendable {
    /// The row is shown, with this content.
    case shown(RowContent)
    /// The row is not shown any more: it is deleted, or waits for a record.
    case hidden
    /// The row is now part of another row, which is shown.
    case joined(into: RecordID)
}

/// The content of a shown row.
package struct RowContent: Hashable, Sendable {
    /// The records that the row has its values of, sorted. See ``GraphView/records(of:)``.
    package let records: [RecordID]
    /// The values that were written. A reference leads to a shown row, or is null.
    package let values: [SyncName: SyncValue]
    /// The places of the row in ordered relationships, by the name of the relationship. The children of a row are sorted by
    /// them: by key, keys before none, and then by identity.
    package let orders: [SyncName: OrderKey]
    /// The members of many-to-many relationships.
    package let members: MemberChanges
}

/// The changes of the many-to-many relationships of a row.
package struct MemberChanges: Hashable, Sendable {
    /// A member that is shown, with its place among the members. Sorted as children are.
    package enum Change: Hashable, Sendable {
        case present(OrderKey?)
        case absent
    }

    /// True where the row has no members but the ones that are named here.
    package let isWhole: Bool
    /// The members that are present, and the ones that are no longer.
    package let changes: [SyncName: [RecordID: Change]]
}
