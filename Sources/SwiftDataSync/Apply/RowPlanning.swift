import SwiftDataCore
import SwiftDataSyncCore

/// Merges the parts of a transaction into the view, and plans the rows of the store that differ from it then.
///
/// Not shared: it serves one call on the thread of the engine.
final class RowPlanning {
    private let context: SyncContext
    private let records: SyncRecords
    private let rows: StoreRows
    private let blobs: IncomingBlobs
    private let parts: TransactionParts
    private let capture: TransactionCapture
    private let view: MaintainedView
    private var writer: RowWriter?
    private var heldBefore: Set<RecordID> = []
    private var touched: Set<RecordID> = []
    /// True where rows have become one and no record has it yet.
    private(set) var hasJoins = false

    init(
        _ context: SyncContext,
        _ records: SyncRecords,
        _ rows: StoreRows,
        _ blobs: IncomingBlobs,
        _ parts: TransactionParts,
        _ capture: TransactionCapture
    ) {
        self.context = context
        self.records = records
        self.rows = rows
        self.blobs = blobs
        self.parts = parts
        self.capture = capture
        view = MaintainedView(context.schema.rules)
    }

    /// - Parameters:
    ///   - retried: Rows that are written in any case.
    ///   - retriedHeld: Rows that are written if they are held.
    ///   - leftovers: Rows that are removed in any case, unless the view shows them now.
    ///   - isRebuilding: True where rows of the view may be missing in the store, as after a change of the rules.
    func plan(
        retrying retried: Set<RecordID> = [],
        retryingHeld retriedHeld: Set<RecordID> = [],
        hiding leftovers: Set<RecordID> = [],
        isRebuilding: Bool = false
    ) throws {
        try records.load(parts.all.keys)
        var storage = records
        var change = try view.apply(parts.all, to: &storage)
        hasJoins = change.hasJoins
        for row in leftovers where change.rows[row] == nil { change.rows[row] = .hidden }
        heldBefore = try context.side.readSideTables { try SyncTables.held($0) }
        var choice = RowChoice(change, records, view)
        try choice.add(retried.union(heldBefore.intersection(retriedHeld)))
        // A held row that is written now lacks the members that came while it was held.
        try choice.add(heldBefore.intersection(choice.shown.keys))
        // A change that arrives together with an edit may undo it in the view, which then has no change.
        try choice.addEdited(capture.edited)
        // A held row has former values, which may be the unique values of other held rows.
        if !heldBefore.isDisjoint(with: choice.all) {
            try choice.add(heldBefore.filter { context.schema.rules.entities[$0.entity]?.unique.isEmpty == false })
        }
        // Other rows may wait for a held row that is written now, or refer to a row that is there again.
        try choice.addDependents(of: heldBefore.union(capture.deleted))
        if isRebuilding { try choice.addMissingTargets() }
        let writer = RowWriter(context, records, rows, blobs, shown: choice.shown)
        try writer.plan(hidden: choice.hidden, heldBefore: heldBefore)
        touched = choice.all
        self.writer = writer
    }

    // MARK: Committing

    /// The rows that are to be written.
    var changes: StoreChanges { writer?.edits.changes ?? StoreChanges() }

    /// The rows that are not written and whose relationships a save changes all the same: written rows lead to them, or did.
    func partners(of changes: StoreChanges) -> Set<PersistentIdentifier> {
        var found: Set<PersistentIdentifier> = []
        func add(_ value: StoredValue?) {
            switch value {
            case .identifier(let partner)?: found.insert(partner)
            case .identifiers(let partners)?: found.formUnion(partners)
            default: break
            }
        }
        for row in changes.inserted { for value in row.values { add(value) } }
        for row in changes.updated {
            for slot in row.changedSlots ?? [] {
                add(row.values[slot])
                add(rows[row.persistentIdentifier]?.values[slot])
            }
            for change in row.toManyChanges.values { found.formUnion(change.added + change.removed) }
        }
        let written = Set((changes.updated + changes.deleted).map(\.persistentIdentifier))
        return found.filter { !$0.isTemporary && !written.contains($0) }
    }

    /// Writes the rows that records have now, and which rows are held. To be called in the transaction of the store.
    func write(to tables: any SideTables, _ answer: StoreSaveResult) throws {
        guard let writer else { return }
        for (insertion, identifier) in zip(writer.places.insertions, answer.identifiers) {
            records.places.give(identifier, to: insertion.row)
        }
        for identifier in writer.edits.deleted.keys { try records.places.noteDeletion(of: identifier) }
        for (row, identifier) in writer.places.kept { records.places.give(identifier, to: row) }
        for row in touched where heldBefore.contains(row) || writer.held.contains(row) {
            try SyncTables.setHeld(row, writer.held.reasons[row], tables)
        }
    }

    /// The effects of a save that has taken place.
    func result(_ answer: StoreSaveResult, _ changes: StoreChanges) throws -> ReceiveResult {
        var result = ReceiveResult()
        guard let writer else { return result }
        result.rows.inserted = answer.identifiers
        result.rows.updated = changes.updated.map(\.persistentIdentifier)
        result.rows.deleted = changes.deleted.map(\.persistentIdentifier)
        result.joined = try writer.places.joined.compactMap { joined in
            guard let model = try records.places.place(of: joined.row) else { return nil }
            return JoinedRows(model: model, joined: joined.identifiers)
        }
        result.held = writer.held.reasons.filter { !heldBefore.contains($0.key) }.map {
            HeldRow(entityName: $0.key.entity.text, error: $0.value, record: $0.key)
        }
        return result
    }
}
