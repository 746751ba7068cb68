#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// A column with keys of other rows, of which some are taken out.
struct ClearedKey {
    let entity: PostgresEntity
    let column: String
    let entityColumn: String?

    init(_ entity: PostgresEntity, _ column: String, entityColumn: String? = nil) {
        self.entity = entity
        self.column = column
        self.entityColumn = entityColumn
    }
}

extension SaveTransaction {
    /// Removes rows, and what leads to them from rows that have no property for it. A row that is gone already is as it
    /// should be.
    mutating func delete(_ rows: [DefaultSnapshot], _ cascades: [StoreCascade]) throws {
        var doomed: [Int64: [Int64: Int64]] = [:]
        for row in rows {
            let resolved = row.persistentIdentifier.resolved
            guard let key = resolved.row else { continue }
            doomed[try model.entity(of: resolved).number, default: [:]][key] = row.lock
        }
        for (entity, key) in try destinations(of: cascades) where doomed[entity.number]?[key] == nil {
            doomed[entity.number, default: [:]][key] = DefaultSnapshot.unknownLock
            cascaded.append(entity.identifier(key))
        }
        for number in doomed.keys.sorted() {
            guard let entity = model[number: number], let keys = doomed[number] else { continue }
            try delete(keys, of: entity)
        }
    }

    private mutating func delete(_ locks: [Int64: Int64], of entity: PostgresEntity) throws {
        let keys = locks.keys.sorted()
        let list = PostgresParameter(keys: keys)
        for case .toManyByJoin(_, let table, let own, _) in entity.slots {
            try connection.run(
                "DELETE FROM \(table.enclosed(in: "\"")) WHERE \(own.enclosed(in: "\"")) = ANY($1)",
                [list]
            )
        }
        for cleared in inbound(entity) {
            try clear(cleared, where: "t.\(cleared.column.enclosed(in: "\"")) = ANY($1)", [list])
        }
        let versions = PostgresParameter(keys: keys.map { locks[$0] ?? DefaultSnapshot.unknownLock })
        let sql =
            "DELETE FROM \(entity.quotedTable) t USING unnest($1::bigint[], $2::bigint[]) AS u(key, version) "
            + "WHERE t.pk = u.key AND (u.version = -1 OR t.row_version = u.version) RETURNING t.pk"
        let result = try connection.run(sql, [list, versions])
        let gone = Set((0..<result.count).compactMap { result.integer($0, 0) })
        for key in keys where !gone.contains(key) {
            let error = try absence(of: key, entity)
            if error.code == .conflict { throw error }
        }
    }

    /// The columns of other rows that lead to an entity's rows without a property on this side. One that must lead somewhere
    /// is left alone, so that the server refuses the deletion.
    private func inbound(_ entity: PostgresEntity) -> [ClearedKey] {
        var found = entity.slots.enumerated().compactMap { slot, columns -> ClearedKey? in
            guard case .toManyByKey(let name, let column) = columns, entity.inverse(of: slot) == nil,
                let destination = model[name]
            else { return nil }
            return ClearedKey(destination, column)
        }
        for source in model.all {
            for (slot, columns) in source.slots.enumerated() {
                guard case .toOne(let column, let entityColumn, let name) = columns, source.declares(slot),
                    model[name]?.table.familyNumbers.contains(entity.number) == true,
                    source.inverse(of: slot) == nil, source.layout.properties[slot].isOptional
                else { continue }
                found.append(ClearedKey(source, column, entityColumn: entityColumn))
            }
        }
        return found
    }

    /// Takes keys out of the rows that hold them, which is an update of those. A row counts a save once.
    mutating func clear(_ cleared: ClearedKey, where condition: String, _ parameters: [PostgresParameter]) throws {
        let counted = counted.compactMap { $0.entityName == cleared.entity.name ? $0.row : nil }
        let next = "$\(parameters.count + 1)"
        let also = cleared.entityColumn.map { ", \($0.enclosed(in: "\"")) = NULL" } ?? ""
        let sql =
            "UPDATE \(cleared.entity.quotedTable) t SET \(cleared.column.enclosed(in: "\"")) = NULL\(also), "
            + "row_version = row_version + CASE WHEN pk = ANY(\(next)) THEN 0 ELSE 1 END "
            + "WHERE \(condition) RETURNING pk, row_entity, row_version"
        let result = try connection.run(sql, parameters + [PostgresParameter(keys: counted.sorted())])
        for row in 0..<result.count {
            guard let key = result.integer(row, 0), let number = result.integer(row, 1),
                let lock = result.integer(row, 2), let entity = model[number: number]
            else { continue }
            note(lock: lock, of: entity, key)
        }
    }

    /// The rows that cascade from deleted rows through relationships whose destinations were not read.
    private func destinations(of cascades: [StoreCascade]) throws -> [(PostgresEntity, Int64)] {
        var found: [(PostgresEntity, Int64)] = []
        var known: Set<PersistentIdentifier> = []
        var waiting = try cascades.map { cascade in
            (try model.entity(of: cascade.layout), cascade.slot, cascade.owners.compactMap(\.resolved.row))
        }
        while let (entity, slot, owners) = waiting.popLast() {
            var fresh: [Int64: [Int64]] = [:]
            for (destination, key) in try destinations(of: owners, entity, slot)
            where known.insert(destination.identifier(key)).inserted {
                found.append((destination, key))
                fresh[destination.number, default: []].append(key)
            }
            for (number, keys) in fresh {
                guard let destination = model[number: number] else { continue }
                for slot in destination.cascadingSlots { waiting.append((destination, slot, keys)) }
            }
        }
        return found
    }

    private func destinations(
        of owners: [Int64],
        _ entity: PostgresEntity,
        _ slot: Int
    ) throws -> [(PostgresEntity, Int64)] {
        let sql: String
        if let relation = MemberTable(entity.slots[slot], in: model) {
            sql = "SELECT t.pk, t.row_entity FROM \(relation.tables) WHERE \(relation.owner) = ANY($1)"
        } else if case .toOne(let column, _, let name) = entity.slots[slot], let destination = model[name] {
            sql =
                "SELECT t.pk, t.row_entity FROM \(entity.quotedTable) o JOIN \(destination.quotedTable) t "
                + "ON t.pk = o.\(column.enclosed(in: "\"")) WHERE o.pk = ANY($1)"
        } else {
            return []
        }
        let result = try connection.run(sql, [PostgresParameter(keys: owners)])
        return (0..<result.count).compactMap { row in
            guard let key = result.integer(row, 0), let number = result.integer(row, 1) else { return nil }
            return model[number: number].map { ($0, key) }
        }
    }
}

extension PostgresEntity {
    /// The relationships whose destinations go with a row.
    fileprivate var cascadingSlots: [Int] {
        layout.properties.indices.filter { layout.properties[$0].relationship?.0.deleteRule == .cascade }
    }
}
#endif
