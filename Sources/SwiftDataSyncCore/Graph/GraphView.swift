/// The rows that a state shows: unique values are unique, delete rules are followed, and no reference leads nowhere.
///
/// A view is a pure function of the states of records and the rules. Devices with equal states thus show equal rows. No
/// device writes edits for the effect of a delete rule on a child that another device has added: such edits would have
/// clocks and would compete with edits of users.
package struct GraphView: Sendable {
    private let table: RowTable
    /// The living rows. Their inverses are whole and their unique values differ.
    package let rows: Set<RecordID>
    /// The living rows that wait for records which have not arrived, directly or through other rows.
    package let waiting: Set<RecordID>
    /// The parts of states that record the rows which became one, to be merged and sent.
    ///
    /// They have neither clock nor device: all devices write the same parts, and writing them changes no row.
    package let joins: [RecordID: RecordState]

    package init(_ state: SyncState, _ rules: SyncRules) {
        var classes = RowClasses(state.records)
        var joins: [RecordID: RecordState] = [:]
        while true {
            let table = RowTable(classes, state.records, rules)
            let living = LivingRows(table).rows
            let waiting = Self.waiting(table, living)
            let ready = living.subtracting(waiting)
            let groups = UniqueValues.groups(table, ready)
            guard !groups.isEmpty else {
                (self.table, self.rows, self.waiting, self.joins) = (table, ready, waiting, joins)
                return
            }
            for group in groups {
                for row in group.dropFirst() {
                    classes.unite(group[0], row)
                    joins[row, default: RecordState()].aliases.insert(group[0])
                }
            }
        }
    }

    /// Returns the rows with a reference to a record that has not arrived, and the rows with a reference to such a row.
    private static func waiting(_ table: RowTable, _ living: Set<RecordID>) -> Set<RecordID> {
        var (open, dependents): ([RecordID], [RecordID: [RecordID]]) = ([], [:])
        for row in living {
            for name in table.rules(row).references.keys {
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

    /// Returns the value of a property. A reference leads to a living row, and is null where its row is deleted.
    package func value(_ property: SyncName, of row: RecordID) -> SyncValue? {
        let value = table.value(property, row)
        guard case .reference(let id)? = value else { return value }
        guard let target = table.rowOf[id], rows.contains(target) else { return .null }
        return .reference(target)
    }

    /// Returns the living rows of a many-to-many relationship, in order: by key, and by identity where keys are missing.
    package func members(_ relationship: SyncName, of row: RecordID) -> [RecordID] {
        let members = table.members(relationship, row).filter { rows.contains($0.key) }
        return sorted(members.map { ($0.key, ($0.value)?.value) })
    }

    /// Returns the living rows whose reference leads to a row, in the order of a relationship.
    package func children(
        _ entity: SyncName,
        by property: SyncName,
        of row: RecordID,
        orderedBy relationship: SyncName
    ) -> [RecordID] {
        let children = rows.filter { $0.entity == entity && value(property, of: $0) == .reference(row) }
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
