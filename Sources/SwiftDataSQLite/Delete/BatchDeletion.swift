import Foundation
import SwiftDataCore
import SwiftDataSQL

/// A deletion of many rows that follows their delete rules without loading them.
struct BatchDeletion {
    private let related: RelatedRows
    private let model: StoreModel
    private(set) var transaction: SaveTransaction
    private var doomed: Cascade

    init(runner: SQLRunner, model: StoreModel, external: ExternalStorage) {
        self.model = model
        related = RelatedRows(runner: runner, model: model)
        doomed = Cascade(runner: runner, model: model)
        transaction = SaveTransaction(runner: runner, model: model, external: external)
    }

    /// Deletes the rows, and the rows that cascade from them.
    /// - Throws: ``StoreError`` with code `deleteDenied` where a rule holds a row back, or `validation` where a row
    ///   would lose a relationship that it must have.
    mutating func delete(_ rows: RowSet) throws {
        try doomed.follow(rows)
        try checkDenyRules()
        try nullify()
        for (number, keys) in doomed.groups {
            guard let entity = model[number: number] else { continue }
            try transaction.delete(keys, of: entity, rowsExist: true)
        }
        try transaction.checkCounts()
    }

    /// True if the deletion includes a row.
    func isDoomed(_ identifier: PersistentIdentifier) throws -> Bool {
        guard let key = identifier.row else { return false }
        return doomed.contains(try model.entity(of: identifier).number, key)
    }

    /// Writes other rows in the same transaction, after the deletions.
    mutating func write(inserted: [EncodedRow], updated: [EncodedRow]) throws {
        try transaction.write(inserted: inserted, updated: updated, deleted: [])
    }

    private func checkDenyRules() throws {
        try forEachRelationship(with: .deny) { entity, slot, keys in
            guard try !survivors(of: keys, entity, slot).isEmpty else { return }
            for key in keys {
                let left = try survivors(of: [key], entity, slot)
                guard !left.isEmpty else { continue }
                throw entity.error(
                    .deleteDenied,
                    "the delete rule is .deny, and it still has \(describe(left)). Delete or move them first.",
                    slot: slot,
                    model: entity.identifier(key)
                )
            }
        }
    }

    /// Names a few rows by their identifiers.
    private func describe(_ rows: RowSet) -> String {
        let all = rows.groups.flatMap { group in group.keys.map { (group.entity, $0) } }
        let names = all.prefix(3).map { number, key in
            let entity = model[number: number]
            return "\(entity?.name ?? "") (\(entity?.identifier(key).description ?? ""))"
        }
        let others = all.count - names.count
        return names.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
    }

    /// Removes the references of rows that stay. Join tables and keys without property go with the rows.
    private mutating func nullify() throws {
        var updates: [(entity: StoreEntity, slot: Int, keys: [Int64])] = []
        // The rows that a cascade leads to are deleted as well.
        try forEachRelationship(with: .nullify) { entity, slot, keys in
            guard let inverse = entity.inverse(of: slot), !doomed.leadsToDoomed(entity.number, slot) else {
                return
            }
            for (number, keys) in try survivors(of: keys, entity, slot).groups {
                if let other = model[number: number] { updates.append((other, inverse.slot, keys)) }
            }
        }
        for update in updates { try nullify(update.slot, of: update.entity, update.keys) }
    }

    private mutating func nullify(_ slot: Int, of entity: StoreEntity, _ keys: [Int64]) throws {
        var assignments: [String] = []
        if case .toOne(let column, let entityColumn, _) = entity.slots[slot] {
            guard entity.layout.properties[slot].isOptional else {
                throw entity.error(
                    .validation,
                    "the model that it leads to would be deleted, and it is not optional",
                    slot: slot
                )
            }
            assignments += [column, entityColumn].compactMap { $0 }.map { "\(SQLIdentifier.quoted($0)) = NULL" }
        }
        // A row counts a save once.
        let counted = keys.filter { transaction.log.isCounted(entity, $0) }
        let fresh = counted.isEmpty ? keys : keys.filter { !transaction.log.isCounted(entity, $0) }
        try update(entity, assignments + ["Z_OPT = Z_OPT + 1"], fresh)
        if !assignments.isEmpty { try update(entity, assignments, counted) }
        let bits = ColumnBits(entity.table.historyBit(forSlot: slot))
        for key in keys { transaction.log.update(entity, key, bits: bits) }
    }

    private func update(_ entity: StoreEntity, _ assignments: [String], _ keys: [Int64]) throws {
        for selection in KeySelection.of(keys) {
            let sql =
                "UPDATE \(entity.quotedTable) SET \(assignments.joined(separator: ", ")) WHERE "
                + selection.condition("Z_PK")
            try transaction.runner.run(sql) { selection.bind(to: &$0) }
        }
    }

    private func survivors(of keys: [Int64], _ entity: StoreEntity, _ slot: Int) throws -> RowSet {
        var left = RowSet()
        for (number, keys) in try related.destinations(of: keys, entity, slot: slot).groups {
            for key in keys where !doomed.contains(number, key) { left.insert(number, key) }
        }
        return left
    }

    private func forEachRelationship(
        with rule: Schema.Relationship.DeleteRule,
        _ body: (StoreEntity, Int, [Int64]) throws -> Void
    ) throws {
        for (number, keys) in doomed.groups {
            guard let entity = model[number: number] else { continue }
            for slot in entity.layout.slots(with: rule) { try body(entity, slot, keys) }
        }
    }
}
