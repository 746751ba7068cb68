import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// The store of an engine and its state of sync, on a thread of its own.
///
/// All that blocks runs here: the lock of the store is waited for without keeping other tasks from running.
actor SyncSession {
    /// The result of the check that the account is the one that the store was synced with.
    enum Account {
        case same
        case changed(previous: String?)
    }

    /// Change sets and large values that are to be sent.
    struct Outgoing: Sendable {
        var packets: [SyncPacket] = []
        var blobs: [(BlobReference, Data)] = []
    }

    private nonisolated let thread = ContextThread()
    /// Has the parts of the container, and not the container itself, which may keep the engine.
    nonisolated let context: SyncContext
    /// True after rows that match a predicate and were not sent have been looked for.
    private var hasSelected = false
    /// The effects of transactions that no event has reported.
    private var result = ReceiveResult()

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ container: ModelContainer, _ configuration: SyncConfiguration) throws {
        context = try SyncContext(container, configuration)
        try thread.start()
    }

    deinit { thread.end() }

    // MARK: Joining

    /// Prepares the store for a round: a store that joins, or that was restored, gets a device number.
    func begin(account: String?) throws -> Account {
        let incarnation = try context.side.incarnation()
        let identity = "\(incarnation.identity) \(incarnation.fileNumber ?? 0)"
        guard let facts = try context.side.readSideTables({ try DeviceFacts($0) }) else {
            try join(account: account, incarnation: identity)
            return .same
        }
        if try !context.side.readSideTables({ try SyncTables.areComplete($0) }) {
            try writeTables { try SyncTables.create($0) }
        }
        if facts.account != account { return .changed(previous: facts.account) }
        try checkSealing(facts)
        if facts.incarnation != identity {
            try takeNewNumber(identity, isMended: facts.incarnation?.hasPrefix("\(incarnation.identity) ") == false)
        }
        try rebuild()
        try captureSelected()
        return .same
    }

    /// Captures rows that were left on the device, and match now: the program has another predicate, or other rows have changed.
    private func captureSelected() throws {
        guard !hasSelected, !context.selections.isEmpty else { return }
        try capture()
        let records = context.records()
        let unsent = try context.selections.candidates().filter { try records.places.row(of: $0) == nil }.sorted()
        for start in stride(from: 0, to: unsent.count, by: context.captureLimit) {
            try transaction { transaction in
                try transaction.captureUnsent(Array(unsent[start..<min(start + context.captureLimit, unsent.count)]))
                try transaction.plan()
            }
        }
        hasSelected = true
    }

    private func join(account: String?, incarnation: String) throws {
        var facts = DeviceFacts(device: DeviceNumber(context.environment.random()))
        facts.account = account
        facts.incarnation = incarnation
        facts.rules = context.rulesHash
        facts.token = try context.side.lastHistoryToken()?.position(in: context.store.storeIdentifier)
        facts.scan = DeviceFacts.ScanPosition()
        facts.relationships = context.schema.relationships
        facts.isSealed = context.sealing.isOn
        _ = try context.side.save(StoreChanges(), context.editing) { tables, _ in
            try SyncTables.create(tables)
            try facts.write(to: tables)
        }
    }

    /// A copy of the store has sent change sets under its number, which this one must not use again.
    ///
    /// - Parameter isMended: True where the file was restored or mended, so that records and rows may be missing.
    private func takeNewNumber(_ incarnation: String, isMended: Bool) throws {
        try writeFacts { transaction in
            transaction.takeNewNumber(DeviceNumber(context.environment.random()), incarnation: incarnation)
            if isMended { transaction.distrustFile() }
        }
    }

    /// Sends the unsent change sets under another number.
    func renumber() throws {
        try writeFacts { transaction in
            let outbox = try context.side.readSideTables { try Self.packets($0, limit: .max) }
            try transaction.renumber(DeviceNumber(context.environment.random()), outbox)
        }
    }

    /// Forgets the state of sync.
    func reset(deletingRows: Bool) throws {
        if deletingRows { try context.store.erase() }
        try context.forget()
    }

    // MARK: Rounds

    /// Begins to fetch from the beginning. Edits, states and unsent change sets stay.
    func forgetCursor() throws { try writeFacts { $0.forgetCursor() } }

    func fetchPosition() throws -> (SyncCursor?, DeviceNumber) {
        let facts = try facts()
        return (facts.cursor.map { SyncCursor(bytes: $0) }, facts.device)
    }

    func receive(_ fetch: SyncFetch, ordering: SyncOrdering) throws {
        try receive(fetch.packets, cursor: fetch.cursor, isEnd: !fetch.moreComing, ordering: ordering)
    }

    /// Captures the saves of the program, merges packets, and writes both.
    ///
    /// - Parameters:
    ///   - sealed: The records whose values are read for which there is a key by now.
    ///   - cursor: The position after the packets; nil where it stays.
    ///   - isEnd: True where the transport has no more.
    func receive(
        _ packets: [SyncPacket],
        opening sealed: [RecordID] = [],
        cursor: SyncCursor?,
        isEnd: Bool,
        ordering: SyncOrdering
    ) throws {
        var hasJoins = false
        var isReceived = false
        while !isReceived {
            try capture()
            try transaction { transaction in
                _ = try transaction.captureHistory(limit: .max)
                // Nothing is merged before all edits of the program have been captured: it would take their place.
                if transaction.facts.scan == nil {
                    try transaction.receive(packets, cursor)
                    try transaction.open(sealed)
                    isReceived = true
                }
                try transaction.plan()
                hasJoins = transaction.hasJoins
            }
        }
        if hasJoins {
            try transaction { transaction in
                _ = try transaction.captureHistory(limit: .max)
                let isComplete = try ordering == .total ? isEnd && !transaction.hasUnread() : nil
                if transaction.facts.scan == nil { try transaction.addJoins(isComplete: isComplete) }
                try transaction.plan()
            }
        }
    }

    /// Receives the packets that could not be read before and can be read now, as after an update of the app.
    func receiveUnread(ordering: SyncOrdering) throws {
        let packets = try context.side.readSideTables { try SyncUnread.packets($0) }
        guard !packets.isEmpty else { return }
        let readable = packets.filter { packet in
            do {
                _ = try packet.changes()
                return true
            } catch { return false }
        }
        guard !readable.isEmpty else { return }
        // The position in the packets of the transport stays, and there may be more: nothing is joined for good here.
        try receive(readable, cursor: nil, isEnd: false, ordering: ordering)
    }

    /// The error of the first packet that cannot be read; nil where there is none.
    func unreadError() throws -> SyncTransportError? {
        for packet in try context.side.readSideTables({ try SyncUnread.packets($0) }) {
            do { _ = try packet.changes() } catch { return error }
        }
        return nil
    }

    /// Captures the saves of the program, in transactions that do not keep other writers waiting for long.
    func capture() throws {
        while true {
            var isDone = try facts().scan == nil
            while !isDone {
                try transaction { transaction in
                    isDone = try transaction.captureStock(limit: context.captureLimit)
                    try transaction.plan()
                }
            }
            let last = try context.side.lastHistoryToken()?.position(in: context.store.storeIdentifier)
            isDone = last == (try facts().token)
            while !isDone {
                try transaction { transaction in
                    isDone = try transaction.captureHistory(limit: context.captureLimit)
                    try transaction.plan()
                }
            }
            // An incomplete history makes the rows be read.
            if try facts().scan == nil { return }
        }
    }

    func outgoing(limit: Int) throws -> Outgoing {
        try capture()
        return try context.side.readSideTables { tables in
            var outgoing = Outgoing()
            var size = 0
            // Values first: the change set that refers to one comes after it.
            try tables.forEachRow("SELECT hash, size, bytes FROM OSD_SyncBlob WHERE isOutgoing = 1", []) { row in
                guard let hash = row[0].bytes, let count = row[1].integer, let bytes = row[2].bytes,
                    let reference = BlobReference(hash: hash, size: UInt64(count))
                else { throw SyncTables.damaged }
                outgoing.blobs.append((reference, Data(bytes)))
                size += bytes.count
                return size < limit
            }
            if outgoing.blobs.isEmpty { outgoing.packets = try Self.packets(tables, limit: limit) }
            return outgoing
        }
    }

    /// The change sets that were not sent, up to a number of bytes.
    private static func packets(_ tables: any SideTables, limit: Int) throws -> [SyncPacket] {
        var (packets, size) = ([SyncPacket](), 0)
        try tables.forEachRow("SELECT device, sequence, bytes FROM OSD_SyncOutbox ORDER BY key", []) { row in
            guard let device = row[0].integer, let sequence = row[1].integer, let bytes = row[2].bytes else {
                throw SyncTables.damaged
            }
            packets.append(
                SyncPacket(
                    device: DeviceNumber(UInt64(bitPattern: device)),
                    sequence: UInt64(bitPattern: sequence),
                    bytes: bytes
                )
            )
            size += bytes.count
            return size < limit
        }
        return packets
    }

    func didSend(_ packets: [SyncPacket]) throws {
        try writeTables { tables in
            // The sent entries are the oldest ones: the search ends soon, whatever waits behind them.
            try tables.run(
                """
                DELETE FROM OSD_SyncOutbox WHERE key =
                (SELECT key FROM OSD_SyncOutbox WHERE device = ? AND sequence = ? ORDER BY key LIMIT 1)
                """,
                each: packets.map {
                    [.integer(Int64(bitPattern: $0.device.rawValue)), .integer(Int64(bitPattern: $0.sequence))]
                }
            )
        }
    }

    func didUpload(_ blob: BlobReference) throws {
        try writeTables { tables in
            // A row that waits may need the value as well: it is tried again by the next fetch.
            try tables.run(
                "UPDATE OSD_SyncBlob SET isOutgoing = 0 WHERE hash = ? AND isOutgoing = 1 AND EXISTS (SELECT 1 FROM OSD_SyncHeld)",
                [.bytes(blob.hash)]
            )
            try tables.run("DELETE FROM OSD_SyncBlob WHERE hash = ? AND isOutgoing = 1", [.bytes(blob.hash)])
        }
    }

    // MARK: Rows

    func heldRows() throws -> Set<RecordID> { try context.side.readSideTables { try SyncTables.held($0) } }

    /// Writes the rows that the store could not take before and can take now. Large values that no row needs are dropped.
    func retryHeld() throws {
        let held = try context.side.readSideTables { try SyncTables.held($0) }
        try transaction { transaction in
            _ = try transaction.captureHistory(limit: .max)
            // Rows whose edits are not all captured yet are not written over.
            guard transaction.facts.scan == nil else { return try transaction.plan() }
            try transaction.plan(retrying: held)
            try transaction.dropArrivedBlobs()
        }
    }

    /// The effects of transactions since the last call.
    func takeResult() -> ReceiveResult {
        defer { result = ReceiveResult() }
        return result
    }

    func counts() throws -> (outbox: Int, held: Int, unread: Int, sealed: Int) {
        try context.side.readSideTables { tables in
            let counts = try ["Outbox", "Held", "Unread"].map {
                Int(try tables.rows("SELECT count(*) FROM OSD_Sync\($0)").first?[0].integer ?? 0)
            }
            return (counts[0], counts[1], counts[2], try SyncSealed.count(tables))
        }
    }

    /// The identity of a row.
    nonisolated func record(of identifier: PersistentIdentifier) throws -> RecordID? {
        try context.records().places.row(of: identifier)
    }

    /// True if a row has a place in an ordered relationship.
    nonisolated func hasPlace(_ identifier: PersistentIdentifier, in relationship: SyncName) throws -> Bool {
        let records = context.records()
        guard let row = try records.places.row(of: identifier) else { return false }
        return try records.states(ofRow: row).values.contains { $0.orders[relationship] != nil }
    }

    // MARK: Transactions

    func facts() throws -> DeviceFacts {
        guard let facts = try context.side.readSideTables({ try DeviceFacts($0) }) else { throw SyncTables.interrupted }
        return facts
    }

    /// Runs a transaction that captures and merges, for which the view must be whole.
    func transaction(_ body: (SyncTransaction) throws -> Void) throws {
        try writeFacts { transaction in
            let facts = transaction.facts
            guard facts.rules == context.rulesHash, facts.rebuild?.hasFacts != false else {
                throw SyncTables.viewReplaced
            }
            try body(transaction)
        }
    }

    /// Runs a transaction that does not look at the view.
    func writeFacts(_ body: (SyncTransaction) throws -> Void) throws {
        try context.environment.point("begin")
        let transaction = try SyncTransaction(context)
        defer { transaction.end() }
        try body(transaction)
        try transaction.commit()
        result.add(transaction.result)
    }

    func writeTables(_ body: (any SideTables) throws -> Void) throws {
        _ = try context.side.save(StoreChanges(), context.editing) { tables, _ in try body(tables) }
    }
}
