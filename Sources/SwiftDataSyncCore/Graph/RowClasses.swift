/// The classes of records that are one row each: by aliases, and by unique values that turn out to be equal.
///
/// Classes only grow and their order does not matter (a union-find structure). The row of a class has the identity of its
/// least living record, or of its least record where none lives.
struct RowClasses: Sendable {
    private var parents: [RecordID: RecordID] = [:]
    private let records: [RecordID: RecordState]

    init(_ records: [RecordID: RecordState]) {
        self.records = records
        for (id, state) in records {
            for alias in state.aliases { unite(id, alias) }
        }
    }

    private func root(_ id: RecordID) -> RecordID {
        var id = id
        while let parent = parents[id] { id = parent }
        return id
    }

    mutating func unite(_ left: RecordID, _ right: RecordID) {
        let (left, right) = (root(left), root(right))
        if left != right { parents[max(left, right)] = min(left, right) }
    }

    /// The rows with the records of each, sorted. Records that have not arrived are left out.
    func rows() -> [RecordID: [RecordID]] {
        let classes = Dictionary(grouping: records.keys.filter { records[$0]?.hasArrived == true }) { root($0) }
        var rows: [RecordID: [RecordID]] = [:]
        for ids in classes.values {
            let sorted = ids.sorted()
            if let id = sorted.first(where: { records[$0]?.isAlive == true }) ?? sorted.first { rows[id] = sorted }
        }
        return rows
    }
}
