/// The rows of a set of classes, before delete rules: their records and the values that these have together.
struct RowTable: Sendable {
    /// The records that each row has its values of, sorted: its living ones, or all of a deleted row.
    private(set) var records: [RecordID: [RecordID]]
    /// The rows with a living record.
    private(set) var alive: Set<RecordID>
    /// The row of each record that has arrived.
    private(set) var rowOf: [RecordID: RecordID]
    /// The records of each row, deleted ones included.
    private var all: [RecordID: [RecordID]]
    private let states: [RecordID: RecordState]
    private let rules: SyncRules

    /// Creates the rows of some records. `outside` has the rows of records that these refer to and whose states are
    /// left out.
    init(
        _ classes: inout RowClasses,
        _ states: [RecordID: RecordState],
        _ rules: SyncRules,
        outside: [RecordID: OutsideRow] = [:]
    ) {
        self.states = states
        self.rules = rules
        var (records, rowOf): ([RecordID: [RecordID]], [RecordID: RecordID]) = ([:], [:])
        all = classes.rows()
        for (row, ids) in all {
            let living = ids.filter { states[$0]?.isAlive == true }
            records[row] = living.isEmpty ? ids : living
            for id in ids { rowOf[id] = row }
        }
        (self.records, self.rowOf) = (records, rowOf)
        alive = Set(records.keys.filter { states[$0]?.isAlive == true })
        for (id, outsideRow) in outside {
            self.rowOf[id] = outsideRow.row
            self.records[outsideRow.row] = []
            if outsideRow.isShown { alive.insert(outsideRow.row) }
        }
    }

    /// The row of a record whose state the table does not have.
    struct OutsideRow: Sendable {
        let row: RecordID
        let isShown: Bool
    }

    /// Returns the records of a row, deleted ones included.
    func allRecords(of row: RecordID) -> [RecordID] { all[row] ?? [] }

    /// Joins rows to one and returns it: the least living record, or the least record where none lives. Returns nil for no
    /// rows.
    mutating func unite(_ rows: [RecordID]) -> RecordID? {
        var moved: [RecordID] = []
        let living = rows.filter { alive.contains($0) }
        let kept = (living.isEmpty ? rows : living).flatMap { records[$0] ?? [] }.sorted()
        guard let result = kept.first else { return nil }
        for row in rows {
            let ids = all.removeValue(forKey: row) ?? []
            for id in ids where row != result { rowOf[id] = result }
            moved += ids
            records[row] = nil
            alive.remove(row)
        }
        all[result] = moved
        records[result] = kept
        if !living.isEmpty { alive.insert(result) }
        return result
    }

    private func states(_ row: RecordID) -> [RecordState] { (records[row] ?? []).compactMap { states[$0] } }

    func rules(_ row: RecordID) -> SyncRules.Entity { rules.entities[row.entity] ?? SyncRules.Entity() }

    /// Returns the value of a property, with references as they were written.
    func value(_ property: SyncName, _ row: RecordID) -> SyncValue? {
        let policy = rules.policies.policy(entity: row.entity, property: property)
        return PropertyState.value(policy, joining: states(row).compactMap { $0.properties[property] })
    }

    /// Returns the latest clock of a property.
    func clock(_ property: SyncName, _ row: RecordID) -> HybridClock? {
        states(row).compactMap { $0.properties[property]?.clock }.max()
    }

    /// Returns the record that a reference names, which may not have arrived.
    func target(_ property: SyncName, _ row: RecordID) -> RecordID? {
        if case .reference(let id)? = value(property, row) { id } else { nil }
    }

    /// Returns the rows of the members of a many-to-many relationship that have arrived, with their places.
    func members(_ relationship: SyncName, _ row: RecordID) -> [RecordID: Register<OrderKey>?] {
        var members: [RecordID: Register<OrderKey>?] = [:]
        for state in states(row) {
            for (id, pair) in state.members[relationship] ?? [:] where pair.isPresent {
                guard let member = rowOf[id] else { continue }
                members[member] = .some(later(members[member] ?? nil, pair.order))
            }
        }
        return members
    }

    /// Returns the place of a row in an ordered to-many relationship.
    func order(_ relationship: SyncName, _ row: RecordID) -> OrderKey? {
        states(row).compactMap { $0.orders[relationship] }.max()?.value
    }
}
