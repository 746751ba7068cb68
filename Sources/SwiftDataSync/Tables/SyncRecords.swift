import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// The records in the tables of sync, during one transaction of the engine: what is read comes from the tables, and what is
/// written is kept until the transaction of the store writes it.
///
/// A view reads before it writes, so that edges and unique values that were written here need not be found again: there is one
/// call of the view in each transaction.
///
/// Not shared: it serves one call on the thread of the engine.
final class SyncRecords {
    private let store: any SideTableStore
    private let environment: SyncEnvironment
    private let storeIdentifier: String

    /// The parts of a record that were written.
    private struct Entry {
        var state: RecordState?
        var edges: [RecordEdge]?
        var facts: RecordFacts??
    }

    /// The states and facts that were read, as they are before this transaction.
    private var states: [RecordID: RecordState?] = [:]
    private var facts: [RecordID: RecordFacts?] = [:]
    private var written: [RecordID: Entry] = [:]
    /// The records that no record referred to before this transaction.
    private var unreferred: Set<RecordID> = []
    private var removesFacts = false
    /// The number of identities that were made.
    private var identityCount: UInt64 = 0
    /// The identities of rows, and the rows of identities, as they are after this transaction.
    private var identities: [PersistentIdentifier: RecordID?] = [:]
    private var places: [RecordID: PersistentIdentifier?] = [:]
    private var moved: Set<RecordID> = []
    /// The identities that had no row before this transaction.
    private var placeless: Set<RecordID> = []
    /// The relationships with a member that has a place in the order, as far as they were asked for, and those that are new.
    private var ordered: [OrderedMembers: Bool] = [:]
    private var newlyOrdered: Set<OrderedMembers> = []

    private struct OrderedMembers: Hashable {
        let owner: RecordID
        let name: SyncName
    }

    init(_ store: any SideTableStore, storeIdentifier: String, _ environment: SyncEnvironment) {
        self.store = store
        self.storeIdentifier = storeIdentifier
        self.environment = environment
    }

    // MARK: Identities

    /// The identity of a row of the store; nil where it has none.
    func row(of identifier: PersistentIdentifier) throws -> RecordID? {
        if let known = identities[identifier] { return known }
        guard let key = identifier.tableKey else { return nil }
        let found = try first(
            "SELECT uuid, entity FROM OSD_SyncRecord WHERE row = ? AND rowEntity = ?",
            [key, .string(identifier.entityName)],
            Self.identity
        )
        identities[identifier] = .some(found)
        if let found { places[found] = .some(identifier) }
        return found
    }

    /// Reads the identities of rows, so that they are known. Rows without an identity are known to have none.
    func loadIdentities(_ identifiers: [PersistentIdentifier]) throws {
        let unknown = identifiers.filter { identities[$0] == nil && $0.row != nil }
        for (entity, rows) in Dictionary(grouping: unknown, by: \.entityName) {
            for start in stride(from: 0, to: rows.count, by: 500) {
                let part = rows[start..<min(start + 500, rows.count)]
                let keys = part.compactMap { $0.row.map(String.init) }.joined(separator: ",")
                var found: [Int64: RecordID] = [:]
                try store.readSideTables { tables in
                    try tables.forEachRow(
                        """
                        SELECT uuid, entity, row FROM OSD_SyncRecord
                        WHERE rowEntity = ? AND row IN (SELECT value FROM json_each(?))
                        """,
                        [.string(entity), .string("[\(keys)]")]
                    ) { row in
                        if let key = row[2].integer { found[key] = try Self.identity(row) }
                        return true
                    }
                }
                for identifier in part {
                    let id = identifier.row.flatMap { found[$0] }
                    identities[identifier] = .some(id)
                    if let id { places[id] = .some(identifier) }
                }
            }
        }
    }

    /// Gives a row an identity, which devices will order by the time.
    func makeIdentity(_ identifier: PersistentIdentifier, time: UInt64) throws -> RecordID {
        // Rows of one save have one time. Other devices insert them in the order of their identities.
        identityCount += 1
        let uuid = environment.uuid(time: time, number: identityCount)
        let id = RecordID(entity: try SyncName(identifier.entityName), uuid: uuid)
        // Nothing of it can be in the tables.
        placeless.insert(id)
        (states[id], facts[id]) = (.some(nil), .some(nil))
        unreferred.insert(id)
        setPlace(identifier, of: id)
        return id
    }

    /// The identity of a row, which is made where it has none.
    func identity(_ identifier: PersistentIdentifier, time: UInt64) throws -> RecordID? {
        if let row = try row(of: identifier) { return row }
        guard identifier.tableKey != nil else { return nil }
        return try makeIdentity(identifier, time: time == 0 ? environment.now() : time)
    }

    /// The row of the store that has an identity; nil where there is none.
    func place(of id: RecordID) throws -> PersistentIdentifier? {
        if let known = places[id] { return known }
        let storeIdentifier = storeIdentifier
        let found = try first(
            "SELECT rowEntity, row FROM OSD_SyncRecord WHERE uuid = ? AND entity = ? AND row IS NOT NULL",
            [.bytes(id.uuid.bytes), .string(id.entity.text)]
        ) { row -> PersistentIdentifier? in
            guard let entity = row[0].text else { return nil }
            return PersistentIdentifier(store: storeIdentifier, entity: entity, tableKey: row[1])
        }
        places[id] = .some(found)
        if let found { identities[found] = .some(id) }
        return found
    }

    /// Moves a row of the store to another identity: two records are one row now.
    func setPlace(_ identifier: PersistentIdentifier, of id: RecordID) {
        if case .some(.some(let former)) = identities[identifier], former != id {
            places[former] = .some(nil)
            moved.insert(former)
        }
        if !moved.contains(id), places[id] == .some(nil) { placeless.insert(id) }
        identities[identifier] = .some(id)
        places[id] = .some(identifier)
        moved.insert(id)
    }

    /// Notes that a row of the store is gone.
    func noteDeletion(_ identifier: PersistentIdentifier) throws {
        guard let id = try row(of: identifier) else { return }
        identities[identifier] = .some(nil)
        places[id] = .some(nil)
        moved.insert(id)
    }

    /// The identities of all rows of the store that have one.
    func rowsWithPlaces() throws -> [RecordID] { try rowsWithPlaces(after: 0, limit: .max).map(\.row) }

    /// The identities of rows of the store, with the keys by which they are read in parts.
    func rowsWithPlaces(after key: Int64, limit: Int) throws -> [(row: RecordID, key: Int64)] {
        let rows = try store.readSideTables { tables in
            try tables.rows(
                """
                SELECT uuid, entity, key FROM OSD_SyncRecord WHERE key > ? AND row IS NOT NULL AND state IS NOT NULL
                ORDER BY key LIMIT ?
                """,
                [.integer(key), .integer(Int64(limit))]
            )
        }
        return try rows.compactMap { row in
            guard let key = row[2].integer else { return nil }
            return try Self.identity(row).map { ($0, key) }
        }
    }

    // MARK: States

    /// Reads what is known of records, so that it is there when a view asks for it: one call of the store costs as much as many
    /// statements.
    func load(_ ids: some Collection<RecordID>) throws {
        let unknown = ids.filter { states[$0] == nil }
        guard !unknown.isEmpty, !removesFacts else { return }
        let storeIdentifier = storeIdentifier
        try store.readSideTables { tables in
            for id in unknown {
                let key: [StoredValue] = [.bytes(id.uuid.bytes), .string(id.entity.text)]
                var (state, found): (RecordState?, RecordFacts?) = (nil, nil)
                var (place, isOrdinary): (PersistentIdentifier?, Bool) = (nil, false)
                try tables.forEachRow(
                    """
                    SELECT state, standing, facts, rowEntity, row FROM OSD_SyncRecord WHERE uuid = ? AND entity = ?
                    """,
                    key
                ) { row in
                    state = try row[0].bytes.map { try RecordState.decode($0).state }
                    found = try row[2].bytes.map { try RecordFacts(decoding: $0) }
                    isOrdinary = row[1].integer != nil && found == nil
                    if let entity = row[3].text {
                        place = PersistentIdentifier(store: storeIdentifier, entity: entity, tableKey: row[4])
                    }
                    return false
                }
                if isOrdinary { found = .ordinary(id, keys: try Self.keys(key, tables)) }
                (states[id], facts[id]) = (.some(state), .some(found))
                if places[id] == nil {
                    places[id] = .some(place)
                    if let place { identities[place] = .some(id) }
                }
                let edges = try tables.rows(
                    "SELECT 1 FROM OSD_SyncEdge WHERE target = ? AND targetEntity = ? LIMIT 1",
                    key
                )
                if edges.isEmpty { unreferred.insert(id) }
            }
        }
    }

    private static func keys(_ key: [StoredValue], _ tables: any SideTables) throws -> [UniqueKey] {
        try tables.rows("SELECT bytes FROM OSD_SyncUnique WHERE uuid = ? AND entity = ? ORDER BY bytes", key)
            .compactMap { $0[0].bytes.map { UniqueKey(bytes: $0) } }
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

    /// The shown row that has a record.
    func shownRow(of id: RecordID) throws -> RecordID? {
        guard let facts = try facts(of: id), facts.isShown else { return nil }
        return facts.row
    }

    /// The row that a record was part of before this transaction; nil where there was no record.
    func formerRow(of id: RecordID) throws -> RecordID? {
        try first(
            "SELECT facts FROM OSD_SyncRecord WHERE uuid = ? AND entity = ? AND standing IS NOT NULL",
            [.bytes(id.uuid.bytes), .string(id.entity.text)]
        ) { row in try row[0].bytes.map { try RecordFacts(decoding: $0).row } ?? id }
    }

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
        if unreferred.contains(id) { return [] }
        return try entities.flatMap { entity in
            try identities(
                """
                SELECT source, sourceEntity FROM OSD_SyncEdge
                WHERE target = ? AND targetEntity = ? AND sourceEntity = ? AND kinds & ? <> 0
                """,
                [
                    .bytes(id.uuid.bytes), .string(id.entity.text), .string(entity.text),
                    .integer(Int64(EdgeKinds.names.rawValue)),
                ]
            )
        }
    }

    // MARK: Order

    /// True where a member of a to-many relationship of a row has a place in the order, or had one.
    func isOrdered(_ name: SyncName, of owner: RecordID) throws -> Bool {
        let key = OrderedMembers(owner: owner, name: name)
        if let known = ordered[key] { return known }
        let found =
            try first(
                "SELECT 1 FROM OSD_SyncOrdered WHERE uuid = ? AND entity = ? AND name = ?",
                [.bytes(owner.uuid.bytes), .string(owner.entity.text), .string(name.text)]
            ) { _ in true } ?? false
        ordered[key] = found
        return found
    }

    /// Notes that a member of a to-many relationship of a row has a place in the order.
    func noteOrdered(_ name: SyncName, of owner: RecordID) throws {
        guard try !isOrdered(name, of: owner) else { return }
        let key = OrderedMembers(owner: owner, name: name)
        ordered[key] = true
        newlyOrdered.insert(key)
    }

    // MARK: Reading

    private func first<Result>(
        _ sql: String,
        _ values: [StoredValue],
        _ read: ([StoredValue]) throws -> Result?
    ) throws -> Result? {
        try store.readSideTables { tables in
            var result: Result?
            try tables.forEachRow(sql, values) { row in
                result = try read(row)
                return false
            }
            return result
        }
    }

    fileprivate static func identity(_ row: [StoredValue]) throws -> RecordID? {
        guard let bytes = row[0].bytes, let uuid = UUIDBits(bytes: bytes), let entity = row[1].text else {
            throw SyncTables.damaged
        }
        return RecordID(entity: try SyncName(entity), uuid: uuid)
    }

    // MARK: Writing

    /// Writes what has changed. To be called in the transaction of the store.
    func write(to tables: any SideTables) throws {
        if removesFacts {
            try tables.run("UPDATE OSD_SyncRecord SET standing = NULL, facts = NULL, hasJoins = 0")
            try tables.run("DELETE FROM OSD_SyncUnique")
        }
        try writePlaces(tables)
        try tables.run(
            "INSERT INTO OSD_SyncOrdered (uuid, entity, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            each: newlyOrdered.map {
                [.bytes($0.owner.uuid.bytes), .string($0.owner.entity.text), .string($0.name.text)]
            }
        )
        for (id, entry) in written {
            let key: [StoredValue] = [.bytes(id.uuid.bytes), .string(id.entity.text)]
            if let state = entry.state, let facts = entry.facts {
                try tables.run(
                    """
                    INSERT INTO OSD_SyncRecord (uuid, entity, state, standing, facts, hasJoins) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (uuid, entity) DO UPDATE SET state = excluded.state, standing = excluded.standing,
                    facts = excluded.facts, hasJoins = excluded.hasJoins
                    """,
                    key + [.bytes(state.encoded(as: id))] + Self.columns(facts, id)
                )
            } else {
                try tables.run(Self.insertion, key)
                if let state = entry.state {
                    try tables.run(
                        "UPDATE OSD_SyncRecord SET state = ? WHERE uuid = ? AND entity = ?",
                        [.bytes(state.encoded(as: id))] + key
                    )
                }
                if let facts = entry.facts {
                    try tables.run(
                        "UPDATE OSD_SyncRecord SET standing = ?, facts = ?, hasJoins = ? WHERE uuid = ? AND entity = ?",
                        Self.columns(facts, id) + key
                    )
                }
            }
            if let edges = entry.edges { try write(edges, id, key, tables) }
            if let facts = entry.facts { try write(facts?.keys ?? [], id, key, tables) }
        }
    }

    private static func columns(_ facts: RecordFacts?, _ id: RecordID) -> [StoredValue] {
        guard let facts else { return [.null, .null, .integer(0)] }
        // Nearly all records have a row of their own that lives by itself: they need no bytes.
        return [
            .integer(Int64(facts.standings.rawValue)), facts.isOrdinary(id) ? .null : .bytes(facts.encoded),
            .integer(facts.joins.isEmpty ? 0 : 1),
        ]
    }

    private static let insertion =
        "INSERT INTO OSD_SyncRecord (uuid, entity, hasJoins) VALUES (?, ?, 0) ON CONFLICT (uuid, entity) DO NOTHING"

    private func writePlaces(_ tables: any SideTables) throws {
        // Places are taken from all before any is given, since a row has one identity.
        for id in moved where !placeless.contains(id) {
            try tables.run(
                "UPDATE OSD_SyncRecord SET row = NULL, rowEntity = NULL WHERE uuid = ? AND entity = ?",
                [.bytes(id.uuid.bytes), .string(id.entity.text)]
            )
        }
        for id in moved {
            guard case .some(.some(let place)) = places[id], let key = place.tableKey else { continue }
            try tables.run(
                """
                INSERT INTO OSD_SyncRecord (uuid, entity, hasJoins, row, rowEntity) VALUES (?, ?, 0, ?, ?)
                ON CONFLICT (uuid, entity) DO UPDATE SET row = excluded.row, rowEntity = excluded.rowEntity
                """,
                [.bytes(id.uuid.bytes), .string(id.entity.text), key, .string(place.entityName)]
            )
        }
    }

    private func write(
        _ edges: [RecordEdge],
        _ id: RecordID,
        _ key: [StoredValue],
        _ tables: any SideTables
    ) throws {
        // A new record has none.
        if states[id] != .some(nil) {
            try tables.run("DELETE FROM OSD_SyncEdge WHERE source = ? AND sourceEntity = ?", key)
        }
        try tables.run(
            "INSERT INTO OSD_SyncEdge (source, sourceEntity, target, targetEntity, kinds) VALUES (?, ?, ?, ?, ?)",
            each: edges.map { edge in
                key + [
                    .bytes(edge.target.uuid.bytes), .string(edge.target.entity.text),
                    .integer(Int64(edge.kinds.rawValue)),
                ]
            }
        )
    }

    private func write(_ keys: [UniqueKey], _ id: RecordID, _ key: [StoredValue], _ tables: any SideTables) throws {
        if facts[id] != .some(nil) { try tables.run("DELETE FROM OSD_SyncUnique WHERE uuid = ? AND entity = ?", key) }
        try tables.run(
            "INSERT INTO OSD_SyncUnique (bytes, uuid, entity) VALUES (?, ?, ?)",
            each: keys.map { [.bytes($0.bytes)] + key }
        )
    }
}

extension SyncRecords: ViewStorage {
    func state(of id: RecordID) throws -> RecordState? {
        if let state = written[id]?.state { return state }
        if let known = states[id] { return known }
        let found = try first(
            "SELECT state FROM OSD_SyncRecord WHERE uuid = ? AND entity = ? AND state IS NOT NULL",
            [.bytes(id.uuid.bytes), .string(id.entity.text)]
        ) { row in try row[0].bytes.map { try RecordState.decode($0).state } }
        states[id] = .some(found)
        return found
    }

    func facts(of id: RecordID) throws -> RecordFacts? {
        if let facts = written[id]?.facts { return facts }
        if removesFacts { return nil }
        if let known = facts[id] { return known }
        let found = try store.readSideTables { tables -> RecordFacts? in
            let key: [StoredValue] = [.bytes(id.uuid.bytes), .string(id.entity.text)]
            let rows = try tables.rows(
                "SELECT standing, facts FROM OSD_SyncRecord WHERE uuid = ? AND entity = ? AND standing IS NOT NULL",
                key
            )
            guard let row = rows.first else { return nil }
            if let bytes = row[1].bytes { return try RecordFacts(decoding: bytes) }
            return .ordinary(id, keys: try Self.keys(key, tables))
        }
        facts[id] = .some(found)
        return found
    }

    func referring(
        to id: RecordID,
        by kinds: EdgeKinds,
        _ standings: Standings,
        _ body: (RecordID) throws -> Bool
    ) throws {
        if unreferred.contains(id) { return }
        let absent = Int64(Standings.absent.rawValue)
        // The closure may read, which the reading of rows would have to wait for: parts are read first.
        var offset: Int64 = 0
        while true {
            let found = try store.readSideTables { tables in
                try tables.rows(
                    """
                    SELECT e.source, e.sourceEntity FROM OSD_SyncEdge e
                    LEFT JOIN OSD_SyncRecord r ON r.uuid = e.source AND r.entity = e.sourceEntity
                    WHERE e.target = ? AND e.targetEntity = ? AND e.kinds & ? <> 0 AND ifnull(\(removesFacts ? "NULL" : "r.standing"), ?) & ? <> 0
                    ORDER BY e.source, e.sourceEntity LIMIT ? OFFSET ?
                    """,
                    [
                        .bytes(id.uuid.bytes), .string(id.entity.text), .integer(Int64(kinds.rawValue)),
                        .integer(absent),
                        .integer(Int64(standings.rawValue)), .integer(offset == 0 ? 16 : 4_096), .integer(offset),
                    ]
                )
            }
            for row in found {
                if let record = try Self.identity(row), try !body(record) { return }
            }
            guard found.count == (offset == 0 ? 16 : 4_096) else { return }
            offset += Int64(found.count)
        }
    }

    func holders(of key: UniqueKey) throws -> [RecordID] {
        if removesFacts { return [] }
        return try identities("SELECT uuid, entity FROM OSD_SyncUnique WHERE bytes = ?", [.bytes(key.bytes)])
    }

    func recordsWithJoins() throws -> [RecordID] {
        if removesFacts { return [] }
        return try identities("SELECT uuid, entity FROM OSD_SyncRecord WHERE hasJoins = 1", [])
    }

    func records(after id: RecordID?, limit: Int) throws -> [RecordID] {
        try identities(
            """
            SELECT uuid, entity FROM OSD_SyncRecord WHERE state IS NOT NULL AND (uuid, entity) > (?, ?)
            ORDER BY uuid, entity LIMIT ?
            """,
            [id.map { .bytes($0.uuid.bytes) } ?? .bytes([]), .string(id?.entity.text ?? ""), .integer(Int64(limit))]
        )
    }

    private func identities(_ sql: String, _ values: [StoredValue]) throws -> [RecordID] {
        try store.readSideTables { tables in try tables.rows(sql, values) }.compactMap(Self.identity)
    }

    func write(_ id: RecordID, state: RecordState?, edges: [RecordEdge]?, facts: RecordFacts?) throws {
        var entry = written[id] ?? Entry()
        if let state { entry.state = state }
        if let edges { entry.edges = edges }
        entry.facts = .some(facts)
        written[id] = entry
    }

    func removeFacts() throws {
        removesFacts = true
        facts = [:]
        for id in written.keys { written[id]?.facts = nil }
    }
}
