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

    /// Adds the members of a to-many relationship, one range for each row, and their identifiers to the rows.
    package mutating func addMembers(_ found: MemberBatch, of slot: Int) {
        for (index, range) in found.ranges.enumerated() {
            guard let range else { continue }
            rows.values[index]?[slot] = .identifiers(Array(found.rows.identifiers[range]))
        }
        members.append((slot, found))
    }

    /// The keys of the destinations of a to-one relationship, in order and each once.
    package func destinationKeys(of slot: Int) -> [Int64] {
        var keys: Set<Int64> = []
        for case let values? in rows.values {
            if case .identifier(let identifier) = values[slot], let key = identifier.row { keys.insert(key) }
        }
        return keys.sorted()
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
