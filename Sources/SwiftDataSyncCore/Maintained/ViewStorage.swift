/// The states of records, and the facts of the view that are kept with them. The client implements it over tables.
///
/// A maintained view reads before it writes, within one call, so that the storage may be one transaction of a database.
package protocol ViewStorage {
    /// Returns the state of a record, or nil where nothing of it has arrived.
    func state(of id: RecordID) throws -> RecordState?

    /// Returns the facts of a record, or nil where its insertion has not arrived.
    func facts(of id: RecordID) throws -> RecordFacts?

    /// Calls `body` with the records that have an edge to a record of one of the kinds, and whose facts have one of the
    /// standings (``RecordFacts/standings``; `.absent` where they have none). Stops where `body` returns false, so that the
    /// first of many records is found without reading them all.
    func referring(
        to id: RecordID,
        by kinds: EdgeKinds,
        _ standings: Standings,
        _ body: (RecordID) throws -> Bool
    ) throws

    /// Returns the records whose facts have a unique key.
    func holders(of key: UniqueKey) throws -> [RecordID]

    /// Returns the records whose facts have joins.
    func recordsWithJoins() throws -> [RecordID]

    /// Returns records after a record in any order that stays, at most `limit`, for ``MaintainedView/rebuild(_:chunk:_:)``.
    func records(after id: RecordID?, limit: Int) throws -> [RecordID]

    /// Writes a record. A state and edges that are nil stay as they are; edges replace all earlier ones of the record. Facts
    /// replace the earlier ones with their keys and joins, and nil removes them.
    mutating func write(_ id: RecordID, state: RecordState?, edges: [RecordEdge]?, facts: RecordFacts?) throws

    /// Removes the facts of all records, with keys and joins. Edges stay.
    mutating func removeFacts() throws
}
