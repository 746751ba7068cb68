#if PostgreSQL
import Foundation
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
    /// Removes rows, and the references to them from rows that have no property for it. A row that is deleted already
    /// is no error.
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
        // All are compared before any is written: the deletion of one may take its key out of another one.
        for number in doomed.keys.sorted() {
            if let entity = model[number: number], let locks = doomed[number] { try check(locks, of: entity) }
        }
        for number in doomed.keys.sorted() {
            if let entity = model[number: number], let keys = doomed[number]?.keys.sorted() {
                try delete(keys, of: entity)
            }
        }
    }

    /// Locks rows that are to be deleted, and compares their counters. Deleted rows are no conflict.
    private mutating func check(_ locks: [Int64: Int64], of entity: PostgresEntity) throws {
        let sql = "SELECT pk, row_version FROM \(entity.quotedTable) WHERE pk = ANY($1) ORDER BY pk FOR UPDATE"
        let result = try run(sql, [PostgresParameter(keys: locks.keys.sorted())])
        for row in 0..<result.count {
            guard let key = result.integer(row, 0), let lock = locks[key], lock != DefaultSnapshot.unknownLock,
                lock != result.integer(row, 1)
            else { continue }
            throw conflict(key, entity)
        }
    }

    mutating func delete(_ keys: [Int64], of entity: PostgresEntity) throws {
        noteOwners(of: keys, entity)
        let list = PostgresParameter(keys: keys)
        for case .toManyByJoin(_, let table, let own, _) in entity.slots {
            enqueue(
                "DELETE FROM \(table.enclosed(in: "\"")) WHERE \(own.enclosed(in: "\"")) = ANY($1)",
                [list]
            )
        }
        for cleared in inbound(entity) {
            try clear(cleared, where: "t.\(cleared.column.enclosed(in: "\"")) = ANY($1)", [list])
        }
        let kept = entity.preservedColumns
        let names = (["pk", "row_entity"] + kept).map { $0.enclosed(in: "\"") }.joined(separator: ", ")
        let result = try run(
            "DELETE FROM \(entity.quotedTable) WHERE pk = ANY($1) RETURNING \(names)",
            [list]
        )
        let tombstones = kept.isEmpty ? [:] : try tombstones(result, of: entity)
        for row in 0..<result.count {
            guard let key = result.integer(row, 0) else { continue }
            record.delete(entity, key, tombstone: tombstones[key])
        }
    }

    /// The values that outlive deleted rows, by key. A damaged value is left out.
    private func tombstones(_ result: PostgresResult, of entity: PostgresEntity) throws -> [Int64: Data] {
        let rows = try RowDecoder(result, of: entity, in: model).batch(salvaging: true)
        var found: [Int64: Data] = [:]
        for snapshot in rows.snapshots {
            guard let key = snapshot.persistentIdentifier.row else { continue }
            found[key] = TombstoneValues.json(snapshot, entity.layout.modelType)
        }
        return found
    }

    /// The columns of other rows that lead to an entity's rows and are cleared when these are deleted. One that must lead somewhere is
    /// left alone, so that the server refuses the deletion.
    private func inbound(_ entity: PostgresEntity) -> [ClearedKey] {
        var found = entity.slots.enumerated().compactMap { slot, columns -> ClearedKey? in
            guard case .toManyByKey(let name, let column) = columns, entity.inverse(of: slot) == nil,
                let destination = model[name]
            else { return nil }
            return ClearedKey(destination, column)
        }
        for source in model.all {
            for (slot, columns) in source.slots.enumerated() {
                guard case .toOne(let column, let entityColumn, let name) = columns, source.layout.declares(slot),
                    model[name]?.table.familyNumbers.contains(entity.number) == true,
                    source.layout.properties[slot].isOptional, isCleared(source, slot)
                else { continue }
                found.append(ClearedKey(source, column, entityColumn: entityColumn))
            }
        }
        return found
    }

    /// True for a relationship to one row that is cleared when the row is deleted, with any state of the two in the
    /// context.
    private func isCleared(_ source: PostgresEntity, _ slot: Int) -> Bool {
        guard let inverse = source.inverse(of: slot) else { return true }
        // Another writer may have added members.
        let isOfMembers = inverse.layout.properties[inverse.slot].isToMany
        if case .nullify = inverse.layout.deleteRule(inverse.slot), isOfMembers { return true }
        return source.outlives(slot)
    }

    /// Takes keys out of the rows that hold them, which updates the rows. A row counts a save once.
    mutating func clear(_ cleared: ClearedKey, where condition: String, _ parameters: [PostgresParameter]) throws {
        let counted = countedKeys(cleared.entity)
        let next = "$\(parameters.count + 1)"
        let also = cleared.entityColumn.map { ", \($0.enclosed(in: "\"")) = NULL" } ?? ""
        let sql =
            "UPDATE \(cleared.entity.quotedTable) t SET \(cleared.column.enclosed(in: "\"")) = NULL\(also), "
            + "row_version = row_version + CASE WHEN pk = ANY(\(next)) THEN 0 ELSE 1 END "
            + "WHERE \(condition) RETURNING pk, row_entity, row_version"
        let result = try run(sql, parameters + [PostgresParameter(keys: counted.sorted())])
        for row in 0..<result.count {
            guard let key = result.integer(row, 0), let number = result.integer(row, 1),
                let lock = result.integer(row, 2), let entity = model[number: number]
            else { continue }
            note(lock: lock, of: entity, key)
            let slots = entity.slots.indices.filter { slot in
                if case .toOne(cleared.column, _, _) = entity.slots[slot] { true } else { false }
            }
            record.update(entity, key, slots)
        }
    }

    /// The rows that cascade from deleted rows through relationships whose destinations were not read.
    private mutating func destinations(of cascades: [StoreCascade]) throws -> [(PostgresEntity, Int64)] {
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

    mutating func destinations(
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
        // A row that moves to another owner meanwhile is looked at again when it is locked.
        let result = try run(sql + " FOR UPDATE OF t", [PostgresParameter(keys: owners)])
        return (0..<result.count).compactMap { row in
            guard let key = result.integer(row, 0), let number = result.integer(row, 1) else { return nil }
            return model[number: number].map { ($0, key) }
        }
    }
}

extension SaveTransaction {
    /// The keys of the rows of a table whose counter the save has raised already.
    func countedKeys(_ entity: PostgresEntity) -> [Int64] {
        counted.compactMap { identifier in
            model[identifier.entityName]?.table.rootNumber == entity.table.rootNumber ? identifier.row : nil
        }
    }

    func conflict(_ key: Int64, _ entity: PostgresEntity) -> StoreError {
        entity.error(
            .conflict,
            "another context or process changed the row since it was read",
            model: entity.identifier(key)
        )
    }
}

extension PostgresEntity {
    /// True for an optional relationship to one row whose deletion leaves it alone by the rule `.noAction`. A foreign
    /// key leads to no deleted row, and is cleared.
    func outlives(_ slot: Int) -> Bool {
        guard case .toOne = slots[slot], layout.properties[slot].isOptional, let inverse = inverse(of: slot),
            case .noAction = inverse.layout.deleteRule(inverse.slot)
        else { return false }
        return true
    }

    /// The columns of attributes with `.preserveValueOnDeletion`.
    fileprivate var preservedColumns: [String] {
        layout.properties.filter(\.isPreserved).flatMap { slots[$0.slot].ownColumns.map(\.name) }
    }

    /// The relationships whose destinations go with a row.
    fileprivate var cascadingSlots: [Int] {
        layout.properties.indices.filter { layout.properties[$0].relationship?.0.deleteRule == .cascade }
    }
}
#endif
