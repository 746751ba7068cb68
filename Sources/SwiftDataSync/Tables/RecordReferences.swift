import SwiftDataCore
import SwiftDataSyncCore

/// The records that refer to a record, as they are in the tables before a transaction of the engine.
///
/// A view reads before it writes, so that edges which the transaction writes need not be found.
///
/// Not shared: it serves one call on the thread of the engine.
final class RecordReferences {
    private let store: any SideTableStore
    /// The records that no record refers to.
    private var unreferred: Set<RecordID> = []

    init(_ store: any SideTableStore) { self.store = store }

    /// Determines if any record refers to one, so that a record without references costs no further question.
    func load(_ id: RecordID, _ tables: any SideTables) throws {
        let found = try tables.rows(
            "SELECT 1 FROM OSD_SyncEdge WHERE target = ? AND targetEntity = ? LIMIT 1",
            id.keyColumns
        )
        if found.isEmpty { unreferred.insert(id) }
    }

    /// Notes a record of which nothing can be in the tables.
    func noteNew(_ id: RecordID) { unreferred.insert(id) }

    /// The records of some classes that refer to a record.
    func records(to id: RecordID, of entities: [SyncName]) throws -> [RecordID] {
        if unreferred.contains(id) { return [] }
        return try entities.flatMap { entity in
            try store.records(
                """
                SELECT source, sourceEntity FROM OSD_SyncEdge
                WHERE target = ? AND targetEntity = ? AND sourceEntity = ? AND kinds & ? <> 0
                """,
                id.keyColumns + [.string(entity.text), .integer(Int64(EdgeKinds.names.rawValue))]
            )
        }
    }

    /// Calls `body` with the records that have an edge to a record, until it returns false.
    /// - Parameter hasFacts: False where the standings in the tables are removed, and all records count as absent.
    func forEach(
        to id: RecordID,
        by kinds: EdgeKinds,
        _ standings: Standings,
        hasFacts: Bool,
        _ body: (RecordID) throws -> Bool
    ) throws {
        if unreferred.contains(id) { return }
        // The closure may read, which the reading of rows would have to wait for: parts are read first.
        var offset: Int64 = 0
        while true {
            let limit = offset == 0 ? 16 : 4_096
            let found = try store.records(
                """
                SELECT e.source, e.sourceEntity FROM OSD_SyncEdge e
                LEFT JOIN OSD_SyncRecord r ON r.uuid = e.source AND r.entity = e.sourceEntity
                WHERE e.target = ? AND e.targetEntity = ? AND e.kinds & ? <> 0
                AND ifnull(\(hasFacts ? "r.standing" : "NULL"), ?) & ? <> 0
                ORDER BY e.source, e.sourceEntity LIMIT ? OFFSET ?
                """,
                id.keyColumns + [
                    .integer(Int64(kinds.rawValue)), .integer(Int64(Standings.absent.rawValue)),
                    .integer(Int64(standings.rawValue)), .integer(Int64(limit)), .integer(offset),
                ]
            )
            for record in found { if try !body(record) { return } }
            guard found.count == limit else { return }
            offset += Int64(found.count)
        }
    }
}
