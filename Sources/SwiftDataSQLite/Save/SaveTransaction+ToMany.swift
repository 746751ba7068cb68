import Foundation
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Writes the changes of a row's to-many relationships outside of its own columns: join tables, and keys in
    /// destinations that have no property for them.
    mutating func writeToMany(_ row: EncodedRow) throws {
        guard !row.entity.shape.writtenToMany.isEmpty,
            let owner = (keys[row.identifier] ?? row.identifier.resolved).row
        else { return }
        for slot in row.entity.shape.writtenToMany {
            let columns = row.entity.slots[slot]
            let change: ToManyChange
            if let known = row.toManyChanges[slot] {
                change = known
            } else if row.writes(slot), case .identifiers(let members) = row.values[slot] {
                change = ToManyChange(added: members)
                // The whole relationship of a stored row: its former members are not known.
                if keys.place(of: row.identifier) == nil { try clear(columns, of: row.entity, slot: slot, owner) }
            } else {
                continue
            }
            try write(change, columns, of: row.entity, slot: slot, owner)
        }
    }

    private mutating func write(
        _ change: ToManyChange,
        _ columns: SlotColumns,
        of entity: StoreEntity,
        slot: Int,
        _ owner: Int64
    ) throws {
        switch columns {
        case .toManyByJoin(_, let table, let own, let other):
            let (table, own, other) = (
                SQLIdentifier.quoted(table), SQLIdentifier.quoted(own), SQLIdentifier.quoted(other)
            )
            try forEach(change.removed, "DELETE FROM \(table) WHERE \(own) = ? AND \(other) = ?", owner)
            // Both sides of the relationship report the same row.
            try forEach(change.added, "INSERT OR IGNORE INTO \(table) (\(own), \(other)) VALUES (?, ?)", owner)
        case .toManyByKey(_, let column, _) where entity.inverse(of: slot) == nil:
            let quoted = SQLIdentifier.quoted(column)
            for member in change.removed {
                let (destination, key) = try keys.destination(member)
                let cleared = ClearedKeys(destination, column)
                let counted = KeyList.parameter(log.isCounted(destination, key) ? [key] : [])
                try clear(cleared, where: "\(quoted) = ? AND Z_PK = ?", counted: counted) {
                    $0.integer(owner)
                    $0.integer(key)
                }
            }
            for member in change.added {
                let (destination, key) = try keys.destination(member)
                // A new row has it since it was inserted, unless its owner turned out to be a stored row.
                if log.isInserted(destination, key), upserts.isEmpty { continue }
                let isCounted = log.isCounted(destination, key)
                let counter = isCounted ? "" : ", Z_OPT = Z_OPT + 1"
                let sql =
                    "UPDATE \(destination.quotedTable) SET \(quoted) = ?\(counter) WHERE Z_PK = ? RETURNING Z_OPT"
                var lock: Int64?
                try runner.query(sql) {
                    $0.integer(owner)
                    $0.integer(key)
                } row: {
                    if !$0.isNull(0) { lock = $0.integer(0) }
                }
                if let lock, !isCounted { log.note(lock: lock, of: destination, key) }
                if runner.changedRows == 0 {
                    // The rows that this transaction deletes need no check here.
                    if log.deleted.contains(where: { $0.entity == destination.number && $0.keys.contains(key) }) {
                        continue
                    }
                    throw entity.error(
                        .missingRow,
                        "leads to a \(destination.name) that was deleted since it was read",
                        slot: slot,
                        model: entity.identifier(owner)
                    )
                }
                log.update(destination, key, bit: destination.table.historyBits[implicitColumn: column])
            }
        case .toManyByKey, .value, .composite, .toOne, .none:
            // The foreign key is a property of the other side, which has a snapshot of its own.
            break
        }
    }

    private func forEach(_ members: [PersistentIdentifier], _ sql: String, _ owner: Int64) throws {
        guard !members.isEmpty else { return }
        let statement = try runner.prepare(sql)
        for member in members {
            let key = try keys.destination(member).key
            try statement.run {
                $0.integer(owner)
                $0.integer(key)
            }
        }
    }

    private mutating func clear(_ columns: SlotColumns, of entity: StoreEntity, slot: Int, _ owner: Int64) throws {
        switch columns {
        case .toManyByJoin(_, let table, let own, _):
            let sql = "DELETE FROM \(SQLIdentifier.quoted(table)) WHERE \(SQLIdentifier.quoted(own)) = ?"
            try runner.run(sql) { $0.integer(owner) }
        case .toManyByKey(let destination, let column, _) where entity.inverse(of: slot) == nil:
            guard let destination = model[destination] else { return }
            try clear(ClearedKeys(destination, column), where: "\(SQLIdentifier.quoted(column)) = ?") {
                $0.integer(owner)
            }
        case .toManyByKey, .value, .composite, .toOne, .none:
            break
        }
    }
}
