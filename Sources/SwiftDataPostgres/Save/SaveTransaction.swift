#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The writing of one save, inside its transaction: deletions first, since they free unique values, then updates, then
/// insertions, then what leads from one row to another. Each step is a statement for all rows of an entity.
struct SaveTransaction {
    let connection: PostgresConnection
    let model: PostgresModel
    let blocks: KeyBlocks
    let refusesDuplicates: Bool
    var keys: SavedKeys
    /// The counters of rows that the save has written and the context does not know.
    var locks: [PersistentIdentifier: Int64] = [:]
    /// The new rows that turned out to be stored rows, with the keys of these.
    var joined: [PersistentIdentifier: Int64] = [:]
    /// The last new row that has the unique values of a new row before it, by the identifier of that one.
    var successors: [PersistentIdentifier: WrittenRow] = [:]
    /// The rows that were deleted since relationships of deleted ones led to them.
    var cascaded: [PersistentIdentifier] = []
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
        try allocateKeys(inserted)
        // Two rows may exchange their values by two statements. The end of the save looks at the constraints.
        if updated.contains(where: { !$0.entity.table.uniqueColumns.isEmpty }) {
            try connection.script("SET CONSTRAINTS ALL DEFERRED")
        }
        // Which new rows are stored rows is known before anything leads to them.
        let overwriting = try findStored(inserted, updated)
        try update(updated)
        try update(overwriting.map(\.row))
        try insert(inserted.filter { joined[$0.identifier] == nil })
        let succeeding = successors.compactMap { first, row in first.row.map { (row: row, key: $0) } }
        try releasePartners(of: overwriting + succeeding)
        // Updates first: what an edit removes from a relationship may be what a new row adds to it.
        for row in updated + inserted { try writeToMany(row) }
        for row in updated + inserted { try writeOrder(row) }
    }

    /// Every new row gets a key before any is written, so that rows can refer to each other in circles.
    private mutating func allocateKeys(_ rows: [WrittenRow]) throws {
        let tables = Dictionary(grouping: rows.indices) { rows[$0].entity.table.rootNumber }
        for number in tables.keys.sorted() {
            guard let places = tables[number], let first = places.first else { continue }
            let found = try blocks.take(places.count, for: rows[first].entity, connection)
            for (place, key) in zip(places, found) {
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
