#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The writing of one save, inside its transaction: deletions first, since they free unique values, then updates, then
/// insertions, then the references between rows. Each step is a statement for all rows of an entity.
struct SaveTransaction {
    let connection: PostgresConnection
    let model: PostgresModel
    let blocks: KeyBlocks
    let refusesDuplicates: Bool
    var keys: SavedKeys
    /// The counters of rows that the save has written and the context does not have.
    var locks: [PersistentIdentifier: Int64] = [:]
    /// The new rows that turned out to be stored rows, with the keys of these.
    var joined: [PersistentIdentifier: Int64] = [:]
    /// The last new row that has the unique values of a new row before it, by the identifier of that one.
    var successors: [PersistentIdentifier: WrittenRow] = [:]
    /// The rows that were deleted since relationships of deleted ones led to them.
    var cascaded: [PersistentIdentifier] = []
    /// The statements that wait to be sent.
    var queue = StatementQueue()
    /// The result of the statement that is being run.
    var wanted: PostgresResult?
    /// The number of the save in the history; nil where nothing was changed.
    var historyNumber: Int64?
    /// The place of the save among other transactions.
    var bounds: CommitBounds?
    /// The keys that were taken from sequences and are left over.
    private(set) var freeKeys: KeyBlocks.Free = [:]
    /// The keys that the server has given, by the number of the table's root entity.
    private var newKeys: [Int64: [Int64]] = [:]
    /// The stored rows with the unique values of new ones, as far as the server has answered.
    var storedValues: [UniqueValue: KnownValues.Place] = [:]
    /// The changes for the history.
    var record = ChangeRecord()
    /// The rows that relationships were led to, by the number of their table's root entity and by their key. Noted for tables without
    /// foreign keys alone.
    var references: [Int64: [Int64: WrittenReference]] = [:]
    /// The owners whose members the save changes, by the place of their relationship in ``PostgresModel/countedRelationships``.
    var countedOwners: [Int: Set<Int64>] = [:]
    /// True for tables with row-level security, by the number of their entity, as far as the server has answered.
    var rowSecurity: [Int64: Bool] = [:]
    /// The rows whose counter this save has raised already.
    var counted: Set<PersistentIdentifier> = []

    init(
        connection: PostgresConnection,
        model: PostgresModel,
        blocks: KeyBlocks,
        refusesDuplicates: Bool
    ) {
        self.connection = connection
        self.model = model
        self.blocks = blocks
        self.refusesDuplicates = refusesDuplicates
        keys = SavedKeys(model)
    }

    mutating func write(
        inserted: [WrittenRow],
        updated: [WrittenRow],
        deleted: [DefaultSnapshot],
        cascades: [StoreCascade]
    ) throws {
        try delete(deleted, cascades)
        try askForStored(inserted)
        askForRowSecurity(ofMany: inserted)
        try allocateKeys(inserted)
        // Which new rows are stored rows is known before anything leads to them.
        let overwriting = try findStored(inserted, updated)
        releaseUniqueValues(of: updated, overwriting.map(\.row))
        try update(updated)
        try update(overwriting.map(\.row))
        try insert(inserted.filter { joined[$0.identifier] == nil })
        let succeeding = successors.compactMap { first, row in first.row.map { (row: row, key: $0) } }
        try releasePartners(of: overwriting + succeeding)
        // Updates first: a member that an edit removes from a relationship may be one that a new row adds to it.
        for row in updated + inserted { try writeToMany(row) }
        for row in updated + inserted { try writeOrder(row) }
    }

    /// Looks at the numbers of members and the constraints between tables, and writes the history. The commit is too
    /// late for the constraints, since the stores of other configurations may have committed by then. The history comes
    /// last, since its number may be a lock that all saves need.
    mutating func finish(author: String?) throws -> CommitBounds {
        try checkCounts()
        let mark = connection.nextMark()
        enqueue(mark.statement.sql, mark.statement.parameters)
        checkReferences()
        try HistoryWriter(model: model, author: author).write(record, to: &self)
        enqueue(HistoryNumbers(model.features).bounds) { transaction, result in
            transaction.bounds = CommitBounds(transaction.historyNumber, mark, result)
        }
        try flush()
        guard let bounds else { throw StoreError(.sql, "the server did not return the number of the transaction.") }
        return bounds
    }

    /// Every new row gets a key before any is written, so that rows can refer to each other in circles. The keys that are
    /// missing are asked for with the statements that wait.
    private mutating func allocateKeys(_ rows: [WrittenRow]) throws {
        let tables = Dictionary(grouping: rows.indices) { rows[$0].entity.table.rootNumber }
        var found: [Int64: [Int64]] = [:]
        for number in tables.keys.sorted() {
            guard let places = tables[number], let entity = places.first.map({ rows[$0].entity }) else { continue }
            let free = blocks.takeFree(places.count, number)
            found[number] = free
            let missing = places.count - free.count
            guard missing > 0 else { continue }
            let request = KeyBlocks.request(missing, for: entity)
            enqueue(request.sql, request.parameters) { transaction, result in
                transaction.newKeys[number] = KeyBlocks.take(
                    missing,
                    from: result,
                    rest: &transaction.freeKeys[number, default: []]
                )
            }
        }
        if !queue.waiting.isEmpty, found.contains(where: { $0.value.count < tables[$0.key]?.count ?? 0 }) {
            try flush()
        }
        for (number, places) in tables {
            for (place, key) in zip(places, (found[number] ?? []) + (newKeys[number] ?? [])) {
                keys[rows[place].identifier] = rows[place].entity.identifier(key)
            }
        }
    }

    /// Notes the counter of a row that the context may hold.
    mutating func note(lock: Int64, of entity: PostgresEntity, _ key: Int64) {
        let identifier = entity.identifier(key)
        locks[identifier] = lock
        counted.insert(identifier)
    }
}
#endif
