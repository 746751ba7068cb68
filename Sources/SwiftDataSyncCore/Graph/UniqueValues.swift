/// The rows that have the same unique values.
enum UniqueValues {
    private struct Key: Hashable {
        let constraint: SyncRules.Unique
        let values: [SyncValue]
    }

    /// Returns the groups of two or more rows with the same values of a constraint, each sorted.
    ///
    /// Null clashes with nothing, as in a store. A reference counts as the row that it leads to.
    static func groups(_ table: RowTable, _ rows: Set<RecordID>) -> [[RecordID]] {
        var groups: [Key: [RecordID]] = [:]
        for row in rows {
            for constraint in table.rules(row).unique {
                let values = constraint.properties.compactMap { value($0, row, table, rows) }
                guard values.count == constraint.properties.count else { continue }
                groups[Key(constraint: constraint, values: values), default: []].append(row)
            }
        }
        return groups.values.filter { $0.count > 1 }.map { $0.sorted() }
    }

    private static func value(
        _ property: SyncName,
        _ row: RecordID,
        _ table: RowTable,
        _ rows: Set<RecordID>
    ) -> SyncValue? {
        switch table.value(property, row) {
        case nil, .null: return nil
        case .reference(let id)?:
            guard let target = table.rowOf[id], rows.contains(target) else { return nil }
            return .reference(target)
        case let value?: return value
        }
    }
}
