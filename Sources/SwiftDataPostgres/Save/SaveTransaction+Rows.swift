#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Writes the changed columns of stored rows, and of new rows that are stored rows.
    /// - Throws: ``StoreError`` with code `missingRow` for a row that was deleted, and `conflict` for one that was changed.
    mutating func update(_ rows: [WrittenRow]) throws {
        let groups = Self.groups(rows) { row in
            UpdateKey(
                entity: row.entity.number,
                slots: writtenSlots(row)
            )
        }
        for group in groups {
            guard let first = group.first else { continue }
            let entity = first.entity
            let slots = writtenSlots(first)
            let columns = slots.flatMap { entity.slots[$0].ownColumns }
            var arrays = Self.updateArrays(columns)
            var wanted: Set<Int64> = []
            try noteOwners(ofUpdated: group, slots)
            for row in group {
                guard let key = joined[row.identifier] ?? row.identifier.resolved.row else {
                    throw entity.error(.missingRow, "has never been saved", model: row.identifier)
                }
                guard !row.slots.isEmpty || !row.toManyChanges.isEmpty else { continue }
                // A row counts a save once, whatever else of it the save has written already.
                let raised: Int64 = counted.contains(entity.identifier(key)) ? 1 : 0
                let lock = row.lock == DefaultSnapshot.unknownLock ? row.lock : row.lock &+ raised
                counted.insert(entity.identifier(key))
                record.update(entity, key, slots + row.toManyChanges.keys)
                try noteReferences(of: row, slots)
                wanted.insert(key)
                arrays.append(
                    [[UInt8](key: key), [UInt8](key: lock), [UInt8](key: 1 - raised)]
                        + (try slots.flatMap { try keys.bytes(row, $0) })
                )
                guard arrays.size > Self.largestArrays else { continue }
                update(entity, arrays, wanted, of: group)
                arrays = Self.updateArrays(columns)
                wanted = []
            }
            update(entity, arrays, wanted, of: group)
        }
    }

    private static func updateArrays(_ columns: [(name: String, type: PostgresType)]) -> ColumnArrays {
        ColumnArrays([("pk", .int8), ("row_version", .int8), ("row_version", .int8)] + columns)
    }

    private mutating func update(
        _ entity: PostgresEntity,
        _ arrays: ColumnArrays,
        _ keys: Set<Int64>,
        of rows: [WrittenRow]
    ) {
        guard !keys.isEmpty else { return }
        let names = arrays.names.dropFirst(3)
        let places = (0..<names.count).map { arrays.value("u.c\($0)", at: $0 + 3) }
        let assignments = zip(names, places).map { "\($0) = \($1)" } + ["row_version = t.row_version + u.raise"]
        let list = (["pk", "version", "raise"] + (0..<names.count).map { "c\($0)" }).joined(separator: ", ")
        let sql =
            "UPDATE \(entity.quotedTable) t SET \(assignments.joined(separator: ", ")) FROM \(arrays.unnest()) AS u(\(list)) "
            + "WHERE t.pk = u.pk AND (u.version = -1 OR t.row_version = u.version) RETURNING t.pk, t.row_version"
        enqueue(sql, arrays.parameters, of: rows) { transaction, result in
            var wanted = keys
            for place in 0..<result.count {
                guard let key = result.integer(place, 0), let lock = result.integer(place, 1) else { continue }
                wanted.remove(key)
                transaction.note(lock: lock, of: entity, key)
            }
            if let key = wanted.min() { throw try transaction.absence(of: key, entity) }
        }
    }

    /// The error for a row that was not updated.
    func absence(of key: Int64, _ entity: PostgresEntity) throws -> StoreError {
        let sql = "SELECT 1 FROM \(entity.quotedTable) WHERE pk = $1"
        // A later statement of the same round trip has failed as well: nothing is kept in any case.
        if connection.isInFailedTransaction { try connection.script("ROLLBACK") }
        guard try connection.run(sql, [.integer(key)]).count == 0 else {
            return conflict(key, entity)
        }
        return entity.error(.missingRow, "the row was deleted since it was read", model: entity.identifier(key))
    }

    private struct UpdateKey: Hashable {
        let entity: Int64
        let slots: [Int]
    }

    /// The rows in groups of one key, in the order of the first row of each.
    static func groups<Key: Hashable>(_ rows: [WrittenRow], by key: (WrittenRow) -> Key) -> [[WrittenRow]] {
        var places: [Key: Int] = [:]
        var groups: [[WrittenRow]] = []
        for row in rows {
            let key = key(row)
            if let place = places[key] {
                groups[place].append(row)
            } else {
                places[key] = groups.count
                groups.append([row])
            }
        }
        return groups
    }
}

extension PostgresEntity {
    /// The slots that a row keeps when a new one is written over it.
    var keptSlots: [Int] { layout.hooks.createdSlots }
}
#endif
