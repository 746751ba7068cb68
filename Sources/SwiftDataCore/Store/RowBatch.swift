/// Rows as contexts take them: the values of each in the array that its model will hold.
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
        // Models are made without looking at the counts again, which only our own code can get wrong.
        precondition(
            identifiers.count == values.count && locks.count == values.count
                && (values.isEmpty || layouts.count == identifiers.spaces.count),
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

    /// All rows as snapshots, by identifier.
    package var byIdentifier: [PersistentIdentifier: DefaultSnapshot] {
        Dictionary(values.indices.map { (identifiers[$0], snapshot(at: $0)) }) { first, _ in first }
    }

    /// Snapshots as a batch.
    package init(_ snapshots: some Collection<DefaultSnapshot>) {
        var layouts: [ModelLayout] = []
        var spaces: [IdentifierSpace] = []
        var known: [ObjectIdentifier: UInt16] = [:]
        var places: [UInt16] = []
        places.reserveCapacity(snapshots.count)
        for snapshot in snapshots {
            // A row of a store belongs to the space of its entity, whose class has one layout.
            if let place = known[ObjectIdentifier(snapshot.layout)] {
                places.append(place)
                continue
            }
            let place = UInt16(truncatingIfNeeded: layouts.count)
            known[ObjectIdentifier(snapshot.layout)] = place
            places.append(place)
            layouts.append(snapshot.layout)
            spaces.append(snapshot.persistentIdentifier.id.space)
        }
        self.init(
            layouts: layouts,
            identifiers: IdentifierList(snapshots.map(\.persistentIdentifier), spaces: spaces, places: places),
            locks: snapshots.map(\.lock),
            values: snapshots.map(\.values)
        )
    }

    /// The rows at some places, in their order.
    package func selecting(_ indices: [Int]) -> RowBatch {
        RowBatch(
            layouts: layouts,
            identifiers: identifiers.selecting(indices),
            locks: indices.map { locks[$0] },
            values: indices.map { values[$0] }
        )
    }

    /// The rows of some batches, one batch after the other.
    package init(joining batches: [RowBatch]) {
        if batches.count == 1, let only = batches.first {
            self = only
            return
        }
        self.init(
            layouts: batches.flatMap(\.layouts),
            identifiers: IdentifierList(joining: batches.map(\.identifiers)),
            locks: batches.flatMap(\.locks),
            values: batches.flatMap(\.values)
        )
    }
}

/// One row, as far as a store has read it.
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

    /// A row of which nothing has been read.
    static func unread(_ layout: ModelLayout) -> LoadedRow {
        LoadedRow(layout: layout, values: layout.unloadedValues, lock: DefaultSnapshot.unknownLock)
    }
}
