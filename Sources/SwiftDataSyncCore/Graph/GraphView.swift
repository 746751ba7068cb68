/// The rows that a state shows: unique values are unique, delete rules are followed, and no reference leads nowhere.
///
/// A view is a pure function of the states of records and the rules. Devices with equal states and rules thus show equal
/// rows. No device writes edits for the effect of a delete rule on a child that another device has added: such edits would
/// have clocks and would compete with edits of users.
package struct GraphView: Sendable {
    private let table: RowTable
    /// The living rows. Their inverses are whole and their unique values differ.
    package let rows: Set<RecordID>
    /// The living rows that wait for records which have not arrived, directly or through other rows.
    ///
    /// A row waits for references that are required, cascade or deny. Other references read as null until the target arrives.
    package let waiting: Set<RecordID>
    /// The rows by entity, reference and row that it leads to.
    private let childrenOf: [ChildKey: [RecordID]]
    private let partners: Partners
    private let foundJoins: [RecordID: RecordState]

    private struct ChildKey: Hashable {
        let entity: SyncName
        let property: SyncName
        let row: RecordID
    }

    package init(_ state: SyncState, _ rules: SyncRules) {
        var classes = RowClasses(state.records)
        var joins: [RecordID: RecordState] = [:]
        while true {
            let table = RowTable(&classes, state.records, rules)
            let living = LivingRows(table).rows
            let waiting = Self.waiting(table, living)
            let ready = living.subtracting(waiting)
            let found = JoinSearch(table, ready).joins
            guard !found.isEmpty else {
                (self.table, self.rows, self.waiting, foundJoins) = (table, ready, waiting, joins)
                partners = Partners(table, ready)
                childrenOf = Self.children(table, ready, partners)
                return
            }
            for (into, row) in found {
                classes.unite(into, row)
                joins[row, default: RecordState()].aliases.insert(into)
            }
        }
    }

    /// Returns the parts of states that record the rows which became one, to be merged and sent. Returns nil, and no part
    /// may be written, where change sets are missing that a received one has seen.
    ///
    /// The parts have neither clock nor device: all devices write the same ones, and writing them changes no row. They are
    /// permanent. From an incomplete state a device would join rows whose unique values were never equal: the edit that gave
    /// one of them another value may be on its way. `deliveries` are the change sets that the view's state consists of.
    package func joins(of deliveries: Deliveries) -> [RecordID: RecordState]? {
        deliveries.isComplete ? foundJoins : nil
    }

    private static func children(
        _ table: RowTable,
        _ rows: Set<RecordID>,
        _ partners: Partners
    ) -> [ChildKey: [RecordID]] {
        var children: [ChildKey: [RecordID]] = [:]
        for row in rows {
            for (name, reference) in table.rules(row).references {
                guard let target = table.target(name, row).flatMap({ table.rowOf[$0] }), rows.contains(target),
                    partners.has(row, reference, target)
                else { continue }
                children[ChildKey(entity: row.entity, property: name, row: target), default: []].append(row)
            }
        }
        return children
    }

    /// Returns the rows with a reference to a record that has not arrived, and the rows with a reference to such a row.
    /// Only references that need their destination count.
    static func waiting(_ table: RowTable, _ living: Set<RecordID>) -> Set<RecordID> {
        var (open, dependents): ([RecordID], [RecordID: [RecordID]]) = ([], [:])
        for row in living {
            for (name, reference) in table.rules(row).references where reference.needsDestination {
                guard let target = table.target(name, row) else { continue }
                if let parent = table.rowOf[target] {
                    dependents[parent, default: []].append(row)
                } else {
                    open.append(row)
                }
            }
        }
        var waiting: Set<RecordID> = []
        while let row = open.popLast() {
            if waiting.insert(row).inserted { open += dependents[row] ?? [] }
        }
        return waiting
    }

    /// Returns the row that shows a record: its own, or the one that it was joined with. Nil where it has not arrived.
    package func row(of record: RecordID) -> RecordID? { table.rowOf[record] }

    /// Returns the records that a row has its values of, sorted. The row has the identity of the first one.
    package func records(of row: RecordID) -> [RecordID] { table.records[row] ?? [] }

    /// Returns the value of a property. A reference leads to a living row, and is null where its row is deleted,
    /// not shown yet, or the partner of another row.
    package func value(_ property: SyncName, of row: RecordID) -> SyncValue? {
        let value = table.value(property, row)
        guard case .reference(let id)? = value else { return value }
        guard let target = table.rowOf[id], rows.contains(target),
            partners.has(row, table.rules(row).references[property], target)
        else { return .null }
        return .reference(target)
    }

    /// Returns the living rows of a many-to-many relationship, in order: by key, and by identity where keys are missing.
    package func members(_ relationship: SyncName, of row: RecordID) -> [RecordID] {
        let members = table.members(relationship, row).filter { rows.contains($0.key) }
        return sorted(members.map { ($0.key, ($0.value)?.value) })
    }

    /// Returns the living rows whose reference leads to a row, in the order of a relationship. The rules have the reference.
    package func children(
        _ entity: SyncName,
        by property: SyncName,
        of row: RecordID,
        orderedBy relationship: SyncName
    ) -> [RecordID] {
        let children = childrenOf[ChildKey(entity: entity, property: property, row: row)] ?? []
        return sorted(children.map { ($0, table.order(relationship, $0)) })
    }

    private func sorted(_ members: [(id: RecordID, key: OrderKey?)]) -> [RecordID] {
        members.sorted { left, right in
            switch (left.key, right.key) {
            case (let first?, let second?) where first != second: first < second
            case (_?, nil): true
            case (nil, _?): false
            default: left.id < right.id
            }
        }.map(\.id)
    }
}
