import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The writing of one save, inside its transaction: deletions first, since they free unique values, then updates, then
/// insertions, then the references between rows.
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
    /// True if a new row with the unique values of another one is an error.
    let refusesDuplicates: Bool
    /// The owners that may have more or fewer members than before, by the place in ``StoreModel/counted``.
    var countedOwners: [Int: Set<Int64>] = [:]
    /// The rows that were deleted since relationships of deleted ones led to them, and that were not read.
    var cascaded: [(entity: Int64, keys: [Int64])] = []
    /// Storage for bound values.
    let scratch = BindingScratch()
    /// The key that SQLite would give the next row of a table by itself, where that is known, by its entity's number.
    var nextKeys: [Int64: Int64] = [:]
    /// The plans for writing rows of an entity together.
    var insertionsTogether: [Int64: InsertedRows.Plan] = [:]
    private var insertions: [Int64: PreparedInsertion] = [:]
    private var updates: [PreparedUpdate.Columns: PreparedUpdate] = [:]
    private var lastUpdate: (columns: PreparedUpdate.Columns, update: PreparedUpdate)?

    init(runner: SQLRunner, model: StoreModel, external: ExternalStorage, refusesDuplicates: Bool = false) {
        self.refusesDuplicates = refusesDuplicates
        self.runner = runner
        self.model = model
        self.external = external
        keys = KeyMap(model: model)
        orders = TransactionOrders(model.orders)
    }

    mutating func write(
        inserted: [EncodedRow],
        updated: [EncodedRow],
        deleted: [PersistentIdentifier],
        cascades: [StoreCascade] = []
    ) throws {
        // Statements whose parameters were bound to the scratch must not keep them.
        defer { clearStatements() }
        keys = KeyMap(model: model, rows: inserted)
        let places = try allocateKeys(inserted, after: updated)
        // The last row of a table may be among them.
        if !deleted.isEmpty || !cascades.isEmpty { nextKeys = [:] }
        try delete(deleted, cascades)
        try update(updated)
        try insert(inserted, at: places, joining: updated)
        try repairKeys(inserted, updated)
        // Updates first: a member that an edit removes from a relationship may be one that a new row adds to it.
        let owners = inserted.indices.filter { !inserted[$0].entity.shape.toMany.isEmpty }
        for row in updated { try writeToMany(row) }
        for place in owners { try writeToMany(inserted[place]) }
        for row in updated { try writeOrder(row) }
        for place in owners { try writeOrder(inserted[place]) }
        try checkDestinations(updated, inserted)
        try completeUpserts()
        try checkCounts()
    }

    /// Every new row gets a key before any is written, so that rows can refer to each other in circles.
    /// - Returns: The places of the rows in the order in which they are to be written, the rows of one table together.
    private mutating func allocateKeys(_ rows: [EncodedRow], after updated: [EncodedRow]) throws -> RowPlaces {
        let places = RowPlaces(rows, after: updated, keys)
        for group in places.groups {
            guard let place = group.places.first else { continue }
            let entity = rows[Int(place)].entity
            let found = try KeyAllocation(runner: runner).keys(group.places.count, for: entity)
            log.allot(found.first..<found.first + Int64(group.places.count), root: entity.table.rootNumber)
            nextKeys[entity.table.rootNumber] = found.areNext ? found.first : nil
            var next = found.first
            for place in group.places {
                keys.set(rows[Int(place)].entity.identifier(next), at: Int(place))
                next += 1
            }
        }
        return places
    }

    private func clearStatements() {
        for insertion in insertions.values { insertion.statement.clear() }
        for update in updates.values { update.statement.clear() }
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
        // Rows of one kind with edits of one kind follow each other.
        if let lastUpdate, lastUpdate.columns == columns { return lastUpdate.update }
        let found: PreparedUpdate
        if let known = updates[columns] {
            found = known
        } else {
            let sql = RowStatements(entity: entity).update(slots: slots, counts: counts, compares: compares)
            found = PreparedUpdate(statement: try runner.prepare(sql))
            updates[columns] = found
        }
        lastUpdate = (columns, found)
        return found
    }
}

/// The insertion of rows of an entity.
struct PreparedInsertion {
    let entity: StoreEntity
    let statement: PreparedStatement

    init(_ entity: StoreEntity, _ runner: SQLRunner) throws {
        self.entity = entity
        statement = try runner.prepare(RowStatements(entity: entity).insert(slots: entity.shape.columnSlots))
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
