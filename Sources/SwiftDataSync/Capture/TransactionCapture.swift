import SwiftDataCore
import SwiftDataSyncCore

/// Captures in one transaction the saves of the program.
///
/// Not shared: it serves one call on the thread of the engine.
final class TransactionCapture {
    private let context: SyncContext
    private let records: SyncRecords
    private let rows: StoreRows
    private let blobs: OutgoingBlobs
    private let parts: TransactionParts
    private let stock: StockReading
    private var isAtEndOfHistory = false
    /// The rows that the program has edited and deleted since the last capture.
    private(set) var edited: Set<RecordID> = []
    private(set) var deleted: Set<RecordID> = []

    init(_ context: SyncContext, _ records: SyncRecords, _ rows: StoreRows, _ parts: TransactionParts) {
        self.context = context
        self.records = records
        self.rows = rows
        self.parts = parts
        blobs = OutgoingBlobs(limit: context.configuration.largeValueSize, seals: context.sealing.isOn)
        stock = StockReading(context: context, records: records, rows: rows)
    }

    /// Captures the changes of the history since the last time, up to a number of changes. Returns true where no change
    /// is left.
    func captureHistory(_ facts: inout DeviceFacts, limit: Int) throws -> Bool {
        let history: HistoryEdits
        do { history = try HistoryEdits(context, after: facts.token, limit: limit) } catch let error as SwiftDataError
            where error == .historyTokenExpired
        {
            // The program has deleted transactions that were not captured: all rows are compared instead. Where a part of the file
            // was lost, a difference is no edit: rows that no device knows are read alone.
            facts.token = try context.side.lastHistoryToken()?.position(in: context.store.storeIdentifier)
            facts.scan = DeviceFacts.ScanPosition()
            facts.isComparing = facts.places == nil
            return true
        }
        try capture(history.edits, &facts, onlyDifferences: history.hasUnknownProperties)
        facts.token = history.position ?? facts.token
        isAtEndOfHistory = history.isAtEnd
        return history.isAtEnd
    }

    /// Captures rows from before sync. Returns true where none are left.
    func captureStock(_ facts: inout DeviceFacts, limit: Int) throws -> Bool {
        guard var position = facts.scan else { return true }
        let found = try stock.next(after: &position, limit: limit)
        let isOver = stock.isOver(position)
        facts.scan = isOver ? nil : position
        let now = context.environment.now()
        try records.places.load(found.map(\.persistentIdentifier))
        var edits: [RowEdit] = []
        for row in found { if let edit = try stock.edit(row, facts, now: now) { edits.append(edit) } }
        if facts.isComparing, isOver { edits += try stock.missing().map { RowEdit($0, .deleted, time: now) } }
        try capture(edits, &facts, isStock: true, onlyDifferences: facts.isComparing)
        if isOver { facts.isComparing = false }
        return isOver
    }

    /// Captures rows that were left on the device.
    func captureUnsent(_ identifiers: [PersistentIdentifier], _ facts: inout DeviceFacts) throws {
        let now = context.environment.now()
        let unsent = try identifiers.filter { try records.places.row(of: $0) == nil }
        try capture(unsent.map { RowEdit($0, .inserted, time: now) }, &facts)
    }

    private func capture(
        _ edits: [RowEdit],
        _ facts: inout DeviceFacts,
        isStock: Bool = false,
        onlyDifferences: Bool = false
    ) throws {
        guard !edits.isEmpty else { return }
        var mode = CaptureMode(onlyDifferences: onlyDifferences, isStock: isStock)
        if let shown = facts.relationships, facts.rules != context.rulesHash || facts.rebuild != nil {
            let (former, rules) = (facts, context.rulesHash)
            mode.newRelationships = context.schema.relationships.subtracting(shown)
            mode.isUnwritten = { former.rules != rules || former.isToBeWritten($0) }
        }
        let clock = DeviceClock(device: facts.device, last: facts.clock)
        var capture = try LocalCapture(edits, mode, context, records, rows, blobs, clock)
        try capture.capture()
        facts.clock = capture.parts.lastTime
        edited.formUnion(capture.edited)
        deleted.formUnion(capture.deleted)
        parts.addOwn(try context.sealing.carried(capture.parts.all, blobs))
    }

    // MARK: Writing

    /// Writes the large values of the edits, and moves the position in the history. To be called in the transaction of the store.
    func write(to tables: any SideTables, _ answer: StoreSaveResult, _ facts: inout DeviceFacts) throws {
        try blobs.write(to: tables)
        // The lock has kept other writers from saving: the next capture begins after this transaction.
        if isAtEndOfHistory, let token = answer.historyToken as? DefaultHistoryToken {
            facts.token = token.position(in: context.store.storeIdentifier) ?? facts.token
        }
    }
}
