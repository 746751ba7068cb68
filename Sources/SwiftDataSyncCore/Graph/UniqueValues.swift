/// The unique values of rows. Rows with an equal key are one row.
enum UniqueValues {
    struct Key: Hashable {
        let constraint: SyncRules.Unique
        let values: [SyncValue]
    }

    /// Returns the keys of a row, of which each constraint has one at most.
    ///
    /// Null clashes with nothing, as in a store, and so does a value that this device cannot read. A reference counts as the row
    /// that it leads to.
    static func keys(_ row: RecordID, _ table: RowTable, _ rows: Set<RecordID>) -> [Key] {
        table.rules(row).unique.compactMap { constraint in
            let values = constraint.properties.compactMap { value($0, row, table, rows) }
            return values.count == constraint.properties.count ? Key(constraint: constraint, values: values) : nil
        }
    }

    private static func value(
        _ property: SyncName,
        _ row: RecordID,
        _ table: RowTable,
        _ rows: Set<RecordID>
    ) -> SyncValue? {
        switch table.value(property, row) {
        case nil, .null, .sealed: return nil
        case .reference(let id)?:
            guard let target = table.rowOf[id], rows.contains(target) else { return nil }
            return .reference(target)
        case let value?: return value
        }
    }
}
