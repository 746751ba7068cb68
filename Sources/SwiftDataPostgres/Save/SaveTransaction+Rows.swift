#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The values of some columns of many rows: one array for each column.
struct ColumnArrays {
    private let columns: [(name: String, type: PostgresType)]
    private var values: [[[UInt8]?]]

    init(_ columns: [(name: String, type: PostgresType)]) {
        self.columns = columns
        values = Array(repeating: [], count: columns.count)
    }

    mutating func append(_ row: [[UInt8]?]) {
        for (column, value) in zip(values.indices, row) { values[column].append(value) }
    }

    var count: Int { values.first?.count ?? 0 }
    var names: [String] { columns.map { $0.name.enclosed(in: "\"") } }
    var parameters: [PostgresParameter] {
        zip(columns, values).map { PostgresParameter(arrayOf: $0.type, $1) }
    }

    /// `unnest` of the parameters, which begin with a number.
    func unnest(from first: Int = 1) -> String {
        let arrays = columns.enumerated().map { "$\(first + $0.offset)::\($0.element.type.name)[]" }
        return "unnest(\(arrays.joined(separator: ", ")))"
    }
}

extension [UInt8] {
    init(key: Int64) { self = Swift.withUnsafeBytes(of: key.bigEndian) { [UInt8]($0) } }
}

extension SaveTransaction {
    /// Writes new rows.
    mutating func insert(_ rows: [WrittenRow]) throws {
        for group in Self.groups(rows, by: { $0.entity.number }) {
            guard let entity = group.first?.entity else { continue }
            // Rows may have columns that were not loaded, which keep their defaults.
            let slots = entity.columnSlots
            let own: [(name: String, type: PostgresType)] = [("pk", .int8), ("row_entity", .int2)]
            var arrays = ColumnArrays(own + slots.flatMap { entity.slots[$0].ownColumns })
            let number = withUnsafeBytes(of: Int16(truncatingIfNeeded: entity.number).bigEndian) { [UInt8]($0) }
            for row in group {
                guard let key = keys.row(row.identifier)?.key else { continue }
                let last = successors[entity.identifier(key)] ?? row
                arrays.append([[UInt8](key: key), number] + (try slots.flatMap { try keys.bytes(last, $0) }))
            }
            let sql =
                "INSERT INTO \(entity.quotedTable) (\(arrays.names.joined(separator: ", "))) "
                + "SELECT * FROM \(arrays.unnest())"
            try run(sql, arrays.parameters, of: group)
        }
    }

    /// Writes the changed columns of stored rows, and of new rows that are stored rows.
    /// - Throws: ``StoreError`` with code `missingRow` for a row that was deleted, and `conflict` for one that was changed.
    mutating func update(_ rows: [WrittenRow]) throws {
        let groups = Self.groups(rows) { row in
            UpdateKey(
                entity: row.entity.number,
                slots: row.columnSlots.filter {
                    joined[row.identifier] == nil || !row.entity.keptSlots.contains($0)
                }
            )
        }
        for group in groups {
            guard let first = group.first else { continue }
            let entity = first.entity
            let slots = first.columnSlots.filter {
                joined[first.identifier] == nil || !entity.keptSlots.contains($0)
            }
            let columns = slots.flatMap { entity.slots[$0].ownColumns }
            var arrays = ColumnArrays(
                [("pk", PostgresType.int8), ("row_version", .int8), ("row_version", .int8)] + columns
            )
            var wanted: [Int64: WrittenRow] = [:]
            for row in group {
                guard let key = joined[row.identifier] ?? row.identifier.resolved.row else {
                    throw entity.error(.missingRow, "has never been saved", model: row.identifier)
                }
                guard !row.slots.isEmpty || !row.toManyChanges.isEmpty else { continue }
                // A row counts a save once, whatever else of it the save has written already.
                let raised: Int64 = counted.contains(entity.identifier(key)) ? 1 : 0
                let lock = row.lock == DefaultSnapshot.unknownLock ? row.lock : row.lock &+ raised
                wanted[key] = row
                arrays.append(
                    [[UInt8](key: key), [UInt8](key: lock), [UInt8](key: 1 - raised)]
                        + (try slots.flatMap { try keys.bytes(row, $0) })
                )
            }
            guard arrays.count > 0 else { continue }
            let names = arrays.names.dropFirst(3)
            let places = names.indices.map { "u.c\($0)" }
            let assignments = zip(names, places).map { "\($0) = \($1)" } + ["row_version = t.row_version + u.raise"]
            let list = (["pk", "version", "raise"] + names.indices.map { "c\($0)" }).joined(separator: ", ")
            let sql =
                "UPDATE \(entity.quotedTable) t SET \(assignments.joined(separator: ", ")) FROM \(arrays.unnest()) AS u(\(list)) "
                + "WHERE t.pk = u.pk AND (u.version = -1 OR t.row_version = u.version) RETURNING t.pk, t.row_version"
            let result = try run(sql, arrays.parameters, of: group)
            for place in 0..<result.count {
                guard let key = result.integer(place, 0), let lock = result.integer(place, 1) else { continue }
                wanted[key] = nil
                note(lock: lock, of: entity, key)
            }
            if let key = wanted.keys.min() { throw try absence(of: key, entity) }
        }
    }

    /// The error for a row that was not updated.
    func absence(of key: Int64, _ entity: PostgresEntity) throws -> StoreError {
        let sql = "SELECT 1 FROM \(entity.quotedTable) WHERE pk = $1"
        guard try connection.run(sql, [.integer(key)]).count == 0 else {
            return conflict(key, entity)
        }
        return entity.error(.missingRow, "the row was deleted since it was read", model: entity.identifier(key))
    }

    /// Runs a statement that writes some rows, and names the entity of one that breaks a constraint.
    @discardableResult
    func run(_ sql: String, _ parameters: [PostgresParameter], of rows: [WrittenRow]) throws -> PostgresResult {
        do {
            return try connection.run(sql, parameters)
        } catch let failure as PostgresFailure where failure.isUniqueViolation {
            guard let row = rows.first else { throw failure }
            let slot = row.entity.slots.indices.first { slot in
                row.entity.slots[slot].ownColumns.contains {
                    failure.constraint?.hasPrefix("\(row.entity.table.tableName)_\($0.name)_") == true
                }
            }
            throw StoreError(
                .constraint,
                "another \(row.entity.name) has the same unique values",
                entity: row.entity.name,
                property: slot.map { row.entity.layout.properties[$0].name },
                model: rows.count == 1 ? row.identifier : nil,
                underlying: failure,
                details: failure.detail
            )
        }
    }

    private struct UpdateKey: Hashable {
        let entity: Int64
        let slots: [Int]
    }

    /// The rows in groups of one key, in the order of the first row of each.
    private static func groups<Key: Hashable>(_ rows: [WrittenRow], by key: (WrittenRow) -> Key) -> [[WrittenRow]] {
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
