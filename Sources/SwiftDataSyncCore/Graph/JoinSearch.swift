/// The joins that equal unique values lead to, in rounds: a join may make the values of other rows equal.
///
/// Each round computes again the keys of the rows that the round before has changed, and of the rows that refer to
/// them. The result does not depend on the order within a round.
struct JoinSearch {
    /// The joins, each as the row that remains and the row that becomes part of it.
    private(set) var joins: [(into: RecordID, row: RecordID)] = []

    /// The rows that each round has joined, with all of their records. Kept for a maintained view.
    private(set) var steps: [[RecordID: [RecordID]]] = []
    /// The keys that rows have had in any round. Kept for a maintained view.
    private(set) var heldKeys: [RecordID: Set<UniqueValues.Key>] = [:]

    private let isRecorded: Bool
    private var table: RowTable
    private var ready: Set<RecordID>
    private var keys: [RecordID: [UniqueValues.Key]] = [:]
    private var groups: [UniqueValues.Key: Set<RecordID>] = [:]
    /// The rows whose unique values refer to a row, by that row.
    private var dependents: [RecordID: Set<RecordID>] = [:]

    init(_ table: RowTable, _ ready: Set<RecordID>, isRecorded: Bool = false) {
        (self.table, self.ready, self.isRecorded) = (table, ready, isRecorded)
        var changed = ready
        while !changed.isEmpty { changed = round(changed) }
    }

    private mutating func round(_ changed: Set<RecordID>) -> Set<RecordID> {
        var touched: Set<UniqueValues.Key> = []
        for row in changed {
            forget(row)
            let found = UniqueValues.keys(row, table, ready)
            if found.isEmpty { continue }
            keys[row] = found
            if isRecorded { heldKeys[row, default: []].formUnion(found) }
            for key in found {
                groups[key, default: []].insert(row)
                touched.insert(key)
                for case .reference(let target) in key.values { dependents[target, default: []].insert(row) }
            }
        }
        var classes = UnionFind()
        var members: Set<RecordID> = []
        for key in touched {
            guard let group = groups[key], group.count > 1 else { continue }
            let sorted = group.sorted()
            for row in sorted.dropFirst() {
                joins.append((sorted[0], row))
                classes.unite(sorted[0], row)
            }
            members.formUnion(sorted)
        }
        var next: Set<RecordID> = []
        if isRecorded { steps.append([:]) }
        for rows in Dictionary(grouping: members, by: { classes.root($0) }).values {
            next.formUnion(unite(rows))
        }
        // A row that refers to a joined row may be joined itself.
        return Set(next.compactMap { table.rowOf[$0] }).intersection(ready)
    }

    /// Joins rows to one. Returns it and the rows whose unique values refer to it.
    private mutating func unite(_ rows: [RecordID]) -> Set<RecordID> {
        var referring: Set<RecordID> = []
        for row in rows {
            forget(row)
            ready.remove(row)
            referring.formUnion(dependents.removeValue(forKey: row) ?? [])
        }
        guard let row = table.unite(rows) else { return referring }
        ready.insert(row)
        if isRecorded { steps[steps.count - 1][row] = table.allRecords(of: row).sorted() }
        return referring.union([row])
    }

    private mutating func forget(_ row: RecordID) {
        for key in keys.removeValue(forKey: row) ?? [] {
            groups[key]?.remove(row)
            for case .reference(let target) in key.values { dependents[target]?.remove(row) }
        }
    }
}
