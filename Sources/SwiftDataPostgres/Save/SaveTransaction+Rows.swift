#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The values of some columns of many rows: one array for each column.
struct ColumnArrays {
    private let columns: [(name: String, type: PostgresType)]
    private var arrays: [ArrayWriter]
    private(set) var count = 0

    init(_ columns: [(name: String, type: PostgresType)], capacity: Int = 0) {
        self.columns = columns
        arrays = columns.map { ArrayWriter($0.type.listed, capacity: capacity) }
    }

    /// Begins a row, each column of which is then given a value.
    mutating func begin() { count += 1 }

    mutating func append(_ row: [[UInt8]?]) {
        begin()
        for (place, value) in row.enumerated() { arrays[place].append(value) }
    }

    subscript(place: Int) -> ArrayWriter {
        _read { yield arrays[place] }
        _modify { yield &arrays[place] }
    }

    /// The bytes of all arrays.
    var size: Int { arrays.reduce(0) { $0 + $1.size } }
    var names: [String] { columns.map { $0.name.enclosed(in: "\"") } }
    var parameters: [PostgresParameter] { arrays.map { $0.parameter() } }

    /// `unnest` of the parameters, which begin with a number.
    func unnest(from first: Int = 1) -> String {
        let arrays = columns.enumerated().map { "$\(first + $0.offset)::\($0.element.type.listed.name)[]" }
        return "unnest(\(arrays.joined(separator: ", ")))"
    }

    /// The value of a column of ``unnest(from:)`` in the column's own type.
    func value(_ name: String, at place: Int) -> String {
        let type = columns[place].type
        return type == type.listed ? name : "\(name)::\(type.name)"
    }
}

extension [UInt8] {
    init(key: Int64) { self = Swift.withUnsafeBytes(of: key.bigEndian) { [UInt8]($0) } }
}

extension SaveTransaction {
    /// Writes new rows: by COPY where there are many, or large ones.
    mutating func insert(_ rows: [WrittenRow]) throws {
        for group in Self.groups(rows, by: { $0.entity.number }) {
            guard let entity = group.first?.entity else { continue }
            for row in group {
                guard let key = keys.row(row.identifier)?.key else { continue }
                record.insert(entity, key)
                try noteReferences(of: last(row, key), entity.columnSlots)
            }
            if group.count < Self.leastCopied {
                let arrays = try arrays(group, of: entity)
                if arrays.size <= Self.largestArrays {
                    let list = arrays.names.joined(separator: ", ")
                    let names = arrays.names.indices.map { "c\($0)" }
                    let values = names.enumerated().map { arrays.value("u.\($1)", at: $0) }
                    enqueue(
                        "INSERT INTO \(entity.quotedTable) (\(list)) SELECT \(values.joined(separator: ", ")) "
                            + "FROM \(arrays.unnest()) AS u(\(names.joined(separator: ", ")))",
                        arrays.parameters,
                        of: group
                    )
                    continue
                }
            }
            try flush()
            try copy(group, of: entity)
        }
    }

    /// The columns of new rows, those of the slots behind the row's own. Slots that were not loaded keep their defaults.
    private static func columns(_ entity: PostgresEntity) -> [(name: String, type: PostgresType)] {
        [("pk", .int8), ("row_entity", .int2)] + entity.columnSlots.flatMap { entity.slots[$0].ownColumns }
    }

    /// The row whose values a key gets: the last one of several with the same unique values.
    private func last(_ row: WrittenRow, _ key: Int64) -> WrittenRow {
        successors.isEmpty ? row : successors[row.entity.identifier(key)] ?? row
    }

    private func arrays(_ rows: [WrittenRow], of entity: PostgresEntity) throws -> ColumnArrays {
        var arrays = ColumnArrays(Self.columns(entity), capacity: rows.count)
        for row in rows {
            guard let key = keys.row(row.identifier)?.key else { continue }
            let last = last(row, key)
            arrays.begin()
            arrays[0].append(number: key)
            arrays[1].append(number: Int16(truncatingIfNeeded: entity.number))
            var place = 2
            for slot in entity.columnSlots {
                if case .value(let column) = entity.slots[slot] {
                    let value = last.values[slot]
                    do throws(PostgresValueFailure) {
                        try arrays[place].append(isNull: value.isNull) { writer throws(PostgresValueFailure) in
                            try PostgresCoding.append(value, as: column.form, column.form.type.listed, to: &writer)
                        }
                    } catch {
                        throw entity.error(.validation, error.reason, slot: slot, model: row.identifier)
                    }
                    place += 1
                } else {
                    for bytes in try keys.bytes(last, slot) {
                        arrays[place].append(bytes)
                        place += 1
                    }
                }
            }
        }
        return arrays
    }

    private func copy(_ rows: [WrittenRow], of entity: PostgresEntity) throws {
        let columns = Self.columns(entity)
        var copied = CopyRows(columnCount: columns.count)
        for row in rows {
            guard let key = keys.row(row.identifier)?.key else { continue }
            let last = last(row, key)
            copied.begin()
            copied.append(number: key)
            copied.append(number: Int16(truncatingIfNeeded: entity.number))
            for slot in entity.columnSlots {
                if case .value(let column) = entity.slots[slot] {
                    do throws(PostgresValueFailure) {
                        try copied.append { writer throws(PostgresValueFailure) in
                            try PostgresCoding.append(last.values[slot], as: column.form, column.form.type, to: &writer)
                        }
                    } catch {
                        throw entity.error(.validation, error.reason, slot: slot, model: row.identifier)
                    }
                } else {
                    for bytes in try keys.bytes(last, slot, isListed: false) { copied.append(bytes) }
                }
            }
        }
        let list = columns.map { $0.name.enclosed(in: "\"") }.joined(separator: ", ")
        do {
            try connection.copy("COPY \(entity.quotedTable) (\(list)) FROM STDIN (FORMAT binary)", copied)
        } catch let failure as PostgresFailure {
            throw self.failure(failure, of: rows)
        }
    }

    /// From how many rows on COPY is worth its round trips.
    private static var leastCopied: Int { 500 }
    /// The most bytes that the arrays of one statement have. The server's limit is a gigabyte for each.
    private static var largestArrays: Int { 64 << 20 }

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
