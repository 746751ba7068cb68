import Foundation
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Removes rows, and the references to them from rows that have no property for it. A row that is deleted already
    /// is no error.
    /// - Parameter cascades: The relationships of deleted rows whose destinations were not read.
    mutating func delete(_ identifiers: [PersistentIdentifier], _ cascades: [StoreCascade] = []) throws {
        var groups: [Int64: [Int64]] = [:]
        for identifier in identifiers {
            let resolved = identifier.resolved
            guard let key = resolved.row else { continue }
            groups[try model.entity(of: resolved).number, default: []].append(key)
        }
        cascaded = try destinations(of: cascades)
        let found = Dictionary(cascaded.map { ($0.entity, $0.keys) }, uniquingKeysWith: +)
        for number in Set(groups.keys).union(found.keys).sorted() {
            guard let entity = model[number: number] else { continue }
            let named = groups[number] ?? []
            try delete(named, of: entity)
            var keys = found[number] ?? []
            if !named.isEmpty, !keys.isEmpty { keys.removeAll(where: Set(named).contains) }
            try delete(keys, of: entity, rowsExist: true)
        }
    }

    private func destinations(of cascades: [StoreCascade]) throws -> [(entity: Int64, keys: [Int64])] {
        guard !cascades.isEmpty else { return [] }
        var cascade = Cascade(runner: runner, model: model)
        for relationship in cascades {
            try cascade.follow(
                relationship.owners.compactMap(\.resolved.row),
                of: model.entity(of: relationship.layout),
                slot: relationship.slot
            )
        }
        return cascade.groups
    }

    /// - Parameter rowsExist: True if it is known that there is a row for each key.
    mutating func delete(_ keys: [Int64], of entity: StoreEntity, rowsExist: Bool = false) throws {
        let selections = KeySelection.of(keys)
        try noteExternalFiles(entity, slots: entity.shape.external, keys: keys)
        try noteOwners(of: keys, entity)
        let inbound = InboundKeys(entity: entity, model: model)
        let (joins, columns) = (inbound.joins, inbound.keys)
        for selection in selections {
            let tombstones = try readTombstones(entity, selection)
            for join in joins {
                let sql = "DELETE FROM \(join.table) WHERE \(selection.condition(join.column))"
                try runner.run(sql) { selection.bind(to: &$0) }
            }
            for column in columns {
                try clear(column, where: selection.condition(column.quotedColumn)) { selection.bind(to: &$0) }
            }
            try delete(selection, of: entity, tombstones, rowsExist: rowsExist)
        }
    }

    private mutating func delete(
        _ selection: KeySelection,
        of entity: StoreEntity,
        _ tombstones: [Int64: [ChangeLog.StoredTombstone]],
        rowsExist: Bool
    ) throws {
        let sql = RowStatements(entity: entity).delete(selection)
        if rowsExist {
            try runner.run(sql) { selection.bind(to: &$0) }
            noteDeletion(of: selection.keys, entity, tombstones)
            return
        }
        var gone: [Int64] = []
        try runner.query(sql + " RETURNING Z_PK") {
            selection.bind(to: &$0)
        } row: {
            gone.append($0.integer(0))
        }
        // Another process may have deleted the other rows, which the history has already.
        if gone.count == selection.keys.count {
            noteDeletion(of: selection.keys, entity, tombstones)
        } else {
            let gone = Set(gone)
            noteDeletion(of: selection.keys.filter(gone.contains)[...], entity, tombstones)
        }
    }

    private mutating func noteDeletion(
        of keys: ArraySlice<Int64>,
        _ entity: StoreEntity,
        _ tombstones: [Int64: [ChangeLog.StoredTombstone]]
    ) {
        guard !tombstones.isEmpty else {
            for key in keys { log.delete(entity, key) }
            return
        }
        for key in keys { log.delete(entity, key, tombstones: tombstones[key] ?? []) }
    }

    /// The values that the history keeps of rows that are deleted.
    private func readTombstones(
        _ entity: StoreEntity,
        _ selection: KeySelection
    ) throws -> [Int64: [ChangeLog.StoredTombstone]] {
        let columns = entity.tombstones
        guard !columns.isEmpty else { return [:] }
        let list = columns.map { SQLIdentifier.quoted($0.source.name) }.joined(separator: ", ")
        let sql = "SELECT Z_PK, \(list) FROM \(entity.quotedTable) WHERE \(selection.condition("Z_PK"))"
        var found: [Int64: [ChangeLog.StoredTombstone]] = [:]
        try runner.query(sql) {
            selection.bind(to: &$0)
        } row: { row in
            found[row.integer(0)] = columns.enumerated().map { index, column in
                ChangeLog.StoredTombstone(column: column, key: ColumnKey(row, index + 1))
            }
        }
        return found
    }
}
