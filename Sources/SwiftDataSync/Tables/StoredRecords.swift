import SwiftDataCore
import SwiftDataSyncCore

/// The states and facts of records as they are in the tables, before a transaction of the engine. Each is read once.
///
/// Not shared: it serves one call on the thread of the engine.
final class StoredRecords {
    private let store: any SideTableStore
    private var states: [RecordID: RecordState?] = [:]
    private var facts: [RecordID: RecordFacts?] = [:]

    init(_ store: any SideTableStore) { self.store = store }

    /// True where the state of a record has been read, or is known to be none.
    func isKnown(_ id: RecordID) -> Bool { states[id] != nil }

    /// True where a record is known to have no state in the tables.
    func isStateless(_ id: RecordID) -> Bool { states[id] == .some(nil) }

    /// True where a record is known to have no facts in the tables.
    func hasNoFacts(_ id: RecordID) -> Bool { facts[id] == .some(nil) }

    func state(of id: RecordID) throws -> RecordState? {
        if let known = states[id] { return known }
        let found = try store.firstRow(
            "SELECT state FROM OSD_SyncRecord WHERE uuid = ? AND entity = ? AND state IS NOT NULL",
            id.keyColumns
        ) { row in try row[0].bytes.map { try RecordState.decode($0).state } }
        states[id] = .some(found)
        return found
    }

    func facts(of id: RecordID) throws -> RecordFacts? {
        if let known = facts[id] { return known }
        let found = try store.readSideTables { tables -> RecordFacts? in
            let rows = try tables.rows(
                "SELECT standing, facts FROM OSD_SyncRecord WHERE uuid = ? AND entity = ?",
                id.keyColumns
            )
            return try rows.first.flatMap { try Self.facts(of: id, $0, tables) }
        }
        facts[id] = .some(found)
        return found
    }

    /// The row that a record was part of; nil where there was no record.
    func row(of id: RecordID) throws -> RecordID? {
        try store.firstRow(
            "SELECT facts FROM OSD_SyncRecord WHERE uuid = ? AND entity = ? AND standing IS NOT NULL",
            id.keyColumns
        ) { row in try row[0].bytes.map { try RecordFacts(decoding: $0).row } ?? id }
    }

    /// Reads the columns `state`, `standing` and `facts` of a record; nil for a record that the tables do not have.
    func note(_ columns: [StoredValue]?, of id: RecordID, _ tables: any SideTables) throws {
        let state = try columns?[0].bytes.map { try RecordState.decode($0).state }
        let facts = try columns.flatMap { try Self.facts(of: id, Array($0[1...2]), tables) }
        (states[id], self.facts[id]) = (.some(state), .some(facts))
    }

    /// Notes a record of which nothing can be in the tables.
    func noteNew(_ id: RecordID) { (states[id], facts[id]) = (.some(nil), .some(nil)) }

    /// Forgets the facts that were read, which are removed from the tables.
    func forgetFacts() { facts = [:] }

    /// The facts that the columns `standing` and `facts` have. Without bytes the record has a row of its own that lives by itself.
    private static func facts(
        of id: RecordID,
        _ columns: [StoredValue],
        _ tables: any SideTables
    ) throws -> RecordFacts? {
        if let bytes = columns[1].bytes { return try RecordFacts(decoding: bytes) }
        guard columns[0].integer != nil else { return nil }
        let keys = try tables.rows(
            "SELECT bytes FROM OSD_SyncUnique WHERE uuid = ? AND entity = ? ORDER BY bytes",
            id.keyColumns
        )
        return .ordinary(id, keys: keys.compactMap { $0[0].bytes.map { UniqueKey(bytes: $0) } })
    }
}
