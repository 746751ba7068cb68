/// Edits of rows that several records are joined in.
///
/// Each record of the row gets the clock of the edit. A concurrent deletion with an earlier clock then takes none of them,
/// and the row keeps the values of all of its records.
extension RecordEditor {
    /// Assigns a property of a row. `row` has the states of ``GraphView/records(of:)``. Returns the parts by record.
    ///
    /// Throws ``SyncCoreError/Code/edit`` where the row has no records.
    package mutating func assign(
        _ value: SyncValue,
        to property: SyncName,
        ofRow row: [RecordID: RecordState],
        now: UInt64
    ) throws(SyncCoreError) -> [RecordID: RecordState] {
        let (id, state, others) = try Self.split(row)
        return Self.spread(try assign(value, to: property, of: state, id, joining: others, now: now), id, row)
    }

    /// Places a row in an ordered relationship. `row` has the states of ``GraphView/records(of:)``. Returns the parts by
    /// record.
    ///
    /// Throws ``SyncCoreError/Code/edit`` where the row has no records.
    package mutating func place(
        _ key: OrderKey,
        in relationship: SyncName,
        ofRow row: [RecordID: RecordState],
        now: UInt64
    ) throws(SyncCoreError) -> [RecordID: RecordState] {
        let (id, state, others) = try Self.split(row)
        return Self.spread(try place(key, in: relationship, of: state, joining: others, now: now), id, row)
    }

    /// Places a member of a row, in the record that keeps the pair. `row` has the states of ``GraphView/records(of:)``.
    /// Returns the parts by record.
    ///
    /// `member` is the record that the pair names. Throws ``SyncCoreError/Code/edit`` where the row has no records.
    package mutating func placeMember(
        _ key: OrderKey,
        _ member: RecordID,
        in relationship: SyncName,
        ofRow row: [RecordID: RecordState],
        now: UInt64
    ) throws(SyncCoreError) -> [RecordID: RecordState] {
        let keeping = row.filter { $0.value.members[relationship]?[member]?.isPresent == true }
        let (id, state, _) = try Self.split(keeping.isEmpty ? row : keeping)
        let others = row.filter { $0.key != id }.map(\.value)
        let part = try placeMember(key, member, in: relationship, of: state, joining: others, now: now)
        return Self.spread(part, id, row)
    }

    private static func split(
        _ row: [RecordID: RecordState]
    ) throws(SyncCoreError) -> (RecordID, RecordState, [RecordState]) {
        guard let (id, state) = row.min(by: { $0.key < $1.key }) else {
            throw SyncCoreError(.edit, "A row without records is edited. Pass the records that the view names.")
        }
        return (id, state, row.filter { $0.key != id }.map(\.value))
    }

    private static func spread(
        _ part: RecordState,
        _ id: RecordID,
        _ row: [RecordID: RecordState]
    ) -> [RecordID: RecordState] {
        var parts = row.mapValues { _ in RecordState(edited: part.edited) }
        parts[id] = part
        return parts
    }
}
