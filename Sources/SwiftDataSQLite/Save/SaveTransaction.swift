import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The writing of one save, inside its transaction: deletions first, since they free unique values, then updates, then
/// insertions, then what leads from one row to another.
struct SaveTransaction {
    let runner: SQLRunner
    let model: StoreModel
    let external: ExternalStorage
    var keys: KeyMap
    var log = ChangeLog()
    var orders: TransactionOrders
    /// Files of values that are replaced or deleted; they go after the commit.
    var obsoleteFiles: [String] = []
    var upserts = Upserts()
    /// Who may have more or fewer models than before, by the place in ``StoreModel/counted``.
    var countedOwners: [Int: Set<Int64>] = [:]
    private var insertions: [Int64: PreparedInsertion] = [:]
    private var updates: [PreparedUpdate.Columns: PreparedUpdate] = [:]

    init(runner: SQLRunner, model: StoreModel, external: ExternalStorage) {
        self.runner = runner
        self.model = model
        self.external = external
        keys = KeyMap(model: model)
        orders = TransactionOrders(model.orders)
    }

    mutating func write(inserted: [EncodedRow], updated: [EncodedRow], deleted: [PersistentIdentifier]) throws {
        try allocateKeys(inOrderOfRelationships(inserted, after: updated))
        try delete(deleted)
        try update(updated)
        try insert(inserted, joining: updated)
        try repairKeys(inserted + updated)
        // Updates first: what an edit removes from a relationship may be what a new row adds to it.
        for row in updated + inserted { try writeToMany(row) }
        for row in updated + inserted { try writeOrder(row) }
        try checkDestinations(updated + inserted)
        try settleUpserts()
        try checkCounts()
    }

    /// New rows with the members of each to-many relationship in its order: rows are read back by key.
    private func inOrderOfRelationships(_ rows: [EncodedRow], after updated: [EncodedRow]) -> [EncodedRow] {
        var byIdentifier = Dictionary(rows.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        var ordered: [EncodedRow] = []
        func place(_ members: [PersistentIdentifier]) {
            for member in members where member.isTemporary {
                if let row = byIdentifier.removeValue(forKey: member) { ordered.append(row) }
            }
        }
        for row in updated + rows {
            for (slot, columns) in row.entity.slots.enumerated() where columns.isToMany { place(row.added(slot)) }
        }
        return ordered + rows.filter { byIdentifier[$0.identifier] != nil }
    }

    /// Every new row gets a key before any is written, so that rows can refer to each other in circles.
    private mutating func allocateKeys(_ rows: [EncodedRow]) throws {
        var groups: [String: [EncodedRow]] = [:]
        var order: [String] = []
        for row in rows {
            let root = row.entity.table.rootEntityName
            if groups[root] == nil { order.append(root) }
            groups[root, default: []].append(row)
        }
        for root in order {
            guard let group = groups[root], let entity = group.first?.entity else { continue }
            var next = try KeyAllocation(runner: runner).keys(group.count, for: entity)
            for row in group {
                keys[row.identifier] = row.entity.identifier(next)
                next += 1
            }
        }
    }

    /// The statement that inserts rows of an entity, prepared once for all of them.
    mutating func insertion(_ entity: StoreEntity) throws -> PreparedInsertion {
        if let known = insertions[entity.number] { return known }
        let prepared = try PreparedInsertion(entity, runner)
        insertions[entity.number] = prepared
        return prepared
    }

    /// The statement that updates the columns of some slots.
    mutating func update(
        _ entity: StoreEntity,
        slots: [Int],
        counts: Bool,
        compares: Bool = false
    ) throws -> PreparedUpdate {
        let columns = PreparedUpdate.Columns(entity: entity.number, slots: slots, counts: counts, compares: compares)
        if let known = updates[columns] { return known }
        let sql = RowStatements(entity: entity).update(slots: slots, counts: counts, compares: compares)
        let prepared = PreparedUpdate(statement: try runner.prepare(sql))
        updates[columns] = prepared
        return prepared
    }
}

/// The insertion of rows of an entity.
struct PreparedInsertion {
    let statement: PreparedStatement
    /// The slots with columns.
    let slots: [Int]

    init(_ entity: StoreEntity, _ runner: SQLRunner) throws {
        slots = entity.slots.indices.filter { !entity.slots[$0].columnNames.isEmpty }
        statement = try runner.prepare(RowStatements(entity: entity).insert(slots: slots))
    }
}

/// The update of some columns of one row.
struct PreparedUpdate {
    struct Columns: Hashable {
        let entity: Int64
        let slots: [Int]
        let counts: Bool
        let compares: Bool
    }

    let statement: PreparedStatement
}
