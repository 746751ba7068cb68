#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Finds the stored rows that have the unique values of new ones, and locks them. A new row becomes an update of such a row,
    /// and of an earlier new row with the same values.
    ///
    /// A row that another writer inserts meanwhile is found by the constraint: the save begins anew then.
    /// - Returns: The new rows that are written over stored ones, the last one for each.
    mutating func findStored(
        _ inserted: [WrittenRow],
        _ updated: [WrittenRow]
    ) throws -> [(row: WrittenRow, key: Int64)] {
        let rows = inserted.filter { !$0.entity.table.uniqueColumns.isEmpty }
        guard !rows.isEmpty else { return [] }
        let changed = Set(
            updated.compactMap { row in row.identifier.resolved.row.map { row.entity.identifier($0) } }
        )
        var known = try stored(rows, except: changed)
        // An update may give a row the values of a new one.
        for row in updated {
            guard let key = row.identifier.resolved.row else { continue }
            for value in try uniqueValues(of: row) { known[value] = (row.entity.number, key) }
        }
        var winners: [Int64: (row: WrittenRow, key: Int64)] = [:]
        var order: [Int64] = []
        var fresh: Set<PersistentIdentifier> = []
        for row in rows {
            let values = try uniqueValues(of: row)
            guard let own = keys.row(row.identifier)?.key else { continue }
            guard let found = values.lazy.compactMap({ known[$0] }).first else {
                for value in values { known[value] = (row.entity.number, own) }
                fresh.insert(row.entity.identifier(own))
                continue
            }
            try check(found.entity, row)
            joined[row.identifier] = found.key
            keys[row.identifier] = row.entity.identifier(found.key)
            for value in values { known[value] = (row.entity.number, found.key) }
            if fresh.contains(row.entity.identifier(found.key)) {
                successors[row.entity.identifier(found.key)] = row
                continue
            }
            if winners.updateValue((row, found.key), forKey: found.key) == nil { order.append(found.key) }
        }
        return order.compactMap { winners[$0] }
    }

    private func check(_ number: Int64, _ row: WrittenRow) throws {
        guard number == row.entity.number else {
            throw row.entity.error(
                .constraint,
                "a \(model[number: number]?.name ?? "row") has the same unique values",
                model: row.identifier
            )
        }
        guard !refusesDuplicates else {
            let unique = row.entity.table.uniqueColumns.joined()
            throw row.entity.error(
                .constraint,
                "another row has the same unique value. Update that one, or save with the policy .update",
                slot: row.entity.slots.indices.first { slot in
                    row.entity.slots[slot].ownColumns.contains { unique.contains($0.name) }
                },
                model: row.identifier
            )
        }
    }

    /// The values of a row in one of its table's constraints.
    struct UniqueValue: Hashable {
        let table: String
        let columns: [String]
        let bytes: [[UInt8]]
    }

    /// The values of a row in each constraint; none for one of which a column is NULL.
    private func uniqueValues(of row: WrittenRow) throws -> [UniqueValue] {
        var bytes: [String: [UInt8]?] = [:]
        let unique = Set(row.entity.table.uniqueColumns.joined())
        for slot in row.columnSlots {
            let columns = row.entity.slots[slot].ownColumns
            guard columns.contains(where: { unique.contains($0.name) }) else { continue }
            for (column, value) in zip(columns, try keys.bytes(row, slot)) { bytes[column.name] = value }
        }
        return row.entity.table.uniqueColumns.compactMap { columns in
            let values = columns.compactMap { bytes[$0] ?? nil }
            guard values.count == columns.count else { return nil }
            return UniqueValue(table: row.entity.table.tableName, columns: columns, bytes: values)
        }
    }

    /// The stored rows with the unique values of new ones.
    private func stored(
        _ rows: [WrittenRow],
        except changed: Set<PersistentIdentifier>
    ) throws -> [UniqueValue: (entity: Int64, key: Int64)] {
        var wanted: [[String]: (entity: PostgresEntity, values: [UniqueValue])] = [:]
        for row in rows {
            for value in try uniqueValues(of: row) {
                wanted[[value.table] + value.columns, default: (row.entity, [])].values.append(value)
            }
        }
        var found: [UniqueValue: (entity: Int64, key: Int64)] = [:]
        for place in wanted.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            guard let (entity, values) = wanted[place], let columns = values.first?.columns else { continue }
            let types = Dictionary(
                model.family(of: entity).flatMap { $0.slots.flatMap(\.ownColumns) }.map { ($0.name, $0.type) }
            ) { first, _ in first }
            var arrays = ColumnArrays(columns.map { ($0, types[$0] ?? .text) })
            for value in values { arrays.append(value.bytes) }
            let list = columns.indices.map { "c\($0)" }
            let tests = zip(arrays.names, list).map { "t.\($0) = u.\($1)" }.joined(separator: " AND ")
            // In the order of the keys, so that two saves do not wait for each other.
            let sql =
                "SELECT u.place, t.pk, t.row_entity FROM \(arrays.unnest()) WITH ORDINALITY "
                + "AS u(\((list + ["place"]).joined(separator: ", "))) "
                + "JOIN \(entity.quotedTable) t ON \(tests) ORDER BY t.pk FOR UPDATE OF t"
            let result = try connection.run(sql, arrays.parameters)
            for row in 0..<result.count {
                guard let place = result.integer(row, 0), let key = result.integer(row, 1),
                    let number = result.integer(row, 2), values.indices.contains(Int(place) - 1),
                    let kind = model[number: number], !changed.contains(kind.identifier(key))
                else { continue }
                found[values[Int(place) - 1]] = (number, key)
            }
        }
        return found
    }

    /// The other side of a one-to-one relationship has a column too: the partner that a stored row had before still leads to
    /// it.
    mutating func releasePartners(of overwritten: [(row: WrittenRow, key: Int64)]) throws {
        for (row, key) in overwritten {
            for slot in row.columnSlots {
                guard case .toOne = row.entity.slots[slot], let inverse = row.entity.inverse(of: slot) else {
                    continue
                }
                let side = try model.entity(of: inverse.layout)
                guard case .toOne(let column, let entityColumn, _) = side.slots[inverse.slot] else { continue }
                var partner: Int64 = -1
                if case .identifier(let identifier) = row.values[slot] {
                    partner = try keys.destination(identifier).key
                }
                try clear(
                    ClearedKey(side, column, entityColumn: entityColumn),
                    where: "t.\(column.enclosed(in: "\"")) = $1 AND t.pk <> $2",
                    [.integer(key), .integer(partner)]
                )
            }
        }
    }
}
#endif
