/// A view that is kept with the states and follows their changes. It has the same content as a ``GraphView`` over all
/// states.
///
/// The work of a change grows with the records that it affects, not with the number of records. A storage that was filled
/// under other rules is rebuilt first.
package struct MaintainedView: Sendable {
    package let rules: SyncRules

    package init(_ rules: SyncRules) {
        self.rules = rules
    }

    /// Merges parts of states into the storage and returns the rows that have changed. Throws errors of the storage, whose
    /// transaction is to be rolled back then.
    package func apply<Storage: ViewStorage>(
        _ parts: [RecordID: RecordState],
        to storage: inout Storage
    ) throws -> ViewChange {
        var (changed, before): ([RecordID: RecordState], [RecordID: RecordState]) = ([:], [:])
        for (id, part) in parts {
            let old = try storage.state(of: id)
            var state = old ?? RecordState()
            guard state.merge(part) || old == nil else { continue }
            changed[id] = state
            before[id] = old
        }
        return try write(changed, before, to: &storage)
    }

    /// Computes the facts of all records again, as after a change of the rules. `body` gets the changes, of at most
    /// `chunk` records and their dependents. It gets each row that is shown at least once; rows that it does not get
    /// are no longer shown.
    ///
    /// Records are read in parts, and a record whose parent is in a later part is computed twice.
    package func rebuild<Storage: ViewStorage>(
        _ storage: inout Storage,
        chunk: Int = 500,
        _ body: (ViewChange) throws -> Void
    ) throws {
        try storage.removeFacts()
        var last: RecordID?
        repeat { last = try rebuild(&storage, after: last, limit: chunk, body) } while last != nil
    }

    /// Computes facts in a storage whose facts have been removed: the facts of at most `limit` records after a record
    /// that have none, and of their dependents. The states stay as they are until all parts have been computed.
    ///
    /// - Returns: The last of the records; nil where none are left.
    package func rebuild<Storage: ViewStorage>(
        _ storage: inout Storage,
        after last: RecordID?,
        limit: Int,
        _ body: (ViewChange) throws -> Void
    ) throws -> RecordID? {
        let ids = try storage.records(after: last, limit: max(limit, 1))
        var states: [RecordID: RecordState] = [:]
        for id in ids where try storage.facts(of: id) == nil { states[id] = try storage.state(of: id) }
        if !ids.isEmpty { try body(try write(states, [:], to: &storage)) }
        return ids.last
    }

    /// Returns the parts that record the rows which became one, as ``GraphView/joins(of:)`` does: nil where change sets are
    /// missing. The caller applies the parts and sends them.
    package func joins(
        of deliveries: Deliveries,
        in storage: some ViewStorage
    ) throws -> [RecordID: RecordState]? {
        guard deliveries.isComplete else { return nil }
        var parts: [RecordID: RecordState] = [:]
        for id in try storage.recordsWithJoins() {
            guard let joins = try storage.facts(of: id)?.joins, !joins.isEmpty else { continue }
            parts[id] = RecordState(aliases: Set(joins))
        }
        return parts
    }

    private func write<Storage: ViewStorage>(
        _ changed: [RecordID: RecordState],
        _ before: [RecordID: RecordState],
        to storage: inout Storage
    ) throws -> ViewChange {
        if changed.isEmpty { return ViewChange() }
        let outcome = try outcome(changed, before, storage)
        for write in outcome.writes {
            try storage.write(write.id, state: write.state, edges: write.edges, facts: write.facts)
        }
        return outcome.change
    }

    private func outcome(
        _ changed: [RecordID: RecordState],
        _ before: [RecordID: RecordState],
        _ storage: some ViewStorage
    ) throws -> RegionOutcome {
        var region = try Region(storage, rules, changed: changed, before: before)
        return try RegionOutcome(&region)
    }
}
