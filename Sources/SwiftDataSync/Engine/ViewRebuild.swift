import SwiftDataCore
import SwiftDataSyncCore

/// The steps by which the view is computed again, each of which is bounded and leaves a whole store.
///
/// The facts have the position. While the facts of records are computed nothing is captured, since an edit is read with
/// them: edits wait in the history of the store. Rows follow when all facts are computed.
struct ViewRebuild {
    let context: SyncContext
    let records: SyncRecords
    let rows: StoreRows
    let planning: RowPlanning

    /// Forgets the places of rows that are not in the store, that the history does not have: a part of the store was
    /// lost. Returns true where none are left.
    func forgetPlaces(_ facts: inout DeviceFacts, limit: Int) throws -> Bool {
        guard let position = facts.places else { return true }
        let found = try records.places.all(after: position, limit: limit)
        let identifiers = try found.compactMap { try records.places.place(of: $0.row) }.filter(isKnown)
        try rows.load(identifiers)
        for identifier in identifiers where rows[identifier] == nil { try records.places.noteDeletion(of: identifier) }
        facts.places = found.last?.key
        return found.isEmpty
    }

    /// Removes the facts of all records, and begins to compute them under the rules of the app.
    func begin(_ facts: inout DeviceFacts) throws {
        try records.removeFacts()
        facts.rules = context.rulesHash
        facts.rebuild = .facts(after: nil)
    }

    /// Runs a step, and moves the position.
    ///
    /// - Parameter limit: The number of records or rows; nil for all rows that are left, in one step. Rows that exchange unique
    ///   values cannot be written one after the other.
    func run(_ step: DeviceFacts.Rebuild, _ facts: inout DeviceFacts, limit: Int?) throws {
        switch (step, limit) {
        case (.facts(let last), _): try computeFacts(&facts, after: last, limit: limit ?? .max)
        case (.rows(let last), let limit?): try writeRows(&facts, after: last, limit: limit)
        case (.leftovers(let key), let limit?): try removeLeftovers(&facts, after: key, limit: limit)
        case (.rows(let last), nil): try writeAll(&facts, after: last)
        case (.leftovers, nil): try writeAll(&facts, after: nil)
        }
    }

    private func computeFacts(_ facts: inout DeviceFacts, after last: RecordID?, limit: Int) throws {
        var storage = records
        let next = try MaintainedView(context.schema.rules).rebuild(&storage, after: last, limit: limit) { _ in }
        facts.rebuild = next.map { .facts(after: $0) } ?? .rows(after: nil)
    }

    private func writeRows(_ facts: inout DeviceFacts, after last: RecordID?, limit: Int) throws {
        let ids = try records.records(after: last, limit: limit)
        try planning.plan(retrying: Set(ids), isRebuilding: true)
        facts.rebuild = ids.last.map { .rows(after: $0) } ?? .leftovers(after: 0)
    }

    /// Removes rows of the store that the view does not have any more.
    private func removeLeftovers(_ facts: inout DeviceFacts, after last: Int64, limit: Int) throws {
        let found = try records.places.all(after: last, limit: limit)
        try planning.plan(hiding: try leftovers(found.map(\.row)))
        if let key = found.last?.key { facts.rebuild = .leftovers(after: key) } else { end(&facts) }
    }

    private func writeAll(_ facts: inout DeviceFacts, after last: RecordID?) throws {
        let ids = try records.records(after: last, limit: .max)
        let hidden = try leftovers(records.places.all())
        try planning.plan(retrying: Set(ids), hiding: hidden, isRebuilding: true)
        end(&facts)
    }

    private func end(_ facts: inout DeviceFacts) {
        facts.rebuild = nil
        facts.relationships = context.schema.relationships
    }

    private func leftovers(_ rows: [RecordID]) throws -> Set<RecordID> {
        var hidden: Set<RecordID> = []
        for row in rows where try records.shownRow(of: row) != row {
            guard let place = try records.places.place(of: row) else { continue }
            // The rows of a class that the app does not have any more are gone with its table.
            if isKnown(place) { hidden.insert(row) } else { try records.places.noteDeletion(of: place) }
        }
        return hidden
    }

    private func isKnown(_ identifier: PersistentIdentifier) -> Bool {
        context.schema.entities[identifier.entityName] != nil
    }
}
