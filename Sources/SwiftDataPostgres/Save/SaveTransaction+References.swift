#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// A row that a save has led a relationship to.
struct WrittenReference {
    /// The entity and the slot of the relationship.
    let entity: PostgresEntity
    let slot: Int
}

// The checks of foreign keys, for tables that have none on the server.
//
// Of a save that leads to a row and one that deletes it, one waits for the other by the lock of the row: a reference
// locks it against deletion until the commit, and a deletion looks for references after it has the lock. The server
// does the same for its own foreign keys. Source: `src/backend/utils/adt/ri_triggers.c` of PostgreSQL.

extension SaveTransaction {
    private var checksReferences: Bool { !model.features.contains(.deferrableConstraints) }

    /// Notes the rows that the relationships of a row lead to.
    mutating func noteReferences(of row: WrittenRow, _ slots: [Int]) throws {
        guard checksReferences else { return }
        for slot in slots {
            guard case .toOne = row.entity.slots[slot], case .identifier(let identifier) = row.values[slot] else {
                continue
            }
            note(try keys.destination(identifier), row.entity, slot)
        }
    }

    /// Notes a row that a relationship leads to.
    mutating func note(_ row: (entity: PostgresEntity, key: Int64), _ entity: PostgresEntity, _ slot: Int) {
        guard checksReferences else { return }
        let reference = WrittenReference(entity: entity, slot: slot)
        references[row.entity.table.rootNumber, default: [:]][row.key] = reference
    }

    /// Looks at the relationships between tables, after everything was written.
    mutating func checkReferences() {
        guard checksReferences else {
            enqueue("SET CONSTRAINTS ALL IMMEDIATE")
            return
        }
        for root in references.keys.sorted() {
            guard let destination = model[number: root], let wanted = references[root] else { continue }
            enqueue(
                "SELECT pk FROM \(destination.quotedTable) WHERE pk = ANY($1) ORDER BY pk FOR KEY SHARE",
                [PostgresParameter(keys: wanted.keys.sorted())]
            ) { _, result in
                guard result.count < wanted.count else { return }
                let found = Set((0..<result.count).compactMap { result.integer($0, 0) })
                let missing = wanted.filter { !found.contains($0.key) }.min { $0.key < $1.key }
                guard let reference = missing?.value else { return }
                throw reference.entity.error(.missingRow, "leads to a row that was deleted", slot: reference.slot)
            }
        }
        checkDeleted()
    }

    private mutating func checkDeleted() {
        guard !record.deleted.isEmpty else { return }
        let foreignKeys = ForeignKeys(model.tables)
        var deleted: [Int64: [Int64]] = [:]
        for (row, _) in record.deleted {
            guard let root = model[number: row.entity]?.table.rootNumber else { continue }
            deleted[root, default: []].append(row.key)
        }
        for root in deleted.keys.sorted() {
            guard let entity = model[number: root], let keys = deleted[root] else { continue }
            for key in foreignKeys.leading(to: entity.table.tableName) {
                enqueue(key.question, [PostgresParameter(keys: keys)]) { transaction, result in
                    guard result.bool(0, 0) else { return }
                    throw transaction.model.error(ofReference: key, to: entity)
                }
            }
        }
    }
}

extension PostgresModel {
    fileprivate func error(ofReference key: ForeignKeys.Key, to destination: PostgresEntity) -> StoreError {
        let message = "still leads to a \(destination.name) that would be deleted, and is not optional"
        for entity in all {
            for (slot, columns) in entity.slots.enumerated() where entity.layout.declares(slot) {
                switch columns {
                case .toOne(key.column, _, _) where entity.table.tableName == key.table:
                    return entity.error(.missingRow, message, slot: slot)
                case .toManyByJoin(_, key.table, _, key.column): return entity.error(.missingRow, message, slot: slot)
                default: continue
                }
            }
        }
        return destination.error(.missingRow, "a required relationship still leads to a row that would be deleted")
    }
}
#endif
