/// The rows of a fetch.
package struct FetchedBatch: Sendable {
    package var rows: RowBatch
    /// The members of the to-many relationships that were prefetched, for each row, by slot.
    package var members: [(slot: Int, batch: MemberBatch)] = []
    /// The destinations of the to-one relationships that were prefetched, each once, by slot.
    package var destinations: [(slot: Int, rows: RowBatch)] = []
    /// The work that the store leaves to the context.
    package var left = ResidualWork()

    package init(rows: consuming RowBatch, left: ResidualWork = ResidualWork()) {
        self.rows = rows
        self.left = left
    }

    /// Hands the rows over to one holder.
    mutating func takeRows() -> RowBatch {
        var taken = RowBatch()
        swap(&taken, &rows)
        return taken
    }
}

/// The members of a to-many relationship of many owners.
package struct MemberBatch: Sendable {
    /// The members of all owners, one owner after the other.
    package var rows: RowBatch
    /// The ranges of each owner's members among the rows; nil for an owner that was left out.
    package var ranges: [Range<Int>?]

    package init(rows: RowBatch, ranges: [Range<Int>?]) {
        self.rows = rows
        self.ranges = ranges
    }
}
