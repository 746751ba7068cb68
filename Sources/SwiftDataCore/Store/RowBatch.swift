/// Rows of one of our stores as contexts take them: the values of each in the array that its model will hold.
package struct RowBatch: Sendable {
    /// The layouts of the rows; each row has the place of its own in ``identifiers``.
    package let layouts: [ModelLayout]
    package private(set) var identifiers: IdentifierList
    /// The optimistic-lock counters.
    package private(set) var locks: [Int64] = []
    package var values: [[StoredValue]] = []

    package init(layouts: [ModelLayout], spaces: [IdentifierSpace]) {
        self.layouts = layouts
        identifiers = IdentifierList(spaces: spaces)
    }

    package var count: Int { values.count }

    package mutating func reserveCapacity(_ count: Int) {
        locks.reserveCapacity(count)
        values.reserveCapacity(count)
    }

    /// Adds a row.
    /// - Parameter place: That of its layout and space.
    package mutating func append(_ key: Int64, place: Int, lock: Int64, _ rowValues: [StoredValue]) {
        identifiers.append(key, place: place)
        locks.append(lock)
        values.append(rowValues)
    }

    package func layout(at index: Int) -> ModelLayout { layouts[identifiers.place(index)] }

    package func row(at index: Int) -> LoadedRow {
        LoadedRow(layout: layout(at: index), values: values[index], lock: locks[index])
    }

    /// A row that is taken out, so that its values have one holder.
    package mutating func takeRow(at index: Int) -> LoadedRow {
        var taken: [StoredValue] = []
        swap(&taken, &values[index])
        return LoadedRow(layout: layout(at: index), values: taken, lock: locks[index])
    }

    package func snapshot(at index: Int) -> DefaultSnapshot {
        var snapshot = DefaultSnapshot(
            persistentIdentifier: identifiers[index],
            layout: layout(at: index),
            values: values[index]
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
