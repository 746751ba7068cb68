import SwiftDataCore
import SwiftDataSyncCore

/// The states, edges and facts that a transaction of the engine writes, kept until the transaction of the store.
///
/// Not shared: it serves one call on the thread of the engine.
final class RecordChanges {
    /// The parts of a record that are written. Facts of nil are removed.
    private struct Entry {
        var state: RecordState?
        var edges: [RecordEdge]?
        var facts: RecordFacts??
    }

    private var entries: [RecordID: Entry] = [:]
    /// True where the facts of all records are removed before any are written.
    private(set) var removesFacts = false

    /// The state of a record that is to be written; nil where it stays.
    func state(of id: RecordID) -> RecordState? { entries[id]?.state }

    /// The facts of a record that are to be written; nil where they stay, and nil within where they are removed.
    func facts(of id: RecordID) -> RecordFacts?? {
        guard let entry = entries[id] else { return nil }
        return entry.facts
    }

    func add(_ id: RecordID, state: RecordState?, edges: [RecordEdge]?, facts: RecordFacts?) {
        if let state { entries[id, default: Entry()].state = state }
        if let edges { entries[id, default: Entry()].edges = edges }
        entries[id, default: Entry()].facts = .some(facts)
    }

    func removeFacts() {
        removesFacts = true
        for id in entries.keys { entries[id]?.facts = nil }
    }

    // MARK: Writing

    /// Writes the changes. To be called in the transaction of the store.
    func write(over stored: StoredRecords, to tables: any SideTables) throws {
        if removesFacts {
            try tables.run("UPDATE OSD_SyncRecord SET standing = NULL, facts = NULL, hasJoins = 0")
            try tables.run("DELETE FROM OSD_SyncUnique")
        }
        for (id, entry) in entries {
            try Self.write(entry, id, tables)
            // A new record has no edges and keys that could be in the way.
            if let edges = entry.edges { try Self.write(edges, id, replacing: !stored.isStateless(id), tables) }
            if let facts = entry.facts {
                try Self.write(facts?.keys ?? [], id, replacing: !stored.hasNoFacts(id), tables)
            }
        }
    }

    private static func write(_ entry: Entry, _ id: RecordID, _ tables: any SideTables) throws {
        if let state = entry.state, let facts = entry.facts {
            return try tables.run(
                """
                INSERT INTO OSD_SyncRecord (uuid, entity, state, standing, facts, hasJoins) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (uuid, entity) DO UPDATE SET state = excluded.state, standing = excluded.standing,
                facts = excluded.facts, hasJoins = excluded.hasJoins
                """,
                id.keyColumns + [.bytes(state.encoded(as: id))] + columns(facts, id)
            )
        }
        try tables.run(
            "INSERT INTO OSD_SyncRecord (uuid, entity, hasJoins) VALUES (?, ?, 0) ON CONFLICT (uuid, entity) DO NOTHING",
            id.keyColumns
        )
        if let state = entry.state {
            try tables.run(
                "UPDATE OSD_SyncRecord SET state = ? WHERE uuid = ? AND entity = ?",
                [.bytes(state.encoded(as: id))] + id.keyColumns
            )
        }
        if let facts = entry.facts {
            try tables.run(
                "UPDATE OSD_SyncRecord SET standing = ?, facts = ?, hasJoins = ? WHERE uuid = ? AND entity = ?",
                columns(facts, id) + id.keyColumns
            )
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

    private static func write(
        _ edges: [RecordEdge],
        _ id: RecordID,
        replacing: Bool,
        _ tables: any SideTables
    ) throws {
        if replacing { try tables.run("DELETE FROM OSD_SyncEdge WHERE source = ? AND sourceEntity = ?", id.keyColumns) }
        try tables.run(
            "INSERT INTO OSD_SyncEdge (source, sourceEntity, target, targetEntity, kinds) VALUES (?, ?, ?, ?, ?)",
            each: edges.map { id.keyColumns + $0.target.keyColumns + [.integer(Int64($0.kinds.rawValue))] }
        )
    }

    private static func write(
        _ keys: [UniqueKey],
        _ id: RecordID,
        replacing: Bool,
        _ tables: any SideTables
    ) throws {
        if replacing { try tables.run("DELETE FROM OSD_SyncUnique WHERE uuid = ? AND entity = ?", id.keyColumns) }
        try tables.run(
            "INSERT INTO OSD_SyncUnique (bytes, uuid, entity) VALUES (?, ?, ?)",
            each: keys.map { [.bytes($0.bytes)] + id.keyColumns }
        )
    }
}
