import Foundation
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Removes rows, and what leads to them from rows that have no property for it. A row that is gone already is as
    /// it should be.
    mutating func delete(_ identifiers: [PersistentIdentifier]) throws {
        var groups: [Int64: [Int64]] = [:]
        for identifier in identifiers {
            let resolved = identifier.resolved
            guard let key = resolved.row else { continue }
            groups[try model.entity(of: resolved).number, default: []].append(key)
        }
        for number in groups.keys.sorted() {
            guard let entity = model[number: number], let keys = groups[number] else { continue }
            try delete(keys, of: entity)
        }
    }

    mutating func delete(_ keys: [Int64], of entity: StoreEntity) throws {
        try noteExternalFiles(entity, slots: Array(entity.slots.indices), keys: keys)
        try noteOwners(of: keys, entity)
        for chunk in KeyList.chunks(keys) {
            let parameter = KeyList.parameter(chunk)
            let tombstones = try readTombstones(entity, parameter)
            for sql in InboundKeys(entity: entity, model: model).clearing {
                try runner.run(sql) { $0.text(parameter) }
            }
            try runner.run(RowStatements(entity: entity).delete) { $0.text(parameter) }
            for key in chunk { log.delete(entity, key, tombstones: tombstones[key] ?? []) }
        }
    }

    /// The values that the history keeps of rows that are deleted.
    private func readTombstones(
        _ entity: StoreEntity,
        _ parameter: String
    ) throws -> [Int64: [ChangeLog.StoredTombstone]] {
        let columns = entity.table.tombstones
        guard !columns.isEmpty else { return [:] }
        let list = columns.map { SQLIdentifier.quoted($0.source.name) }.joined(separator: ", ")
        let sql = "SELECT Z_PK, \(list) FROM \(entity.quotedTable) WHERE \(KeyList.condition("Z_PK"))"
        var found: [Int64: [ChangeLog.StoredTombstone]] = [:]
        try runner.query(sql) {
            $0.text(parameter)
        } row: { row in
            found[row.integer(0)] = columns.enumerated().map { index, column in
                ChangeLog.StoredTombstone(column: column.name, key: ColumnKey(row, index + 1))
            }
        }
        return found
    }
}

/// The columns of other rows that hold keys of an entity's rows without being a property's on either side.
struct InboundKeys {
    let entity: StoreEntity
    let model: StoreModel

    /// Statements that remove the keys; each has a list of keys as its parameter.
    var clearing: [String] { joins + implicit + toOnes }

    private var joins: [String] {
        entity.slots.compactMap { columns in
            guard case .toManyByJoin(_, let table, let own, _) = columns else { return nil }
            let column = SQLIdentifier.quoted(own)
            return "DELETE FROM \(SQLIdentifier.quoted(table)) WHERE \(KeyList.condition(column))"
        }
    }

    private var implicit: [String] {
        entity.slots.enumerated().compactMap { slot, columns in
            guard case .toManyByKey(let destination, let column, _) = columns,
                entity.layout.inverse(of: slot) == nil, let destination = model[destination]
            else { return nil }
            let quoted = SQLIdentifier.quoted(column)
            return "UPDATE \(destination.quotedTable) SET \(quoted) = NULL WHERE \(KeyList.condition(quoted))"
        }
    }

    /// To-one relationships to this entity that have no other side. One that must lead somewhere is left alone.
    private var toOnes: [String] {
        model.all.flatMap { source in
            source.slots.enumerated().compactMap { slot, columns -> String? in
                guard case .toOne(let column, let entityColumn, let name) = columns, let destination = model[name],
                    destination.table.familyNumbers.contains(entity.number), source.layout.inverse(of: slot) == nil,
                    source.layout.properties[slot].isOptional, source.declares(slot)
                else { return nil }
                let quoted = SQLIdentifier.quoted(column)
                let also = entityColumn.map { ", \(SQLIdentifier.quoted($0)) = NULL" } ?? ""
                return "UPDATE \(source.quotedTable) SET \(quoted) = NULL\(also) WHERE \(KeyList.condition(quoted))"
            }
        }
    }
}

extension StoreEntity {
    /// Whether a slot is the entity's own and not inherited.
    func declares(_ slot: Int) -> Bool { slot >= (layout.superLayout?.slotCount ?? 0) }
}
