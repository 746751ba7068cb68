import SwiftDataCore
import SwiftDataSyncCore

/// Reads the rows from before sync, class by class.
struct StockReading {
    let context: SyncContext
    let records: SyncRecords
    let rows: StoreRows

    /// Reads the rows after a position, which follows.
    func next(after position: inout DeviceFacts.ScanPosition, limit: Int) throws -> [DefaultSnapshot] {
        guard let name = context.schema.captureOrder.first(where: { !position.done.contains($0) }),
            let entity = context.schema.entities[name]
        else { return [] }
        var (found, last) = try stock(of: entity, after: name == position.entity ? position.key : 0, limit)
        // A store that cannot be walked is read class by class.
        if context.store.walked != nil { found = try prefix(of: found, entity, limit, &last) }
        (position.entity, position.key) = (name, last ?? 0)
        if last == nil { position.done.insert(name) }
        // The rows of subclasses come with their own class.
        return found.filter { $0.layout.entityName == name }
    }

    /// True where no class has rows after a position.
    func isOver(_ position: DeviceFacts.ScanPosition) -> Bool {
        context.schema.captureOrder.allSatisfy { position.done.contains($0) }
    }

    /// The edit by which a row becomes a record, or by which its record becomes equal to the row; nil for a row that has been
    /// captured.
    func edit(_ row: DefaultSnapshot, _ facts: DeviceFacts, now: UInt64) throws -> RowEdit? {
        let id = row.persistentIdentifier
        rows.note(row)
        guard let record = try records.places.row(of: id), try records.state(record).hasArrived else {
            return RowEdit(id, .inserted, time: now)
        }
        // A held row shows former values, which are no edits.
        guard facts.isComparing, !facts.isToBeWritten(record),
            try !context.side.readSideTables({ try SyncTables.isHeld(record, $0) })
        else { return nil }
        return RowEdit(id, .updated(Dictionary(row.layout.properties.indices.map { ($0, now) }) { $1 }), time: now)
    }

    /// The rows that have records, and that the store does not have.
    func missing() throws -> [PersistentIdentifier] {
        let known = try records.places.all().compactMap { try records.places.place(of: $0) }
        var missing: [PersistentIdentifier] = []
        for start in stride(from: 0, to: known.count, by: 500) {
            let part = Array(known[start..<min(start + 500, known.count)])
            missing += Set(part).subtracting(try rows.present(part)).sorted()
        }
        return missing
    }

    // MARK: Parts of a class

    /// Reads rows of a class in the order of their keys, with the last key that was looked at; nil where none are left.
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
            let first = end - start > Int64(limit) ? try firstKey(of: entity, in: start + 1...end, store) : start + 1
            let last = end - first >= Int64(limit) ? first + Int64(limit) - 1 : end
            let identifiers = (first...last).map {
                PersistentIdentifier(
                    store: context.store.storeIdentifier,
                    entity: entity.layout.entityName,
                    row: $0
                )
            }
            return (try store.rows(for: identifiers, salvaging: true).snapshots, last)
        }
    }

    /// The key of the first row of a range. The row may be damaged: its key is searched by halves of the range, since keys may be far
    /// apart.
    private func firstKey(of entity: SyncEntity, in keys: ClosedRange<Int64>, _ store: any BatchStore) throws -> Int64 {
        var (low, high) = (keys.lowerBound, keys.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            do {
                let found = try store.rows(of: entity.layout, in: low...middle, limit: 1).snapshots
                if let row = found.first { return row.persistentIdentifier.row ?? low }
                low = middle + 1
            } catch let error as StoreError where error.code == .corruptRow {
                high = middle
            }
        }
        return low
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
        try records.places.load(members)
        guard count < found.count else { return found }
        last = found[count - 1].persistentIdentifier.row
        return Array(found.prefix(count))
    }
}
