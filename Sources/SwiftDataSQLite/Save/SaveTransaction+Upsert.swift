import Foundation
import GRDB
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// The stored row that has the same values in one of the uniqueness constraints.
    func storedRow(clashingWith row: EncodedRow) throws -> Int64? {
        for columns in row.entity.table.uniqueColumns {
            let key = try uniqueKey(of: row, columns)
            guard !key.hasNull else { continue }
            var found: (key: Int64, entity: Int64)?
            try runner.query(RowStatements(entity: row.entity).find(by: columns)) {
                key.bind(to: &$0)
            } row: {
                found = ($0.integer(0), $0.integer(1))
            }
            guard let found else { continue }
            guard found.entity == row.entity.number else {
                throw row.entity.error(
                    .constraint,
                    "a \(model[number: found.entity]?.name ?? "row") has the same unique values",
                    model: row.identifier
                )
            }
            guard !refusesDuplicates else {
                throw row.entity.error(
                    .constraint,
                    "another row has the same unique value. Update that one, or save with the policy .update",
                    slot: row.entity.slots.indices.first { slot in
                        row.entity.slots[slot].columnNames.contains(where: columns.contains)
                    },
                    model: row.identifier
                )
            }
            return found.key
        }
        return nil
    }

    private func uniqueKey(of row: EncodedRow, _ columns: [String]) throws -> ColumnKey {
        let binding = RowBinding(keys: keys)
        var values: [String: ColumnKey.Part] = [:]
        for slot in row.entity.slots.indices {
            let names = row.entity.slots[slot].columnNames
            guard !names.isEmpty, !row.isUnloaded(slot) else { continue }
            var parts = ColumnKey()
            try binding.bind(row.values[slot], row.entity.slots[slot], to: &parts)
            for (name, part) in zip(names, parts.parts) { values[name] = part }
        }
        return ColumnKey(parts: columns.map { values[$0] ?? .null })
    }

    /// Gives a row the attributes and to-one relationships of a new one, nil included. Members of to-many relationships
    /// are added later, to the members of the row.
    mutating func overwrite(_ key: Int64, with row: EncodedRow) throws {
        try noteOwners(of: [key], row.entity)
        let dates = try createdDates(of: key, row.entity)
        do {
            var values = row.values
            for (slot, date) in dates { values[slot] = date }
            let whole = EncodedRow(
                entity: row.entity,
                identifier: row.entity.identifier(key),
                values: values
            )
            try update(whole, key)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw uniqueViolation(row, error)
        }
        keys[row.identifier] = row.entity.identifier(key)
        upserts.add(row, key, keeping: dates)
    }

    /// The dates on which a row was made, which an update does not change.
    private func createdDates(of key: Int64, _ entity: StoreEntity) throws -> [Int: StoredValue] {
        var dates: [Int: StoredValue] = [:]
        for slot in entity.layout.hooks.createdSlots {
            guard case .value(let column) = entity.slots[slot] else { continue }
            let name = SQLIdentifier.quoted(column.name)
            try runner.query("SELECT \(name) FROM \(entity.quotedTable) WHERE Z_PK = ?") {
                $0.integer(key)
            } row: { row in
                // A damaged date is replaced by the new one, as every other value is.
                if !row.isNull(0), let date = try? ColumnCoding.read(0, as: .date, of: row) { dates[slot] = date }
            }
        }
        return dates
    }

    /// Rows that were written before a new row turned out to be a stored one refer to a key that is not in use.
    mutating func repairKeys(_ inserted: [EncodedRow], _ updated: [EncodedRow]) throws {
        guard !upserts.isEmpty else { return }
        let binding = RowBinding(keys: keys)
        for row in [inserted, updated].joined() where !row.entity.shape.toOne.isEmpty {
            guard let key = (keys[row.identifier] ?? row.identifier.resolved).row, !upserts.isOverwritten(row, key)
            else { continue }
            let slots = row.columnSlots.filter { slot in
                guard case .toOne = row.entity.slots[slot], case .identifier(let id) = row.values[slot] else {
                    return false
                }
                return upserts.contains(id)
            }
            guard !slots.isEmpty else { continue }
            do {
                // The row was written in this save already, which it counts once.
                try update(row.entity, slots: slots, counts: false).statement.run { binder in
                    try binding.bind(row, slots: slots, to: &binder)
                    binder.integer(key)
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                throw uniqueViolation(row, error)
            }
        }
    }

    /// Checks and completes the relationships of rows that were written over, when all rows exist.
    mutating func completeUpserts() throws {
        for (row, key) in upserts.final {
            try noteOwners(of: [key], row.entity)
            for slot in row.entity.slots.indices {
                switch row.entity.slots[slot] {
                case .toOne: try releasePartners(of: row, key, slot)
                case .toManyByKey, .toManyByJoin: try checkCount(of: row, key, slot)
                case .value, .composite, .none: break
                }
            }
        }
    }

    /// The other side of a one-to-one relationship has a column too: the partner that a row had before still leads to
    /// it.
    private mutating func releasePartners(of row: EncodedRow, _ key: Int64, _ slot: Int) throws {
        guard let inverse = row.entity.inverse(of: slot) else { return }
        let side = try model.entity(of: inverse.layout)
        guard case .toOne(let column, let entityColumn, _) = side.slots[inverse.slot] else { return }
        var partner: Int64?
        if case .identifier(let identifier) = row.values[slot] { partner = try keys.destination(identifier).key }
        let name = SQLIdentifier.quoted(column)
        var former: [(entity: Int64, key: Int64)] = []
        try runner.query("SELECT Z_ENT, Z_PK FROM \(side.quotedTable) WHERE \(name) = ? AND Z_PK IS NOT ?") {
            $0.integer(key)
            if let partner { $0.integer(partner) } else { $0.null() }
        } row: {
            former.append(($0.integer(0), $0.integer(1)))
        }
        let also = entityColumn.map { ", \(SQLIdentifier.quoted($0)) = NULL" } ?? ""
        for found in former {
            guard let entity = model[number: found.entity] else { continue }
            guard entity.layout.properties[inverse.slot].isOptional else {
                throw entity.error(
                    .validation,
                    "a new model with the same unique values gave its \(row.entity.name) another destination, "
                        + "and the relationship is not optional",
                    slot: inverse.slot,
                    model: entity.identifier(found.key)
                )
            }
            let isCounted = log.isCounted(entity, found.key)
            let lock = try runner.integer(
                "UPDATE \(side.quotedTable) SET \(name) = NULL\(also)\(isCounted ? "" : ", Z_OPT = Z_OPT + 1") "
                    + "WHERE Z_PK = ? RETURNING Z_OPT"
            ) {
                $0.integer(found.key)
            }
            if let lock, !isCounted { log.note(lock: lock, of: entity, found.key) }
            log.update(entity, found.key, bit: entity.table.historyBit(forSlot: inverse.slot))
        }
    }

    /// A stored row's members and a new row's may be too many together.
    private func checkCount(of row: EncodedRow, _ key: Int64, _ slot: Int) throws {
        let columns = row.entity.slots[slot]
        guard case .toMany(let relationship, _) = row.entity.layout.properties[slot].shape,
            let most = relationship.maximumModelCount, most > 0, let column = OrderColumn(columns, in: model)
        else { return }
        let count = try storedOrder(column, columns, key).count
        guard count > most else { return }
        throw row.entity.error(
            .validation,
            "together with those of the stored row it has \(count) models; maximumModelCount is \(most).",
            slot: slot,
            model: row.identifier
        )
    }
}
