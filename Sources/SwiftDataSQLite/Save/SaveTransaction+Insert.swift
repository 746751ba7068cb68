import Foundation
import GRDB
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Writes new rows. One that has the unique values of a stored row updates that row, which keeps its key.
    mutating func insert(_ rows: [EncodedRow], joining updated: [EncodedRow]) throws {
        // Those that may turn out to be stored already come first, so that others refer to the right key.
        let mayClash = rows.filter { !$0.entity.table.uniqueColumns.isEmpty }
        let others = rows.filter { $0.entity.table.uniqueColumns.isEmpty }
        let owners = implicitOwners(rows + updated)
        for row in mayClash + others {
            guard let key = keys[row.identifier]?.row else { continue }
            do {
                try insert(row, key, owners[row.identifier] ?? [:])
                log.insert(row.entity, key)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                guard let clash = try storedRow(clashingWith: row) else { throw uniqueViolation(row, error) }
                try overwrite(clash, with: row)
            }
        }
    }

    private mutating func insert(
        _ row: EncodedRow,
        _ key: Int64,
        _ owners: [String: PersistentIdentifier]
    ) throws {
        let insertion = try insertion(row.entity)
        let binding = RowBinding(keys: keys)
        try insertion.statement.run { binder in
            binder.integer(key)
            try binding.bind(row, slots: insertion.slots, to: &binder)
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
    private func implicitOwners(_ rows: [EncodedRow]) -> [PersistentIdentifier: [String: PersistentIdentifier]] {
        var owners: [PersistentIdentifier: [String: PersistentIdentifier]] = [:]
        for row in rows {
            for (slot, columns) in row.entity.slots.enumerated() {
                guard case .toManyByKey(_, let column, _) = columns, row.entity.layout.inverse(of: slot) == nil else {
                    continue
                }
                for member in row.added(slot) where member.isTemporary {
                    owners[member, default: [:]][column] = row.identifier
                }
            }
        }
        return owners
    }

    /// The stored row that has the same values in one of the uniqueness constraints.
    private func storedRow(clashingWith row: EncodedRow) throws -> Int64? {
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

    private mutating func overwrite(_ key: Int64, with row: EncodedRow) throws {
        do {
            let whole = EncodedRow(
                entity: row.entity,
                identifier: row.entity.identifier(key),
                values: row.values,
                slots: row.slots,
                toManyChanges: [:],
                isWhole: true
            )
            try update(whole, key)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw uniqueViolation(row, error)
        }
        keys[row.identifier] = row.entity.identifier(key)
        upserts[row.identifier] = key
    }

    /// Rows that were written before a new row turned out to be a stored one refer to a key that is not in use.
    mutating func repairKeys(_ rows: [EncodedRow]) throws {
        guard !upserts.isEmpty else { return }
        let binding = RowBinding(keys: keys)
        for row in rows {
            guard let key = (keys[row.identifier] ?? row.identifier.resolved).row else { continue }
            let slots = row.columnSlots.filter { slot in
                guard case .toOne = row.entity.slots[slot], case .identifier(let id) = row.values[slot] else {
                    return false
                }
                return upserts[id] != nil
            }
            guard !slots.isEmpty else { continue }
            try update(row.entity, slots: slots).statement.run { binder in
                try binding.bind(row, slots: slots, to: &binder)
                binder.integer(key)
            }
        }
    }
}
