import SwiftDataCore
import SwiftDataSyncCore

/// The steps by which the view is computed anew, each of which is bounded and leaves a whole store.
///
/// The facts have the position. While the facts of records are computed nothing is captured, since an edit is read with them:
/// edits wait in the history of the store. Rows follow when all facts are there.
extension SyncTransaction {
    /// Forgets the places of rows that are not in the store, of which no history tells: a part of the store was lost. Returns
    /// true where there are no more.
    func forgetPlaces(limit: Int) throws -> Bool {
        guard let position = facts.places else { return true }
        let found = try records.rowsWithPlaces(after: position, limit: limit)
        let identifiers = try found.compactMap { try records.place(of: $0.row) }.filter(isKnown)
        try rows.load(identifiers)
        for identifier in identifiers where rows[identifier] == nil { try records.noteDeletion(identifier) }
        facts.places = found.last?.key
        return found.isEmpty
    }

    /// Removes the facts of all records, and begins to compute them under the rules of the app.
    func beginRebuild() throws {
        try records.removeFacts()
        facts.rules = context.rulesHash
        facts.rebuild = .facts(after: nil)
    }

    /// Computes the facts of some records.
    func rebuildFacts(after last: RecordID?, limit: Int) throws {
        var storage = records
        let next = try MaintainedView(context.schema.rules).rebuild(&storage, after: last, limit: limit) { _ in }
        facts.rebuild = next.map { .facts(after: $0) } ?? .rows(after: nil)
    }

    /// Plans the rows of some records.
    func rebuildRows(after last: RecordID?, limit: Int) throws {
        let ids = try records.records(after: last, limit: limit)
        try plan(retrying: Set(ids), isRebuilding: true)
        facts.rebuild = ids.last.map { .rows(after: $0) } ?? .leftovers(after: 0)
    }

    /// Plans the removal of rows of the store that the view does not have any more.
    func removeLeftovers(after last: Int64, limit: Int) throws {
        let found = try records.rowsWithPlaces(after: last, limit: limit)
        try plan(hiding: try leftovers(found.map(\.row)))
        if let key = found.last?.key { facts.rebuild = .leftovers(after: key) } else { endRebuild() }
    }

    /// Plans all rows that are left in one step: rows that exchange unique values cannot be written one after the other.
    func rebuildAll(after last: RecordID?) throws {
        let ids = try records.records(after: last, limit: .max)
        let hidden = try leftovers(records.rowsWithPlaces(after: 0, limit: .max).map(\.row))
        try plan(retrying: Set(ids), hiding: hidden, isRebuilding: true)
        endRebuild()
    }

    private func endRebuild() {
        facts.rebuild = nil
        facts.relationships = context.schema.relationships
    }

    private func leftovers(_ rows: [RecordID]) throws -> Set<RecordID> {
        var hidden: Set<RecordID> = []
        for row in rows where try records.shownRow(of: row) != row {
            guard let place = try records.place(of: row) else { continue }
            // The rows of a class that the app does not have any more are gone with its table.
            if isKnown(place) { hidden.insert(row) } else { try records.noteDeletion(place) }
        }
        return hidden
    }

    private func isKnown(_ identifier: PersistentIdentifier) -> Bool {
        context.schema.entities[identifier.entityName] != nil
    }
}
