import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// One transaction of the engine: the saves of the program are captured, arrived changes are merged, and rows, states
/// and the positions in the history and the transport are written together.
///
/// The write lock of the store is held from the first read on. Not shared: it serves one call on the thread of the engine.
final class SyncTransaction {
    private let context: SyncContext
    private let lock: any WriteLock
    private let records: SyncRecords
    private let blobs: IncomingBlobs
    private let parts = TransactionParts()
    private let outbox = TransactionOutbox()
    private let arrived: ArrivedPackets
    private let capture: TransactionCapture
    private let planning: RowPlanning
    private let sealing: TransactionSealing
    private let rebuild: ViewRebuild
    private(set) var facts: DeviceFacts
    private(set) var result = ReceiveResult()

    /// - Throws: ``StoreError`` with code `locked` where another writer keeps the store for longer than the time allowed.
    init(_ context: SyncContext) throws {
        self.context = context
        lock = try context.takeLock()
        do {
            guard let facts = try context.side.readSideTables({ try DeviceFacts($0) }) else {
                throw SyncTables.interrupted
            }
            self.facts = facts
        } catch {
            lock.release()
            throw error
        }
        records = context.records()
        blobs = IncomingBlobs(context.side, context.sealing)
        arrived = ArrivedPackets(context.side)
        sealing = TransactionSealing(context, records)
        let rows = StoreRows(context.store, context.editing)
        capture = TransactionCapture(context, records, rows, parts)
        planning = RowPlanning(context, records, rows, blobs, parts, capture)
        rebuild = ViewRebuild(context: context, records: records, rows: rows, planning: planning)
    }

    /// Ends the transaction. Without a commit nothing is written.
    func end() { lock.release() }

    // MARK: The device

    /// Draws a new number for a store that was copied or restored.
    func takeNewNumber(_ device: DeviceNumber, incarnation: String) {
        facts.device = device
        facts.sequence = 0
        facts.incarnation = incarnation
    }

    /// Prepares for rows and records that are missing in a file which was restored or mended. Everything is fetched
    /// again, rows without a record are sent, and the view is computed again and written.
    func distrustFile() {
        facts.cursor = nil
        facts.scan = DeviceFacts.ScanPosition()
        facts.isComparing = false
        facts.rules = nil
        facts.places = 0
    }

    /// Draws a new number for a store of which another copy sends under the same one. Unsent change sets are sent under
    /// the new number, and the change sets of the copy are news.
    func renumber(_ device: DeviceNumber, _ unsent: [SyncPacket]) throws {
        facts.cursor = nil
        try outbox.renumber(unsent, device, &facts)
    }

    /// Begins to fetch from the beginning.
    func forgetCursor() { facts.cursor = nil }

    /// Notes that the values of the store are sealed from now on.
    func beginSealing() { facts.isSealed = true }

    // MARK: Capturing

    /// Captures the changes of the history since the last time, up to a number of changes. Returns true where no change
    /// is left.
    func captureHistory(limit: Int) throws -> Bool { try capture.captureHistory(&facts, limit: limit) }

    /// Captures rows from before sync. Returns true where none are left.
    func captureStock(limit: Int) throws -> Bool { try capture.captureStock(&facts, limit: limit) }

    /// Captures rows that were left on the device.
    func captureUnsent(_ identifiers: [PersistentIdentifier]) throws { try capture.captureUnsent(identifiers, &facts) }

    // MARK: Receiving

    /// Merges packets. The clock of the device follows theirs.
    func receive(_ packets: [SyncPacket], _ cursor: SyncCursor?) throws {
        arrived.receive(packets, parts, sealing, &facts, now: context.environment.now())
        if let cursor { facts.cursor = cursor.bytes }
    }

    /// Adds the values of records that could not be read when they arrived, and can be read now.
    func open(_ ids: [RecordID]) throws { try sealing.open(ids, parts) }

    /// True where packets have arrived that cannot be read: the state has gaps.
    func hasUnread() throws -> Bool { try arrived.hasUnread() }

    /// Adds the parts that record which rows became one by their unique values. They are permanent, and are written from a
    /// state alone that has all change sets which a received one has seen.
    func addJoins(isComplete: Bool?) throws {
        let deliveries = isComplete == true ? Deliveries() : facts.deliveries
        guard isComplete != false,
            let joins = try MaintainedView(context.schema.rules).joins(of: deliveries, in: records)
        else { return }
        parts.addOwn(joins)
    }

    // MARK: Rows

    /// True where rows have become one and no record has it yet.
    var hasJoins: Bool { planning.hasJoins }

    /// Merges captured and arrived changes, and plans the rows that differ from the view then.
    /// - Parameter retried: Rows that are written in any case.
    func plan(retrying retried: Set<RecordID> = []) throws {
        try planning.plan(retrying: retried, retryingHeld: try sealing.triedRows())
    }

    /// Drops the large values that have arrived and that no row needs. To be called when all held rows have been planned.
    func dropArrivedBlobs() throws { try blobs.dropArrived() }

    /// Drops the large values that were missing and that no held row needs any more.
    func dropUnneeded(_ missing: [BlobReference]) throws {
        blobs.dropMissing(Set(missing).subtracting(try context.blobsOfHeldRows(records)))
    }

    // MARK: Other rules

    /// True where something was captured or has arrived.
    var hasParts: Bool { !parts.isEmpty }

    /// Merges captured changes into states, and leaves the view to ``beginRebuild()``.
    func mergeStates() throws {
        // Whichever version of the app comes next computes the view of these states.
        facts.rules = nil
        for (id, part) in parts.all {
            let state = try records.state(id).merged(with: part)
            try records.write(id, state: state, edges: nil, facts: try records.facts(of: id))
        }
    }

    /// Forgets the places of rows that a damaged file has lost. Returns true where none are left.
    func forgetPlaces(limit: Int) throws -> Bool { try rebuild.forgetPlaces(&facts, limit: limit) }

    /// Begins to compute the view under the rules of the app.
    func beginRebuild() throws { try rebuild.begin(&facts) }

    /// Runs a step of the computation.
    /// - Parameter limit: The number of records or rows; nil for all rows that are left.
    func runRebuild(_ step: DeviceFacts.Rebuild, limit: Int?) throws { try rebuild.run(step, &facts, limit: limit) }

    // MARK: Committing

    /// Writes everything, and notifies the contexts of the container.
    func commit() throws {
        try outbox.add(try context.sealing.sealed(parts.own), &facts)
        try arrived.prepare()
        try sealing.prepare(parts, missedKeys: blobs.missedKeys)
        let changes = planning.changes
        try context.environment.point("before commit")
        var answer = try context.side.save(changes, context.editing, sideTables: write)
        try context.environment.point("after commit")
        // Contexts that have read their relationships read them again.
        answer.commit?.updated += planning.partners(of: changes)
        context.core.receive(saved: answer)
        result = try planning.result(answer, changes)
        result.sealing = sealing.report
    }

    private func write(_ tables: any SideTables, _ answer: StoreSaveResult) throws {
        try planning.write(to: tables, answer)
        try records.write(to: tables)
        try capture.write(to: tables, answer, &facts)
        try blobs.write(to: tables)
        try arrived.write(to: tables)
        try sealing.write(to: tables)
        try outbox.write(to: tables)
        try facts.write(to: tables)
    }
}
