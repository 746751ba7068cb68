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
            let inbound = InboundKeys(entity: entity, model: model)
            for sql in inbound.joins { try runner.run(sql) { $0.text(parameter) } }
            for keys in inbound.keys { try clear(keys) { $0.text(parameter) } }
            var gone: Set<Int64> = []
            try runner.query(RowStatements(entity: entity).delete) {
                $0.text(parameter)
            } row: {
                gone.insert($0.integer(0))
            }
            // Somebody else may have deleted the others, which the history tells already.
            for key in chunk where gone.contains(key) { log.delete(entity, key, tombstones: tombstones[key] ?? []) }
        }
    }

    /// The values that the history keeps of rows that are deleted.
    private func readTombstones(
        _ entity: StoreEntity,
        _ parameter: String
    ) throws -> [Int64: [ChangeLog.StoredTombstone]] {
        let columns = entity.tombstones
        guard !columns.isEmpty else { return [:] }
        let list = columns.map { SQLIdentifier.quoted($0.source.name) }.joined(separator: ", ")
        let sql = "SELECT Z_PK, \(list) FROM \(entity.quotedTable) WHERE \(KeyList.condition("Z_PK"))"
        var found: [Int64: [ChangeLog.StoredTombstone]] = [:]
        try runner.query(sql) {
            $0.text(parameter)
        } row: { row in
            found[row.integer(0)] = columns.enumerated().map { index, column in
                ChangeLog.StoredTombstone(column: column, key: ColumnKey(row, index + 1))
            }
        }
        return found
    }
}
