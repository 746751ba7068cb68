/// A store that hands rows to contexts in batches, without a snapshot for each.
package protocol BatchReading: DataStore {
    /// The rows of a fetch, and those at the other ends of the relationships that it prefetches.
    func rows<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> FetchedBatch

    /// The identifiers of the rows of a fetch.
    func identifierList<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> IdentifierList

    /// Rows of a class by key, in the order of the keys, and the place of the key of each. Those that do not exist are
    /// left out.
    func rows(_ keys: [Int64], of layout: ModelLayout) throws -> (rows: RowBatch, places: [Int])

    /// The greatest key of the rows of a class; nil where there are none.
    func lastKey(of layout: ModelLayout) throws -> Int64?

    /// The first rows of a class with keys of a range, in their order.
    func rows(of layout: ModelLayout, in keys: ClosedRange<Int64>, limit: Int) throws -> RowBatch

    /// The members of a to-many relationship of many owners. Runs one statement, however many there are.
    /// - Parameters:
    ///   - salvaging: Whether a damaged value is left `.unloaded` instead of failing the whole.
    ///   - limit: How many rows may be read before owners of which nothing has been read are left out.
    func members(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [Int64],
        salvaging: Bool,
        limit: Int
    ) throws -> MemberBatch
}

/// The rows of a fetch.
package struct FetchedBatch: Sendable {
    package var rows: RowBatch
    /// The members of the to-many relationships that were prefetched, for each row, by slot.
    package var members: [(slot: Int, batch: MemberBatch)] = []
    /// The destinations of the to-one relationships that were prefetched, each once, by slot.
    package var destinations: [(slot: Int, rows: RowBatch)] = []

    package init(rows: consuming RowBatch) {
        self.rows = rows
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
    /// The members of all owners, those of one after the other.
    package var rows: RowBatch
    /// Where the members of each owner are among the rows; nil for an owner that was left out.
    package var ranges: [Range<Int>?]

    package init(rows: RowBatch, ranges: [Range<Int>?]) {
        self.rows = rows
        self.ranges = ranges
    }
}
