/// Rows of one of our stores as contexts take them: the values of each in the array that its model will hold.
package struct RowBatch: Sendable {
    /// The layouts of the rows; each row has the place of its own in ``identifiers``.
    package let layouts: [ModelLayout]
    package let identifiers: IdentifierList
    /// The optimistic-lock counters.
    package let locks: [Int64]
    /// Nil for a row whose values a model has taken.
    package var values: [[StoredValue]?]

    package init(
        layouts: [ModelLayout],
        identifiers: IdentifierList,
        locks: [Int64],
        values: consuming [[StoredValue]?]
    ) {
        // Models are made without looking at the counts again, which only our own stores can get wrong.
        precondition(
            identifiers.count == values.count && locks.count == values.count
                && (values.isEmpty || identifiers.hasKeys && layouts.count == identifiers.spaces.count),
            "the parts of a batch do not belong together"
        )
        self.layouts = layouts
        self.identifiers = identifiers
        self.locks = locks
        self.values = values
    }

    /// No rows.
    package init() {
        self.init(layouts: [], identifiers: IdentifierList([]), locks: [], values: [])
    }

    package var count: Int { values.count }

    package func layout(at index: Int) -> ModelLayout { layouts[identifiers.place(index)] }

    package func row(at index: Int) -> LoadedRow {
        LoadedRow(layout: layout(at: index), values: values[index] ?? [], lock: locks[index])
    }

    package func snapshot(at index: Int) -> DefaultSnapshot {
        var snapshot = DefaultSnapshot(
            persistentIdentifier: identifiers[index],
            layout: layout(at: index),
            values: values[index] ?? []
        )
        snapshot.lock = locks[index]
        return snapshot
    }

    /// All rows as snapshots.
    package var snapshots: [DefaultSnapshot] { values.indices.map { snapshot(at: $0) } }
}

/// What a store has read of one row.
package struct LoadedRow {
    package let layout: ModelLayout
    package var values: [StoredValue]
    package let lock: Int64

    package init(layout: ModelLayout, values: [StoredValue], lock: Int64) {
        self.layout = layout
        self.values = values
        self.lock = lock
    }

    package init(_ snapshot: DefaultSnapshot) {
        self.init(layout: snapshot.layout, values: snapshot.values, lock: snapshot.lock)
    }
}
