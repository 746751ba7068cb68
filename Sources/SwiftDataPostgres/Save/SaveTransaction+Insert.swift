#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Writes new rows: by COPY where there are many, or large ones.
    mutating func insert(_ rows: [WrittenRow]) throws {
        for group in Self.groups(rows, by: { $0.entity.number }) {
            guard let entity = group.first?.entity else { continue }
            let links = countedLinks(entity, entity.columnSlots)
            for row in group {
                guard let key = keys.row(row.identifier)?.key else { continue }
                record.insert(entity, key)
                try noteReferences(of: last(row, key), entity.columnSlots)
                if !links.isEmpty { try noteOwners(last(row, key), links) }
            }
            if group.count < Self.leastCopied {
                let arrays = try arrays(group, of: entity)
                if arrays.size <= Self.largestArrays {
                    insert(arrays, of: group, entity)
                    continue
                }
            }
            if rowSecurity[entity.number] == nil { askForRowSecurity(entity) }
            try flush()
            if rowSecurity[entity.number] == true {
                try insertInParts(group, of: entity)
            } else {
                try copy(group, of: entity)
            }
        }
    }

    /// Asks about the tables of many new rows, with the statements that are sent before any row is written.
    mutating func askForRowSecurity(ofMany rows: [WrittenRow]) {
        guard rows.count >= Self.leastCopied else { return }
        for group in Self.groups(rows, by: { $0.entity.number }) where group.count >= Self.leastCopied {
            if let entity = group.first?.entity { askForRowSecurity(entity) }
        }
    }

    /// Asks about a table. The server refuses COPY into one with row-level security where its policies apply to the role.
    /// Source: "COPY" in PostgreSQL's documentation.
    private mutating func askForRowSecurity(_ entity: PostgresEntity) {
        let sql = "SELECT relrowsecurity FROM pg_class WHERE oid = $1::regclass"
        enqueue(sql, [.text(entity.quotedTable)]) { transaction, result in
            transaction.rowSecurity[entity.number] = result.count == 1 && result.bool(0, 0)
        }
    }

    /// Writes new rows by as many statements as the size of their values takes.
    private mutating func insertInParts(_ rows: [WrittenRow], of entity: PostgresEntity) throws {
        let arrays = try arrays(rows, of: entity)
        if arrays.size <= Self.largestArrays || rows.count == 1 { return insert(arrays, of: rows, entity) }
        try insertInParts(Array(rows[..<(rows.count / 2)]), of: entity)
        // One part is sent at a time: they are not all in memory.
        try flush()
        try insertInParts(Array(rows[(rows.count / 2)...]), of: entity)
    }

    private mutating func insert(_ arrays: ColumnArrays, of rows: [WrittenRow], _ entity: PostgresEntity) {
        let list = arrays.names.joined(separator: ", ")
        let names = arrays.names.indices.map { "c\($0)" }
        let values = names.enumerated().map { arrays.value("u.\($1)", at: $0) }
        enqueue(
            "INSERT INTO \(entity.quotedTable) (\(list)) SELECT \(values.joined(separator: ", ")) "
                + "FROM \(arrays.unnest()) AS u(\(names.joined(separator: ", ")))",
            arrays.parameters,
            of: rows
        )
    }

    /// The columns of new rows, the columns of the slots behind the row's own. Slots that were not loaded keep their
    /// defaults.
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

    /// The number of rows from which on COPY is worth its round trips.
    private static var leastCopied: Int { 500 }
    /// The most bytes that the arrays of one statement have. The server's limit is a gigabyte for each.
    static var largestArrays: Int { 64 << 20 }
}
#endif
