package import SwiftDataCore
import SwiftDataSQL

// Readable rows and values are returned; unreadable ones are reported, and the reading continues.

extension DynamicStore {
    /// Finds rows of an entity and of the entities below it.
    /// - Throws: ``StoreError`` where the statement fails, and the errors of the reading's report.
    package func readableRows(
        of entityName: String,
        _ reading: RowReading,
        where filter: QueryNode? = nil,
        sortedBy sort: [QuerySort] = [],
        limit: Int? = nil,
        offset: Int? = nil
    ) throws -> [DynamicRow] {
        let fetch = try fetch(entityName, filter, sort, limit, offset)
        let found: [DefaultSnapshot]
        do {
            found = try fetch.readableRows(reading).snapshots
        } catch let error as StoreError where error.isDamage {
            let rows = try rowsAroundDamage(fetch, reading).dropFirst(max(offset ?? 0, 0))
            return Array(limit.map { rows.prefix(max($0, 0)) } ?? rows)
        }
        // Outside of the catch: unreadable values are reported once.
        return try readable(found, reading)
    }

    /// Counts rows of an entity and of the entities below it.
    /// - Throws: The errors of ``readableRows(of:_:where:sortedBy:limit:offset:)``.
    package func readableCount(of entityName: String, _ reading: RowReading, where filter: QueryNode?) throws -> Int {
        let fetch = try fetch(entityName, filter, [], nil, nil)
        do {
            return try fetch.readableCount(reading)
        } catch let error as StoreError where error.isDamage {
            return try rowsAroundDamage(fetch, reading.reading([])).count
        }
    }

    /// Rows by identifier; rows that do not exist are left out.
    /// - Throws: ``StoreError`` for an identifier of another store, and the errors of the reading's report.
    package func readableRows(
        _ identifiers: [PersistentIdentifier],
        _ reading: RowReading
    ) throws -> [PersistentIdentifier: DynamicRow] {
        var found: [PersistentIdentifier: DynamicRow] = [:]
        for (name, group) in Dictionary(grouping: identifiers, by: \.entityName) {
            let entity = try entity(name)
            for keys in KeyList.chunks(group.compactMap(\.row).sorted()) {
                let part = ReadPart(entity: entity, condition: KeyList.condition("t.Z_PK")) {
                    $0.text(KeyList.parameter(keys))
                }
                let read = try part.read(store, reading, limit: nil)
                for row in try readable(read.rows, reading) { found[row.id] = row }
                guard read.damage != nil else { continue }
                for key in keys where key > read.lastKey ?? .min {
                    if let row = try readableRow(key, of: entity, reading) { found[row.id] = row }
                }
            }
        }
        return found
    }

    /// Iterates over the rows of exactly one entity in the order of their keys, also behind damaged pages of the file.
    /// - Throws: ``StoreError`` for an error that is not damage, and the errors of `body` and the reading's report.
    package func forEachReadableRow(
        of entityName: String,
        _ reading: RowReading,
        _ body: (DynamicRow) throws -> Void
    ) throws {
        let entity = try entity(entityName)
        var last: Int64?
        while true {
            let condition = ReadPart.condition(of: entity, after: last)
            let part = ReadPart(entity: entity, condition: condition) { if let last { $0.integer(last) } }
            let read = try part.read(store, reading, limit: KeyList.chunkSize)
            for row in try readable(read.rows, reading) { try body(row) }
            last = read.lastKey ?? last
            if let damage = read.damage {
                let counter = "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(entity.table.rootNumber)"
                let gap = try DamagedKeys(of: entity.quotedTable, after: last, counter: counter, store.connection)
                if let keys = gap.lost(after: last) {
                    let root = entity.table.rootEntityName
                    try reading.note(
                        Unreadable(entityName: root, propertyName: nil, keys: keys, reason: damage.message)
                    )
                }
                guard let next = gap.end else { return }
                if let row = try readableRow(next, of: entity, reading), row.entityName == entityName { try body(row) }
                last = next
            } else if read.count < KeyList.chunkSize {
                return
            }
        }
    }

    /// A row that lies on a page that can be read, while some of its values may lie on damaged ones.
    private func readableRow(_ key: Int64, of entity: StoreEntity, _ reading: RowReading) throws -> DynamicRow? {
        func read(_ columns: EntityColumns?) throws -> ReadPart.Rows {
            var part = ReadPart(entity: entity, condition: "t.Z_PK = ?") { $0.integer(key) }
            part.columns = columns
            return try part.read(store, reading, limit: nil)
        }
        let whole = try read(nil)
        guard let damage = whole.damage else { return try readable(whole.rows, reading).first }
        let all = EntityColumns(of: entity, in: store.model) { reading.slots(of: $0) }
        let quiet = RowReading(properties: reading.properties) { _ in }
        var lost: Set<String> = []
        for name in all.names where !EntityColumns.always.contains(name) {
            var part = ReadPart(entity: entity, condition: "t.Z_PK = ?") { $0.integer(key) }
            part.columns = all.without(Set(all.names).subtracting(EntityColumns.always + [name]))
            if try part.read(store, quiet, limit: nil).damage != nil { lost.insert(name) }
        }
        let rest = try read(all.without(lost))
        guard rest.damage == nil, let row = rest.rows.first, let own = store.model[row.layout.entityName] else {
            try reading.note(
                Unreadable(entityName: entity.name, propertyName: nil, keys: key...key, reason: damage.message)
            )
            return nil
        }
        var failures = ReadFailures()
        for (slot, columns) in own.slots.enumerated() where columns.columnNames.contains(where: lost.contains) {
            failures.add(damage.message, own, slot: slot, key: key)
        }
        for failure in failures.all { try reading.note(failure) }
        return try readable([row], reading).first
    }

    /// Rows with the requested members of their relationships, one statement for each relationship.
    private func readable(_ rows: [DefaultSnapshot], _ reading: RowReading) throws -> [DynamicRow] {
        guard let first = rows.first?.layout else { return [] }
        let isOfOne = rows.allSatisfy { $0.layout === first }
        let groups = isOfOne ? [first.entityName: rows] : Dictionary(grouping: rows, by: { $0.layout.entityName })
        var members: [PersistentIdentifier: [Int: [PersistentIdentifier]]] = [:]
        var lost: [PersistentIdentifier: Set<Int>] = [:]
        for (name, group) in groups {
            guard let entity = store.model[name] else { continue }
            let wanted = reading.slots(of: entity)
            for slot in entity.slots.indices where entity.slots[slot].isToMany && wanted?.contains(slot) ?? true {
                let owners = group.map(\.persistentIdentifier)
                for (owner, list) in try readableMembers(slot, of: entity, owners, reading) {
                    if let list {
                        members[owner, default: [:]][slot] = list
                    } else {
                        lost[owner, default: []].insert(slot)
                    }
                }
            }
        }
        let known = outlines[first.entityName]
        return rows.compactMap { row in
            (isOfOne ? known : outlines[row.layout.entityName]).map {
                DynamicRow(
                    row,
                    $0,
                    members: members.isEmpty ? [:] : members[row.persistentIdentifier] ?? [:],
                    lost: lost.isEmpty ? [] : lost[row.persistentIdentifier] ?? []
                )
            }
        }
    }

    /// The members of each owner that has any; nil for an owner whose members cannot be read.
    private func readableMembers(
        _ slot: Int,
        of entity: StoreEntity,
        _ owners: [PersistentIdentifier],
        _ reading: RowReading
    ) throws -> [PersistentIdentifier: [PersistentIdentifier]?] {
        do {
            return try store.connection.readOnce {
                try store.memberIdentifiers(slot, of: entity.layout, owners: owners, $0)
            }
        } catch let error as StoreError where error.isDamage {
            if owners.count > 1 {
                var found: [PersistentIdentifier: [PersistentIdentifier]?] = [:]
                for owner in owners {
                    found.merge(try readableMembers(slot, of: entity, [owner], reading)) { first, _ in first }
                }
                return found
            }
            var failures = ReadFailures()
            failures.add(error.message, entity, slot: slot, key: owners.first?.row ?? 0)
            for failure in failures.all { try reading.note(failure) }
            return Dictionary(owners.map { ($0, nil) }, uniquingKeysWith: { first, _ in first })
        }
    }
}
