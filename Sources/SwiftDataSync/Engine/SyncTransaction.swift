import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// One transaction of the engine: what the program has saved is captured, what has arrived is merged, and rows, states and the
/// positions in the history and the transport are written together.
///
/// The write lock of the store is held from the first read on. Not shared: it serves one call on the thread of the engine.
final class SyncTransaction {
    let context: SyncContext
    private let lock: any WriteLock
    let records: SyncRecords
    let rows: StoreRows
    private let outgoingBlobs: OutgoingBlobs
    private let incomingBlobs: IncomingBlobs
    var facts: DeviceFacts

    var parts: [RecordID: RecordState] = [:]
    private var local: [RecordID: RecordState] = [:]
    private var packets: [SyncPacket] = []
    var result = ReceiveResult()
    /// The records whose sealed values were tried to be opened, and what has become of the keys of records.
    var triedToOpen: Set<RecordID> = []
    private var sealedNotes: [SealedNote] = []
    /// True where rows have become one and no record says so yet.
    private(set) var hasJoins = false
    private var writer: RowWriter?
    private var isAtEndOfHistory = false
    private var heldBefore: Set<RecordID> = []
    private var touched: Set<RecordID> = []
    /// The rows that the program has edited and deleted since the last capture.
    private var edited: Set<RecordID> = []
    private var deleted: Set<RecordID> = []
    /// Packets that have arrived and cannot be read, and those that could not be read before.
    private var unread: [SyncPacket] = []
    private var readAtLast: [SyncPacket] = []
    /// True where the packets are all that is to be sent.
    private var replacesOutbox = false
    /// The large values that no row waits for any more: of those that were missing, and of those that have arrived.
    private var unneeded: Set<BlobReference> = []
    private var dropped: [[UInt8]] = []
    /// True where all held rows have been tried, so that no row needs a large value that has arrived.
    var dropsArrivedBlobs = false

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
        records = SyncRecords(context.side, storeIdentifier: context.store.storeIdentifier, context.environment)
        rows = StoreRows(context.store, context.editing)
        outgoingBlobs = OutgoingBlobs(limit: context.configuration.largeValueSize, seals: context.sealing.isOn)
        let side = context.side
        incomingBlobs = IncomingBlobs(context.sealing) { reference in
            try side.readSideTables { tables in
                try tables.rows(
                    "SELECT bytes FROM OSD_SyncBlob WHERE hash = ? AND bytes IS NOT NULL",
                    [.bytes(reference.hash)]
                ).first?[0].bytes.map { Data($0) }
            }
        }
    }

    /// Draws a new number for a store that was copied or restored.
    func takeNewNumber(_ device: DeviceNumber, incarnation: String) {
        facts.device = device
        facts.sequence = 0
        facts.incarnation = incarnation
    }

    /// Prepares for rows and records that are missing in a file which was restored or mended. Everything is fetched again, rows
    /// without a record are sent, and the view is computed anew and written.
    func distrustFile() {
        facts.cursor = nil
        facts.scan = DeviceFacts.ScanPosition()
        facts.isComparing = false
        facts.rules = nil
        facts.places = 0
    }

    /// Draws a new number for a store of which another copy sends under the same one. What was not sent is sent under the new
    /// number, and the change sets of the copy are news.
    func renumber(_ device: DeviceNumber, _ outbox: [SyncPacket]) throws {
        for packet in outbox { facts.deliveries.remove(packet.device, from: packet.sequence) }
        facts.device = device
        facts.sequence = 0
        facts.cursor = nil
        replacesOutbox = true
        for packet in outbox {
            let changes = try packet.changes()
            facts.sequence += 1
            var seen = changes.seen
            if let sent = facts.deliveries.complete[packet.device] { seen[packet.device] = sent }
            let renamed = ChangeSet(device: device, sequence: facts.sequence, seen: seen, records: changes.records)
            packets.append(SyncPacket(renamed))
            facts.deliveries.add(renamed)
        }
    }

    /// Ends the transaction. What was not committed is not written.
    func end() { lock.release() }

    // MARK: Capturing

    /// Captures what the history tells since the last time, up to a number of changes. Returns true where it was all.
    func captureHistory(limit: Int) throws -> Bool {
        var edits: [PersistentIdentifier: RowEdit] = [:]
        var order: [PersistentIdentifier] = []
        // Without a position it is the one before all transactions, so that a beginning which was deleted is noticed.
        let token = DefaultHistoryToken(storeIdentifier: context.store.storeIdentifier, transaction: facts.token ?? 0)
        let environment = context.environment
        // A store may tell that a row was changed, and not what.
        var isVague = false
        let scan: HistoryScan
        do {
            scan = try context.side.scanHistory(after: token, by: .except([SyncEngine.author]), limit: limit) {
                change in
                let time = environment.time(change.timestamp)
                if change.slots.isEmpty, !change.possibleSlots.isEmpty { isVague = true }
                let kind: RowEdit.Kind =
                    switch change.kind {
                    case .insert: .inserted
                    case .update:
                        .updated(Dictionary((change.slots + change.possibleSlots).map { ($0, time) }) { $1 })
                    case .delete: .deleted
                    }
                if edits[change.identifier] == nil {
                    edits[change.identifier] = RowEdit(change.identifier, kind, time: time)
                    order.append(change.identifier)
                } else {
                    edits[change.identifier]?.add(kind, time: time)
                }
            }
        } catch let error as SwiftDataError where error == .historyTokenExpired {
            // The program has deleted transactions that were not captured: all rows are compared instead. Where a part of the file
            // was lost, a difference is no edit: rows that no device knows are read alone.
            facts.token = try context.side.lastHistoryToken()?.position(in: context.store.storeIdentifier)
            facts.scan = DeviceFacts.ScanPosition()
            facts.isComparing = facts.places == nil
            return true
        }
        try capture(order.compactMap { edits[$0] }, onlyDifferences: isVague)
        facts.token = scan.token?.position(in: context.store.storeIdentifier) ?? facts.token
        isAtEndOfHistory = scan.isAtEnd
        return scan.isAtEnd
    }

    /// Captures rows that were there before sync. Returns true where there are no more.
    func captureStock(limit: Int) throws -> Bool {
        guard var position = facts.scan else { return true }
        var found: [DefaultSnapshot] = []
        if let name = context.schema.captureOrder.first(where: { !position.done.contains($0) }),
            let entity = context.schema.entities[name]
        {
            var last: Int64?
            (found, last) = try stock(of: entity, after: name == position.entity ? position.key : 0, limit)
            // A store that cannot be walked is read class by class.
            if context.store.walked != nil { found = try prefix(of: found, entity, limit, &last) }
            (position.entity, position.key) = (name, last ?? 0)
            if last == nil { position.done.insert(name) }
            // The rows of subclasses come with their own class.
            found.removeAll { $0.layout.entityName != name }
        }
        let isOver = context.schema.captureOrder.allSatisfy { position.done.contains($0) }
        facts.scan = isOver ? nil : position
        let now = context.environment.now()
        try records.loadIdentities(found.map(\.persistentIdentifier))
        var edits = try found.compactMap { try stockEdit($0, now) }
        if facts.isComparing, isOver { edits += try missing().map { RowEdit($0, .deleted, time: now) } }
        try capture(edits, isStock: true, onlyDifferences: facts.isComparing)
        if isOver { facts.isComparing = false }
        return isOver
    }

    /// The edit by which a row becomes a record, or by which its record becomes equal to the row; nil for a row that has been
    /// captured.
    private func stockEdit(_ row: DefaultSnapshot, _ now: UInt64) throws -> RowEdit? {
        let id = row.persistentIdentifier
        rows.note(row)
        guard let record = try records.row(of: id), try records.state(record).hasArrived else {
            return RowEdit(id, .inserted, time: now)
        }
        // A held row shows former values, which are no edits.
        guard facts.isComparing, !facts.isToBeWritten(record),
            try !context.side.readSideTables({ try SyncTables.isHeld(record, $0) })
        else { return nil }
        return RowEdit(id, .updated(Dictionary(row.layout.properties.indices.map { ($0, now) }) { $1 }), time: now)
    }

    /// The rows that have records, and that the store does not have.
    private func missing() throws -> [PersistentIdentifier] {
        let known = try records.rowsWithPlaces().compactMap { try records.place(of: $0) }
        var missing: [PersistentIdentifier] = []
        for start in stride(from: 0, to: known.count, by: 500) {
            let part = Array(known[start..<min(start + 500, known.count)])
            missing += Set(part).subtracting(try rows.present(part)).sorted()
        }
        return missing
    }

    /// The first rows of a class that one transaction captures: as many as have a number of members together, and one at least.
    private func prefix(
        of found: [DefaultSnapshot],
        _ entity: SyncEntity,
        _ limit: Int,
        _ last: inout Int64?
    ) throws -> [DefaultSnapshot] {
        let slots = entity.properties.indices.filter { slot in
            switch entity.properties[slot] {
            case .members, .pairs, .inversePairs: true
            case .attribute, .reference, .inverseReference, .none: false
            }
        }
        guard !slots.isEmpty else { return found }
        let most = limit == .max ? limit : limit * 4
        var (members, count): ([PersistentIdentifier], Int) = ([], 0)
        for row in found {
            if row.layout.entityName == entity.layout.entityName {
                let more = try slots.flatMap { try rows.members($0, of: row) }
                if count > 0, members.count + more.count > most { break }
                members += more
            }
            count += 1
        }
        try records.loadIdentities(members)
        guard count < found.count else { return found }
        last = found[count - 1].persistentIdentifier.row
        return Array(found.prefix(count))
    }

    /// Captures rows that were left on the device.
    func captureUnsent(_ identifiers: [PersistentIdentifier]) throws {
        let now = context.environment.now()
        let unsent = try identifiers.filter { try records.row(of: $0) == nil }
        try capture(unsent.map { RowEdit($0, .inserted, time: now) })
    }

    /// Reads rows of a class in the order of their keys, with the last key that was looked at; nil where there are no more.
    private func stock(
        of entity: SyncEntity,
        after start: Int64,
        _ limit: Int
    ) throws -> ([DefaultSnapshot], Int64?) {
        guard start < .max else { return ([], nil) }
        guard let store = context.store.walked else { return (try rows.loadAll(of: entity.layout), nil) }
        do {
            let found = try store.rows(of: entity.layout, in: start + 1 ... .max, limit: limit).snapshots
            return (found, found.last?.persistentIdentifier.row)
        } catch let error as StoreError where error.code == .corruptRow {
            // A row with a damaged value is read by its key.
            guard let end = try store.lastKey(of: entity.layout), end > start else { throw error }
            let last = end - start > Int64(limit) ? start + Int64(limit) : end
            let identifiers = (start + 1...last).map {
                PersistentIdentifier(
                    store: context.store.storeIdentifier,
                    entity: entity.layout.entityName,
                    row: $0
                )
            }
            return (try store.rows(for: identifiers, salvaging: true).snapshots, last)
        }
    }

    private func capture(_ edits: [RowEdit], isStock: Bool = false, onlyDifferences: Bool = false) throws {
        guard !edits.isEmpty else { return }
        var capture = LocalCapture(
            context.schema,
            records,
            rows,
            outgoingBlobs,
            context.selections,
            DeviceClock(device: facts.device, last: facts.clock)
        )
        capture.onlyDifferences = onlyDifferences
        if let shown = facts.relationships, facts.rules != context.rulesHash || facts.rebuild != nil {
            let (facts, rules) = (self.facts, context.rulesHash)
            capture.newRelationships = context.schema.relationships.subtracting(shown)
            capture.isUnwritten = { facts.rules != rules || facts.isToBeWritten($0) }
        }
        capture.isStock = isStock
        capture.seals = context.sealing.isOn
        try capture.capture(edits)
        facts.clock = capture.editor.clock.last
        edited.formUnion(capture.edited)
        deleted.formUnion(capture.deleted)
        for (id, part) in try context.sealing.carried(capture.parts, outgoingBlobs) {
            local[id, default: RecordState()].merge(part)
            parts[id, default: RecordState()].merge(part)
        }
    }

    // MARK: Receiving

    /// Merges packets. The clock of the device follows theirs.
    func receive(_ packets: [SyncPacket], _ cursor: SyncCursor?) throws {
        var clock = DeviceClock(device: facts.device, last: facts.clock)
        let now = context.environment.now()
        for packet in packets {
            let changes: ChangeSet
            do { changes = try packet.changes() } catch {
                // The others are received, and the round fails at its end.
                unread.append(packet)
                continue
            }
            readAtLast.append(packet)
            facts.deliveries.add(changes)
            if let latest = changes.latestClock { clock.observe(latest, now: now) }
            // What this device has sent before its store was replaced by an earlier one is news to it as well.
            for (id, part) in changes.records { add(part, to: id) }
        }
        facts.clock = clock.last
        if let cursor { facts.cursor = cursor.bytes }
    }

    /// True where packets have arrived that cannot be read: the state has gaps.
    func hasUnread() throws -> Bool {
        try !unread.isEmpty || !context.side.readSideTables { try SyncUnread.isEmpty($0) }
    }

    // MARK: Rows

    /// Merges the parts, and plans the rows that differ from the view then.
    ///
    /// - Parameters:
    ///   - retried: Rows that are written in any case.
    ///   - leftovers: Rows that are removed in any case, unless the view shows them now.
    ///   - isRebuilding: True where rows of the view may be missing in the store, as after a change of the rules.
    func plan(
        retrying retried: Set<RecordID> = [],
        hiding leftovers: Set<RecordID> = [],
        isRebuilding: Bool = false
    ) throws {
        let view = MaintainedView(context.schema.rules)
        try records.load(parts.keys)
        var storage = records
        var change = try view.apply(parts, to: &storage)
        hasJoins = change.hasJoins
        for row in leftovers where change.rows[row] == nil { change.rows[row] = .hidden }
        try planRows(change, retried, view, isRebuilding: isRebuilding)
    }

    /// Adds the parts that record which rows became one by their unique values. They are permanent, and are written from a
    /// state alone that has all change sets which a received one has seen.
    func addJoins(isComplete: Bool?) throws {
        let deliveries = isComplete == true ? Deliveries() : facts.deliveries
        guard isComplete != false,
            let joins = try MaintainedView(context.schema.rules).joins(of: deliveries, in: records)
        else { return }
        local.merge(joins) { $0.merged(with: $1) }
        parts.merge(joins) { $0.merged(with: $1) }
    }

    /// True where something was captured or has arrived.
    var hasParts: Bool { !parts.isEmpty }

    /// Merges the parts into states, and leaves the view to ``beginRebuild()``.
    func mergeStates() throws {
        // Whichever version of the app comes next computes the view of these states.
        facts.rules = nil
        for (id, part) in parts {
            try records.write(
                id,
                state: try records.state(id).merged(with: part),
                edges: nil,
                facts: try records.facts(of: id)
            )
        }
    }

    private func planRows(
        _ change: ViewChange,
        _ retried: Set<RecordID>,
        _ view: MaintainedView,
        isRebuilding: Bool
    ) throws {
        heldBefore = try context.side.readSideTables { try SyncTables.held($0) }
        var (shown, hidden) = ([RecordID: RowContent](), Set<RecordID>())
        for (row, change) in change.rows {
            switch change {
            case .shown(let content): shown[row] = content
            case .hidden, .joined: hidden.insert(row)
            }
        }
        for row in retried where shown[row] == nil && !hidden.contains(row) {
            shown[row] = try view.content(of: row, in: records)
        }
        // What arrives together with an edit may undo it in the view, which then tells of no change.
        for row in edited where shown[row] == nil && !hidden.contains(row) {
            shown[row] = try view.content(of: row, in: records)
        }
        // A held row has former values, which may be the unique values of other held rows.
        if !heldBefore.isDisjoint(with: Set(shown.keys).union(hidden)) {
            for row in heldBefore
            where schema(row)?.unique.isEmpty == false && shown[row] == nil && !hidden.contains(row) {
                shown[row] = try view.content(of: row, in: records)
            }
        }
        // Other rows may wait for a held row that is written now, or refer to a row that is there again.
        for row in shown.keys where heldBefore.contains(row) || deleted.contains(row) {
            for record in try records.referring(to: row) {
                guard let dependent = try records.shownRow(of: record), shown[dependent] == nil else { continue }
                shown[dependent] = try view.content(of: dependent, in: records)
            }
        }
        if isRebuilding { try addMissingTargets(&shown, hidden, view) }
        var writer = RowWriter(context.schema, records, rows, incomingBlobs) { .temporary($0) }
        writer.selections = context.selections
        try writer.plan(shown: shown, hidden: hidden, heldBefore: heldBefore)
        touched = Set(shown.keys).union(hidden)
        self.writer = writer
    }

    /// Adds the rows that others refer to and that are not in the store yet, so that a part is whole by itself.
    private func addMissingTargets(
        _ shown: inout [RecordID: RowContent],
        _ hidden: Set<RecordID>,
        _ view: MaintainedView
    ) throws {
        var queue = Array(shown.values)
        while let content = queue.popLast() {
            for target in content.targets where shown[target] == nil && !hidden.contains(target) {
                guard try records.place(of: target) == nil, let found = try view.content(of: target, in: records) else {
                    continue
                }
                shown[target] = found
                queue.append(found)
            }
        }
    }

    /// Finds the large values that were missing and that no held row needs any more, which the commit removes.
    func findUnneeded(_ missing: [BlobReference]) throws {
        unneeded = Set(missing).subtracting(try Self.neededBlobs(context, records))
    }

    /// The large values in the contents of the rows that the store cannot take now.
    static func neededBlobs(_ context: SyncContext, _ records: SyncRecords) throws -> Set<BlobReference> {
        let view = MaintainedView(context.schema.rules)
        var needed: Set<BlobReference> = []
        for row in try context.side.readSideTables({ try SyncTables.held($0) }) {
            guard let content = try view.content(of: row, in: records) else { continue }
            needed.formUnion(content.values.values.compactMap(\.carriedBlob))
        }
        return needed
    }

    private func schema(_ row: RecordID) -> SyncRules.Entity? { context.schema.rules.entities[row.entity] }

    // MARK: Committing

    /// Writes everything, and tells the contexts of the container.
    func commit() throws {
        try makePackets()
        sealedNotes = try noteSealed()
        // The tables are only written while a save is under way.
        if !readAtLast.isEmpty, try context.side.readSideTables({ try SyncUnread.isEmpty($0) }) { readAtLast = [] }
        if dropsArrivedBlobs { dropped = try context.side.readSideTables { try incomingBlobs.unneeded($0) } }
        let changes = writer?.edits.changes ?? StoreChanges()
        try context.environment.point("before commit")
        let answer = try context.side.save(changes, context.editing, sideTables: write)
        try context.environment.point("after commit")
        context.core.takeIn(saved: answer)
        guard let writer else { return }
        result.rows.inserted = answer.identifiers
        result.rows.updated = changes.updated.map(\.persistentIdentifier)
        result.rows.deleted = changes.deleted.map(\.persistentIdentifier)
        result.joined = try writer.joined.compactMap { joined in
            guard let model = try records.place(of: joined.row) else { return nil }
            return JoinedRows(model: model, joined: joined.identifiers)
        }
        result.held = writer.held.filter { !heldBefore.contains($0.key) }.map {
            HeldRow(entityName: $0.key.entity.text, error: $0.value, record: $0.key)
        }
    }

    private func write(_ tables: any SideTables, _ answer: StoreSaveResult) throws {
        if let writer {
            for (insertion, identifier) in zip(writer.insertions, answer.identifiers) {
                records.setPlace(identifier, of: insertion.row)
            }
            for identifier in writer.edits.deleted.keys { try records.noteDeletion(identifier) }
            for (row, identifier) in writer.kept { records.setPlace(identifier, of: row) }
            for row in touched where heldBefore.contains(row) || writer.held[row] != nil {
                try SyncTables.setHeld(row, writer.held[row], tables)
            }
        }
        try records.write(to: tables)
        try outgoingBlobs.write(to: tables)
        try incomingBlobs.write(to: tables)
        for blob in unneeded {
            try tables.run(
                "DELETE FROM OSD_SyncBlob WHERE hash = ? AND bytes IS NULL AND isOutgoing = 0",
                [.bytes(blob.hash)]
            )
        }
        try tables.run("DELETE FROM OSD_SyncBlob WHERE hash = ? AND isOutgoing = 0", each: dropped.map { [.bytes($0)] })
        try SyncSealed.write(sealedNotes, tables)
        if !unread.isEmpty { try SyncUnread.insert(unread, tables) }
        if !readAtLast.isEmpty { try SyncUnread.remove(readAtLast, tables) }
        if replacesOutbox { try tables.run("DELETE FROM OSD_SyncOutbox") }
        for packet in packets {
            try tables.run(
                "INSERT INTO OSD_SyncOutbox (device, sequence, bytes) VALUES (?, ?, ?)",
                [
                    .integer(Int64(bitPattern: packet.device.rawValue)), .integer(Int64(bitPattern: packet.sequence)),
                    .bytes(packet.bytes),
                ]
            )
        }
        // The lock has kept other writers from saving: the next capture begins after this transaction.
        if isAtEndOfHistory, let token = answer.historyToken as? DefaultHistoryToken {
            facts.token = token.position(in: context.store.storeIdentifier) ?? facts.token
        }
        try facts.write(to: tables)
    }

    /// Makes change sets of what this device has to say.
    private func makePackets() throws {
        guard !local.isEmpty else { return }
        var seen = facts.deliveries.complete
        seen[facts.device] = nil
        let whole = ChangeSet(
            device: facts.device,
            sequence: facts.sequence + 1,
            seen: seen,
            records: try context.sealing.sealed(local)
        )
        for changes in try whole.split(limit: SyncContext.changeSetLimit) {
            packets.append(SyncPacket(changes))
            facts.sequence = changes.sequence
            facts.deliveries.add(changes)
        }
    }
}

extension RowContent {
    /// The rows that the row refers to.
    fileprivate var targets: Set<RecordID> {
        var targets: Set<RecordID> = []
        for case .reference(let target) in values.values { targets.insert(target) }
        for changes in members.changes.values {
            for case (let member, .present) in changes { targets.insert(member) }
        }
        return targets
    }
}

/// The effects of a transaction that events tell of.
struct ReceiveResult: Sendable {
    var rows = SyncedRows()
    var joined: [JoinedRows] = []
    var held: [HeldRow] = []
    var sealing = SealingReport()

    mutating func add(_ later: ReceiveResult) {
        rows.inserted += later.rows.inserted
        rows.updated += later.rows.updated
        rows.deleted += later.rows.deleted
        joined += later.joined
        held += later.held
        sealing.add(later.sealing)
    }
}
