/// The classes of records that are one row each: by aliases, and by unique values that turn out to be equal.
///
/// Classes only grow and their order does not matter (a union-find structure). The row of a class has the identity of its
/// least living record, or of its least record where none lives.
struct RowClasses: Sendable {
    private var classes = UnionFind()
    private let records: [RecordID: RecordState]

    init(_ records: [RecordID: RecordState]) {
        self.records = records
        for (id, state) in records {
            for alias in state.aliases { unite(id, alias) }
        }
    }

    mutating func unite(_ left: RecordID, _ right: RecordID) { classes.unite(left, right) }

    /// The rows with the records of each, sorted. Records that have not arrived are left out.
    mutating func rows() -> [RecordID: [RecordID]] {
        var groups: [RecordID: [RecordID]] = [:]
        for (id, state) in records where state.hasArrived { groups[classes.root(id), default: []].append(id) }
        var rows: [RecordID: [RecordID]] = [:]
        for ids in groups.values {
            let sorted = ids.sorted()
            if let id = sorted.first(where: { records[$0]?.isAlive == true }) ?? sorted.first { rows[id] = sorted }
        }
        return rows
    }
}
