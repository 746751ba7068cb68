import SwiftDataCore
import SwiftDataSyncCore

/// The sealed values of a transaction: arriving values, kept values, and the records that are noted for their keys.
///
/// Not shared: it serves one call on the thread of the engine.
final class TransactionSealing {
    private let context: SyncContext
    private let records: SyncRecords
    private var tried: Set<RecordID> = []
    private var notes: [SealedNote] = []
    /// The values that could not be read, and the values that were refused.
    private(set) var report = SealingReport()

    init(_ context: SyncContext, _ records: SyncRecords) { (self.context, self.records) = (context, records) }

    /// A part that has arrived, with the values that this device can read.
    func opened(_ part: RecordState, of id: RecordID) -> RecordState { context.sealing.opened(part, of: id, &report) }

    /// Adds the values of records that could not be read when they arrived, and can be read now.
    func open(_ ids: [RecordID], _ parts: TransactionParts) throws {
        for id in ids {
            tried.insert(id)
            parts.addReceived([id: context.sealing.openable(try records.state(id), of: id, &report)])
        }
    }

    /// The rows of the records that are tried again. They may wait for nothing but the bytes of a large value, whose property has
    /// no change then.
    func triedRows() throws -> Set<RecordID> { Set(try tried.compactMap { try records.shownRow(of: $0) }) }

    /// Finds the records whose unread values have changed. The tables are only written while a save is under way.
    ///
    /// - Parameter missedKeys: The keys that were not there when the bytes of large values were to be opened.
    func prepare(_ parts: TransactionParts, missedKeys: Set<SealingKeyName>) throws {
        for key in missedKeys { report.noteMissing(key) }
        let hasNotes = try context.side.readSideTables { try !SyncSealed.isEmpty($0) }
        notes = try parts.all.keys.compactMap { id in
            let state = try records.state(id)
            var keys = state.sealingKeys
            if context.sealing.isOn { keys.formUnion(state.largeValueKeys.filter(isMissing)) }
            guard hasNotes || !keys.isEmpty else { return nil }
            let known = hasNotes ? try context.side.readSideTables { try SyncSealed.keys(of: id, $0) } : []
            // A value that its key does not open is not tried again.
            let isTried = tried.contains(id)
            let removed = known.filter { !keys.contains($0) || isTried && !isMissing($0) }
            let added = keys.subtracting(known).filter(isMissing)
            return removed.isEmpty && added.isEmpty ? nil : SealedNote(record: id, added: added, removed: removed)
        }
    }

    /// True for a key that is not there, or was not when this transaction needed it: the program may add one at any time.
    private func isMissing(_ key: SealingKeyName) -> Bool {
        report.missing.contains(key) || !context.sealing.hasKey(key)
    }

    /// Writes which records wait for which keys. To be called in the transaction of the store.
    func write(to tables: any SideTables) throws { try SyncSealed.write(notes, tables) }
}
