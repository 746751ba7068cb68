import Foundation
import GRDB
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Writes new rows. One that has the unique values of a stored row updates that row, which keeps its key.
    mutating func insert(_ rows: [EncodedRow], at places: RowPlaces, joining updated: [EncodedRow]) throws {
        let owners = implicitOwners(rows, updated)
        var waiting = places.writing(rows)[...]
        while let first = waiting.first {
            let entity = rows[Int(first)].entity
            var end = waiting.startIndex + 1
            while end < waiting.endIndex, rows[Int(waiting[end])].entity === entity { end += 1 }
            try insert(waiting[..<end], of: entity, rows, owners)
            waiting = waiting[end...]
        }
    }

    /// Writes new rows of one entity: by one statement, or each by one of its own where one of them cannot be written.
    private mutating func insert(
        _ places: ArraySlice<Int32>,
        of entity: StoreEntity,
        _ rows: [EncodedRow],
        _ owners: [PersistentIdentifier: [String: PersistentIdentifier]]
    ) throws {
        if try insertTogether(places, of: entity, rows) { return }
        let insertion = try insertion(entity)
        for place in places {
            let row = rows[Int(place)]
            guard let key = keys.key(at: Int(place)) else { continue }
            do {
                try insert(row, key, owners.isEmpty ? [:] : owners[row.identifier] ?? [:], insertion)
                log.insert(row.entity, key)
                didWrite(key, of: entity)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                nextKeys[entity.table.rootNumber] = nil
                try join(row, error)
            }
        }
    }

    /// Writes rows by one statement.
    /// - Returns: True if they were written. A constraint that one of them violates leaves all of them unwritten: which
    ///   one it is, and whether the constraint is the table's or that of a trigger, is found out by writing each by
    ///   itself.
    private mutating func insertTogether(
        _ places: ArraySlice<Int32>,
        of entity: StoreEntity,
        _ rows: [EncodedRow]
    ) throws -> Bool {
        guard places.count >= InsertedRows.least else { return false }
        let plan = insertionsTogether[entity.number] ?? InsertedRows.Plan(entity)
        insertionsTogether[entity.number] = plan
        guard let together = InsertedRows(rows, at: places, plan, keys) else { return false }
        let table = entity.table.rootNumber
        // Not known any more if this fails.
        let next = nextKeys.removeValue(forKey: table)
        let end = next.flatMap { key(after: places, from: $0) }
        do {
            let sql = end == nil ? plan.statement : plan.statementAtEnd
            try runner.run(sql, reading: together) { _ in }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            // A trigger may have rolled everything back, or have left the rows before the one that it refuses.
            guard runner.database.isInsideTransaction, runner.changedRows == 0 else { throw refusal(entity, error) }
            return false
        }
        if let end {
            guard runner.changedRows == places.count, runner.database.lastInsertedRowID == end - 1 else {
                throw entity.error(.sql, "new rows got other primary keys than the reserved ones")
            }
            nextKeys[table] = end
        }
        for place in places {
            if let key = keys.key(at: Int(place)) { log.insert(entity, key) }
        }
        return true
    }

    /// The key after the keys of some rows, if they follow each other from the given one on.
    private func key(after places: ArraySlice<Int32>, from first: Int64) -> Int64? {
        var next = first
        for place in places {
            guard keys.key(at: Int(place)) == next else { return nil }
            next += 1
        }
        return next
    }

    /// A row with a key that was chosen for it has been written.
    private mutating func didWrite(_ key: Int64, of entity: StoreEntity) {
        let table = entity.table.rootNumber
        guard let next = nextKeys[table] else { return }
        nextKeys[table] = next == key ? key + 1 : nil
    }

    /// Updates the stored row that has the unique values of a new one.
    private mutating func join(_ row: EncodedRow, _ error: DatabaseError) throws {
        // A trigger may have rolled everything back, so that later writes would stay, or have left the row itself,
        // which would be found here.
        guard runner.database.isInsideTransaction, runner.changedRows == 0,
            let clash = try storedRow(clashingWith: row)
        else { throw uniqueViolation(row, error) }
        try overwrite(clash, with: row)
    }

    /// Makes the error for several rows of which one was refused, where it is not known which.
    private func refusal(_ entity: StoreEntity, _ error: DatabaseError) -> StoreError {
        StoreError(
            .constraint,
            "a trigger in the file refuses a new row",
            entity: entity.name,
            underlying: SQLiteErrorSummary(error)
        )
    }

    private func insert(
        _ row: EncodedRow,
        _ key: Int64,
        _ owners: [String: PersistentIdentifier],
        _ insertion: PreparedInsertion
    ) throws {
        let binding = RowBinding(keys: keys)
        try insertion.statement.repeatedly(scratch) { binder in
            binder.integer(key)
            try binding.bind(row, to: &binder)
            for implicit in row.entity.table.implicitKeys {
                if let owner = owners[implicit.column] {
                    binder.integer(try binding.keys.destination(owner).key)
                } else {
                    binder.null()
                }
            }
        }
    }

    /// The owners of new rows in to-many relationships without inverse, by row and column: known beforehand, they need
    /// no statement of their own.
    private func implicitOwners(
        _ inserted: [EncodedRow],
        _ updated: [EncodedRow]
    ) -> [PersistentIdentifier: [String: PersistentIdentifier]] {
        var owners: [PersistentIdentifier: [String: PersistentIdentifier]] = [:]
        for rows in [inserted, updated] {
            for row in rows {
                for slot in row.entity.shape.implicit {
                    guard case .toManyByKey(_, let column, _) = row.entity.slots[slot] else { continue }
                    for member in row.added(slot) where member.isTemporary {
                        owners[member, default: [:]][column] = row.identifier
                    }
                }
            }
        }
        return owners
    }
}
