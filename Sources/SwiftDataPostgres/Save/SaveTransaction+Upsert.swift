#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Finds the stored rows that have the unique values of new ones, and locks them. A new row becomes an update of such a row,
    /// and of an earlier new row with the same values.
    ///
    /// A row that another writer inserts meanwhile is found by the constraint: the save begins again then.
    /// - Returns: The new rows that are written over stored ones, the last one for each.
    mutating func findStored(
        _ inserted: [WrittenRow],
        _ updated: [WrittenRow]
    ) throws -> [(row: WrittenRow, key: Int64)] {
        let rows = inserted.filter { !$0.entity.table.uniqueColumns.isEmpty }
        guard !rows.isEmpty else { return [] }
        try flush()
        var known = KnownValues()
        let written = writtenColumns(updated)
        for (value, place) in storedValues {
            // An update gives these columns other values.
            let row = model[number: place.entity]?.identifier(place.key)
            let isWritten = row.flatMap { written[$0] }.map { !$0.isDisjoint(with: value.columns) } ?? false
            if !isWritten { known.add(value, place) }
        }
        // An updated row has its values afterwards, those that stay included.
        for row in updated {
            guard let key = row.identifier.resolved.row else { continue }
            known.move(
                KnownValues.Place(entity: row.entity.number, key: key),
                to: try uniqueValues(of: row, slots: Array(row.entity.slots.indices))
            )
        }
        var winners: [Int64: (row: WrittenRow, key: Int64)] = [:]
        var order: [Int64] = []
        var fresh: Set<PersistentIdentifier> = []
        for row in rows {
            let values = try uniqueValues(of: row, slots: row.columnSlots)
            guard let own = keys.row(row.identifier)?.key else { continue }
            guard let found = values.lazy.compactMap({ known[$0] }).first else {
                known.move(KnownValues.Place(entity: row.entity.number, key: own), to: values)
                fresh.insert(row.entity.identifier(own))
                continue
            }
            try check(found.entity, row)
            joined[row.identifier] = found.key
            keys[row.identifier] = row.entity.identifier(found.key)
            known.move(found, to: values)
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

    /// The columns that updates write, by row.
    private func writtenColumns(_ updated: [WrittenRow]) -> [PersistentIdentifier: Set<String>] {
        var columns: [PersistentIdentifier: Set<String>] = [:]
        for row in updated {
            guard let key = row.identifier.resolved.row else { continue }
            columns[row.entity.identifier(key)] = Set(
                row.columnSlots.flatMap { row.entity.slots[$0].ownColumns }.map(\.name)
            )
        }
        return columns
    }

    /// The values of a row in each constraint; none for one of which a column is NULL or not known.
    private func uniqueValues(of row: WrittenRow, slots: [Int]) throws -> [UniqueValue] {
        var bytes: [String: [UInt8]?] = [:]
        let unique = Set(row.entity.table.uniqueColumns.joined())
        for slot in slots {
            if case .unloaded = row.values[slot] { continue }
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

    /// Asks for the stored rows with the unique values of new ones, and locks them, with the next round trip.
    mutating func askForStored(_ inserted: [WrittenRow]) throws {
        var wanted: [[String]: (entity: PostgresEntity, values: [UniqueValue])] = [:]
        for row in inserted where !row.entity.table.uniqueColumns.isEmpty {
            for value in try uniqueValues(of: row, slots: row.columnSlots) {
                wanted[[value.table] + value.columns, default: (row.entity, [])].values.append(value)
            }
        }
        for place in wanted.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            guard let (entity, values) = wanted[place], let columns = values.first?.columns else { continue }
            let types = Dictionary(
                model.family(of: entity).flatMap { $0.slots.flatMap(\.ownColumns) }.map { ($0.name, $0.type) }
            ) { first, _ in first }
            var arrays = ColumnArrays(columns.map { ($0, types[$0] ?? .text) })
            for value in values { arrays.append(value.bytes) }
            let list = columns.indices.map { "c\($0)" }
            let tests = zip(arrays.names, list).enumerated()
                .map { "t.\($1.0) = \(arrays.value("u.\($1.1)", at: $0))" }.joined(separator: " AND ")
            // In the order of the keys, so that two saves do not wait for each other.
            let sql =
                "SELECT u.place, t.pk, t.row_entity FROM \(arrays.unnest()) WITH ORDINALITY "
                + "AS u(\((list + ["place"]).joined(separator: ", "))) "
                + "JOIN \(entity.quotedTable) t ON \(tests) ORDER BY t.pk FOR UPDATE OF t"
            enqueue(sql, arrays.parameters) { transaction, result in
                for row in 0..<result.count {
                    guard let place = result.integer(row, 0), let key = result.integer(row, 1),
                        let number = result.integer(row, 2), values.indices.contains(Int(place) - 1)
                    else { continue }
                    transaction.storedValues[values[Int(place) - 1]] = KnownValues.Place(entity: number, key: key)
                }
            }
        }
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
                let isOptional = side.layout.properties[inverse.slot].isOptional
                guard case .toOne(let column, let entityColumn, _) = side.slots[inverse.slot] else { continue }
                var partner: Int64 = -1
                if case .identifier(let identifier) = row.values[slot] {
                    partner = try keys.destination(identifier).key
                }
                guard isOptional else {
                    let sql =
                        "SELECT pk FROM \(side.quotedTable) t WHERE t.\(column.enclosed(in: "\"")) = $1 AND t.pk <> $2"
                    let left = try run(sql, [.integer(key), .integer(partner)])
                    guard let former = left.count > 0 ? left.integer(0, 0) : nil else { continue }
                    throw side.error(
                        .validation,
                        "a new model with the same unique values gave its \(row.entity.name) another destination, and "
                            + "the relationship is not optional",
                        slot: inverse.slot,
                        model: side.identifier(former)
                    )
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

/// The values of a row in one of its table's constraints.
struct UniqueValue: Hashable {
    let table: String
    let columns: [String]
    let bytes: [[UInt8]]
}

/// The rows that unique values belong to, at one moment of a save.
struct KnownValues {
    struct Place: Hashable {
        let entity: Int64
        let key: Int64
    }

    private var places: [UniqueValue: Place] = [:]
    private var values: [Place: [UniqueValue]] = [:]

    subscript(value: UniqueValue) -> Place? { places[value] }

    mutating func add(_ value: UniqueValue, _ place: Place) {
        places[value] = place
        values[place, default: []].append(value)
    }

    /// Gives a row other values: its former values belong to no row any more.
    mutating func move(_ place: Place, to new: [UniqueValue]) {
        for value in values.removeValue(forKey: place) ?? [] where places[value] == place { places[value] = nil }
        for value in new { add(value, place) }
    }
}
#endif
