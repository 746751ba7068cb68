import SwiftDataCore
import SwiftDataSyncCore

/// The records in the tables of sync, during one transaction of the engine: reads come from the tables, and writes are
/// kept until the transaction of the store writes it.
///
/// A view reads before it writes, so that edges and unique values that were written here need not be found again: there is one
/// call of the view in each transaction.
///
/// Not shared: it serves one call on the thread of the engine.
final class SyncRecords {
    /// The rows of the store that records have.
    let places: RecordPlaces
    /// The relationships in which members have places.
    let ordered: OrderedRelationships
    private let store: any SideTableStore
    private let environment: SyncEnvironment
    private let stored: StoredRecords
    private let references: RecordReferences
    private let changes = RecordChanges()
    /// The number of identities that were made.
    private var identityCount: UInt64 = 0

    init(_ store: any SideTableStore, storeIdentifier: String, _ environment: SyncEnvironment) {
        self.store = store
        self.environment = environment
        places = RecordPlaces(store, storeIdentifier: storeIdentifier)
        ordered = OrderedRelationships(store)
        stored = StoredRecords(store)
        references = RecordReferences(store)
    }

    // MARK: Identities

    /// Gives a row an identity, which devices will order by the time.
    func makeIdentity(_ identifier: PersistentIdentifier, time: UInt64) throws -> RecordID {
        // Rows of one save have one time. Other devices insert them in the order of their identities.
        identityCount += 1
        let uuid = environment.uuid(time: time, number: identityCount)
        let id = RecordID(entity: try SyncName(identifier.entityName), uuid: uuid)
        stored.noteNew(id)
        references.noteNew(id)
        places.giveFirst(identifier, to: id)
        return id
    }

    /// The identity of a row, which is made where it has none.
    func identity(_ identifier: PersistentIdentifier, time: UInt64) throws -> RecordID? {
        if let row = try places.row(of: identifier) { return row }
        guard identifier.tableKey != nil else { return nil }
        return try makeIdentity(identifier, time: time == 0 ? environment.now() : time)
    }

    // MARK: States

    /// Reads the states of records, so that they are there when a view asks for them: one call of the store costs as
    /// much as many statements.
    func load(_ ids: some Collection<RecordID>) throws {
        let unknown = ids.filter { !stored.isKnown($0) }
        guard !unknown.isEmpty, !changes.removesFacts else { return }
        try store.readSideTables { tables in
            for id in unknown {
                let row = try tables.rows(
                    "SELECT state, standing, facts, rowEntity, row FROM OSD_SyncRecord WHERE uuid = ? AND entity = ?",
                    id.keyColumns
                ).first
                try stored.note(row.map { Array($0[0...2]) }, of: id, tables)
                places.note(row.map { Array($0[3...4]) }, of: id)
                try references.load(id, tables)
            }
        }
    }

    /// The state of a record, which is empty where nothing of it has arrived.
    func state(_ id: RecordID) throws -> RecordState { try state(of: id) ?? RecordState() }

    /// The states of the records that a row has its values of. A row without a state has an empty one.
    func states(ofRow row: RecordID) throws -> [RecordID: RecordState] {
        var ids = [row]
        if let moment = try facts(of: row)?.last, !moment.records.isEmpty { ids = moment.records }
        var result: [RecordID: RecordState] = [:]
        for id in ids { result[id] = try state(id) }
        let living = result.filter { $0.value.isAlive }
        return living.isEmpty ? result : living
    }

    /// True for a row of the store whose insertion no transaction has captured yet.
    func isUncaptured(_ identifier: PersistentIdentifier) throws -> Bool {
        guard !identifier.isTemporary else { return false }
        guard let row = try places.row(of: identifier) else { return true }
        return try !state(row).hasArrived
    }

    /// The shown row that has a record.
    func shownRow(of id: RecordID) throws -> RecordID? {
        guard let facts = try facts(of: id), facts.isShown else { return nil }
        return facts.row
    }

    /// The row that a record was part of before this transaction; nil where there was no record.
    func formerRow(of id: RecordID) throws -> RecordID? { try stored.row(of: id) }

    /// The records that refer to a record.
    func referring(to id: RecordID) throws -> [RecordID] {
        var found: [RecordID] = []
        try referring(to: id, by: .names, .all) { record in
            found.append(record)
            return true
        }
        return found
    }

    /// The records of some classes that refer to a record.
    func referring(to id: RecordID, of entities: [SyncName]) throws -> [RecordID] {
        try references.records(to: id, of: entities)
    }

    /// Writes the changes. To be called in the transaction of the store.
    func write(to tables: any SideTables) throws {
        try places.write(to: tables)
        try ordered.write(to: tables)
        try changes.write(over: stored, to: tables)
    }
}

extension SyncRecords: ViewStorage {
    func state(of id: RecordID) throws -> RecordState? { try changes.state(of: id) ?? stored.state(of: id) }

    func facts(of id: RecordID) throws -> RecordFacts? {
        if let facts = changes.facts(of: id) { return facts }
        return changes.removesFacts ? nil : try stored.facts(of: id)
    }

    func referring(
        to id: RecordID,
        by kinds: EdgeKinds,
        _ standings: Standings,
        _ body: (RecordID) throws -> Bool
    ) throws {
        try references.forEach(to: id, by: kinds, standings, hasFacts: !changes.removesFacts, body)
    }

    func holders(of key: UniqueKey) throws -> [RecordID] {
        if changes.removesFacts { return [] }
        return try store.records("SELECT uuid, entity FROM OSD_SyncUnique WHERE bytes = ?", [.bytes(key.bytes)])
    }

    func recordsWithJoins() throws -> [RecordID] {
        if changes.removesFacts { return [] }
        return try store.records("SELECT uuid, entity FROM OSD_SyncRecord WHERE hasJoins = 1", [])
    }

    func records(after id: RecordID?, limit: Int) throws -> [RecordID] {
        try store.records(
            """
            SELECT uuid, entity FROM OSD_SyncRecord WHERE state IS NOT NULL AND (uuid, entity) > (?, ?)
            ORDER BY uuid, entity LIMIT ?
            """,
            (id?.keyColumns ?? [.bytes([]), .string("")]) + [.integer(Int64(limit))]
        )
    }

    func write(_ id: RecordID, state: RecordState?, edges: [RecordEdge]?, facts: RecordFacts?) throws {
        changes.add(id, state: state, edges: edges, facts: facts)
    }

    func removeFacts() throws {
        stored.forgetFacts()
        changes.removeFacts()
    }
}
