import Foundation
import SwiftDataCore

/// The tables of sync of a store that has no place for them, in a file of their own. See docs/decisions/0046.
///
/// Rows and tables are in two files, which no transaction joins. The content of the tables after a save is in the file
/// before the rows are saved: the history of the store shows if they were saved, also after a crash.
final class SeparateTables: SideTableStore {
    /// The facts of the file that are in memory as well.
    struct State {
        /// False where a save may have been interrupted.
        var isSaveComplete = false
        /// The position in the history that the tables have, and the number that stands for it.
        var kept: (number: Int64, position: Data)?
        var positions: [Int64: Data] = [:]
        var numbers: [Data: Int64] = [:]
        var nextNumber: Int64 = 1
        /// The position of the last transaction, as long as the engine keeps saves away; nil where it is not known.
        var end: Data??
    }

    let store: any CompleteRowStore
    let history: any ErasedHistory
    /// The tables themselves.
    let tables: any SideTableStore
    /// The classes of the store.
    let layouts: [ModelLayout]
    let state = Locked(State())
    private let environment: SyncEnvironment
    private let notify: @Sendable (StoreCommit) -> Void
    private let editing = EditingState(author: SyncEngine.author)

    /// - Parameter notify: Notifies the contexts of rows that an interrupted save has written.
    /// - Throws: ``SyncError`` with code `configuration` where the file belongs to another store.
    init(
        _ store: any CompleteRowStore,
        _ history: any ErasedHistory,
        _ tables: any SideTableStore,
        _ layouts: [ModelLayout],
        _ environment: SyncEnvironment,
        notify: @escaping @Sendable (StoreCommit) -> Void
    ) throws {
        (self.store, self.history, self.tables, self.layouts) = (store, history, tables, layouts)
        (self.environment, self.notify) = (environment, notify)
        try open()
        store.gate.addClient { [weak self] in try self?.forget() }
    }

    private func open() throws {
        let identifier = store.storeIdentifier
        let owner = try tables.readSideTables { tables -> String? in
            let isMade = try !tables.rows(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'OSD_SyncStore'"
            ).isEmpty
            return try isMade ? tables.rows("SELECT identifier FROM OSD_SyncStore").first?[0].text : nil
        }
        guard let owner else {
            _ = try tables.save(StoreChanges(), editing) { tables, _ in
                try tables.run("CREATE TABLE IF NOT EXISTS OSD_SyncStore (identifier TEXT NOT NULL)")
                try tables.run(
                    "CREATE TABLE IF NOT EXISTS OSD_SyncPosition (number INTEGER PRIMARY KEY, position BLOB NOT NULL)"
                )
                try tables.run("CREATE TABLE IF NOT EXISTS OSD_SyncOwn (position BLOB PRIMARY KEY) WITHOUT ROWID")
                try SaveIntent.create(tables)
                try tables.run("INSERT INTO OSD_SyncStore (identifier) VALUES (?)", [.string(identifier)])
            }
            return
        }
        guard owner == identifier else {
            throw SyncError(
                .configuration,
                "The file of SyncConfiguration.stateURL has the state of another store. Name a file of its own for each store."
            )
        }
    }

    /// Keeps saves of the program away until the lock is released.
    func takeLock() throws -> any WriteLock {
        let lock = try store.gate.close()
        state.withLock { $0.end = nil }
        return lock
    }

    // MARK: Tables

    func readSideTables<Result>(_ body: (any SideTables) throws -> Result) throws -> Result {
        try completeInterruptedSave()
        return try tables.readSideTables(body)
    }

    func incarnation() throws -> StoreIncarnation {
        try completeInterruptedSave()
        try forgetErasedStore()
        return try tables.incarnation()
    }

    /// Writes rows and tables. Changes of rows are written with the lock of the engine.
    func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        sideTables body: (any SideTables, StoreSaveResult) throws -> Void
    ) throws -> StoreSaveResult {
        try completeInterruptedSave()
        let store = store
        let whole = try RowCompletion.complete(changes) { try store.completeRows(for: $0, editing) }
        guard !whole.isEmpty else {
            return try saveTables { tables, answer in try body(tables, answer) }
        }
        let number = state.withLock { $0.takeNumber() }
        var answer = StoreSaveResult(
            remapped: [:],
            reregistered: [:],
            historyToken: DefaultHistoryToken(storeIdentifier: store.storeIdentifier, transaction: number)
        )
        answer.identifiers = whole.inserted.enumerated().map { place, row in
            ProvisionalIdentifier.of(place, store: store.storeIdentifier, entity: row.layout.entityName)
        }
        let record = RecordedStatements()
        try body(record, answer)
        let intent = SaveIntent(before: try lastPosition(), number: number, insertions: try Self.insertions(whole))
        state.withLock { $0.isSaveComplete = false }
        _ = try tables.save(StoreChanges(), editing) { tables, _ in try intent.write(record.statements, to: tables) }
        try environment.point("intent written")
        let result = try store.save(whole, editing) {}
        try environment.point("rows saved")
        answer.identifiers = try whole.inserted.map { row in
            guard let identifier = result.remapped[row.persistentIdentifier] else {
                throw StoreError(
                    .misbehavingStore,
                    "the store \"\(store.configurationName)\" broke its contract: its answer to a save does not name each new row.",
                    entity: row.layout.entityName
                )
            }
            return identifier
        }
        let steps = try history.steps(after: intent.before, limit: .max)
        guard let place = Self.placeOfSave(steps) else {
            // Its rows would count as rows of the program otherwise.
            _ = try tables.save(StoreChanges(), editing) { tables, _ in try SaveIntent.refuse(tables) }
            throw unlistedSave
        }
        try finish(intent, answer.identifiers, steps, place)
        // With the rows that the store has changed by itself.
        answer.commit = steps[place].commit(of: store.storeIdentifier)
        return answer
    }

    private func saveTables(
        _ body: (any SideTables, StoreSaveResult) throws -> Void
    ) throws -> StoreSaveResult {
        var kept: (number: Int64, position: Data)?
        let answer = try tables.save(StoreChanges(), editing) { tables, answer in
            try body(tables, answer)
            kept = try keepPosition(tables)
        }
        state.withLock { $0.keep(kept) }
        return answer
    }

    private static func insertions(_ whole: StoreChanges) throws -> [SaveIntent.Insertion] {
        try whole.inserted.map { row in
            SaveIntent.Insertion(
                entity: row.layout.entityName,
                digest: try RowDigest.of(row, isNew: \.isTemporary)
            )
        }
    }

    private var unlistedSave: SyncError {
        SyncError(
            .unsupportedStore,
            "The history of the store has not listed a save with its author. Give each transaction the author of the request's "
                + "editingState, and reset the engine."
        )
    }

    /// The place of the engine's save among the transactions since it was begun.
    private static func placeOfSave(_ steps: [HistoryStep]) -> Int? {
        steps.firstIndex { $0.author == SyncEngine.author }
    }

    // MARK: Interrupted saves

    /// Completes a save that was interrupted, or forgets that it was to take place.
    func completeInterruptedSave() throws {
        if state.withLock({ $0.isSaveComplete }) { return }
        let lock = try store.gate.close()
        defer { lock.release() }
        if state.withLock({ $0.isSaveComplete }) { return }
        let (intent, kept) = try tables.readSideTables { tables in
            (try SaveIntent(tables), try Self.keptPosition(tables))
        }
        state.withLock { state in
            state.keep(kept)
            if let intent { state.nextNumber = max(state.nextNumber, intent.number + 1) }
        }
        if let intent { try completeInterruptedSave(intent) }
        state.withLock { $0.isSaveComplete = true }
    }

    private func completeInterruptedSave(_ intent: SaveIntent) throws {
        guard !intent.isRefused else { throw unlistedSave }
        let steps: [HistoryStep]
        do { steps = try history.steps(after: intent.before, limit: .max) } catch SwiftDataError.historyTokenExpired {
            return try completeWithoutHistory(intent)
        }
        guard let place = Self.placeOfSave(steps) else {
            // A history that never had a transaction, and one whose transactions were deleted, look the same.
            if intent.before == nil, steps.isEmpty { return try completeWithoutHistory(intent) }
            return try drop()
        }
        let commit = steps[place].commit(of: store.storeIdentifier)
        try finish(intent, try matching.rows(of: intent.insertions, among: commit.inserted), steps, place)
        notify(commit)
    }

    /// Finishes or discards a save where the program has deleted the history since. The rows show if it took place: the
    /// new ones exist, and have no records. The next capture compares all rows.
    private func completeWithoutHistory(_ intent: SaveIntent) throws {
        guard let rows = try matching.unrecordedRows(of: intent.insertions, layouts) else { return try drop() }
        try finish(intent, rows, own: nil, position: intent.before)
    }

    /// Forgets a save that did not take place.
    private func drop() throws {
        _ = try tables.save(StoreChanges(), editing) { tables, _ in try SaveIntent.remove(tables) }
    }

    private var matching: InsertionMatching { InsertionMatching(store: store, tables: tables) }

    /// Writes the content of the tables after a save that has taken place.
    private func finish(
        _ intent: SaveIntent,
        _ identifiers: [PersistentIdentifier?],
        _ steps: [HistoryStep],
        _ place: Int
    ) throws {
        let own = steps[place].position
        // Saves of other writers before it are captured after the known position.
        try finish(intent, identifiers, own: own, position: place == 0 ? own : intent.before)
        state.withLock { $0.end = place == 0 && steps.count == 1 ? .some(own) : nil }
    }

    /// - Parameters:
    ///   - own: The position of the save; nil where the history no longer has it.
    ///   - position: The position after which the next capture begins.
    private func finish(
        _ intent: SaveIntent,
        _ identifiers: [PersistentIdentifier?],
        own: Data?,
        position: Data?
    ) throws {
        if let position { state.withLock { $0.note(position, number: intent.number) } }
        let store = store
        var kept: (number: Int64, position: Data)?
        _ = try tables.save(StoreChanges(), editing) { tables, _ in
            try SaveIntent.runStatements(tables)
            for (place, insertion) in intent.insertions.enumerated() {
                let provisional = ProvisionalIdentifier.of(
                    place,
                    store: store.storeIdentifier,
                    entity: insertion.entity
                )
                try RecordPlaces.replace(provisional, by: identifiers[place], tables)
            }
            if let own { try tables.run("INSERT OR IGNORE INTO OSD_SyncOwn (position) VALUES (?)", [.data(own)]) }
            kept = try keepPosition(tables)
            try SaveIntent.remove(tables)
        }
        state.withLock { state in
            state.keep(kept)
            state.end = nil
            state.isSaveComplete = true
        }
    }
}

extension HistoryStep {
    /// The rows that the transaction has changed.
    fileprivate func commit(of store: String) -> StoreCommit {
        var commit = StoreCommit(storeIdentifier: store)
        for change in changes {
            let identifier = change.changedPersistentIdentifier.interned
            switch change {
            case .insert: commit.inserted.append(identifier)
            case .update: commit.updated.append(identifier)
            case .delete: commit.deleted.append(identifier)
            }
        }
        commit.author = author
        return commit
    }
}
