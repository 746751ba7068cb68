import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The changes of a transaction to rows, for the history.
///
/// Rows of an entity with keys that follow each other are kept, and reported to the history, as one.
struct ChangeLog {
    struct Row: Hashable {
        let entity: Int64
        let key: Int64
    }

    /// Rows of an entity with keys that follow each other.
    struct Run {
        let entity: Int64
        private(set) var keys: ClosedRange<Int64>

        init(_ row: Row) {
            entity = row.entity
            keys = row.key...row.key
        }

        var count: Int { keys.count }
        var rows: some Sequence<Row> { keys.lazy.map { [entity] in Row(entity: entity, key: $0) } }

        /// Adds a row to the run if its key follows. True if it does.
        fileprivate mutating func append(_ row: Row) -> Bool {
            guard row.entity == entity, keys.upperBound < .max, row.key == keys.upperBound + 1 else { return false }
            keys = keys.lowerBound...row.key
            return true
        }
    }

    enum Kind: Int64 {
        case insert = 0
        case update = 1
        case delete = 2
    }

    /// The inserted rows in the order in which they were written.
    private(set) var inserted: [Run] = []
    /// The positions in `ACHANGE.ZCOLUMNS` that changed.
    private(set) var updated: [Row: ColumnBits] = [:]
    /// The updated rows in order, including rows that were deleted afterwards.
    private var everUpdated: [Row] = []
    private(set) var deleted: [Run] = []
    /// The values that the history keeps of deleted rows.
    private(set) var tombstones: [Row: [StoredTombstone]] = [:]
    private(set) var insertedCount = 0
    private(set) var deletedCount = 0
    /// The keys that were given to new rows, by the number of the table's entity.
    private var allotted: [(root: Int64, keys: Range<Int64>)] = []
    /// The optimistic-lock counters that rows have now, as far as the context cannot derive them.
    private(set) var locks: [Row: Int64] = [:]

    /// A value for the history. One in a file beside the store is the file's name until it is written: a transaction
    /// may delete more than fits in memory.
    struct StoredTombstone {
        let column: TombstoneColumn
        let key: ColumnKey
    }

    var isEmpty: Bool { count == 0 }
    var count: Int { insertedCount + updated.count + deletedCount }
    /// The updated rows in the order in which they were first updated.
    var updateOrder: [Row] {
        everUpdated.count == updated.count ? everUpdated : everUpdated.filter { updated[$0] != nil }
    }
    var deletedRows: some Sequence<Row> { deleted.lazy.flatMap(\.rows) }

    /// True if the transaction has inserted the row. To be asked about existing rows.
    func isInserted(_ entity: StoreEntity, _ key: Int64) -> Bool {
        let root = entity.table.rootNumber
        for given in allotted where given.root == root && given.keys.contains(key) { return true }
        return false
    }

    /// True if the transaction has updated the row.
    func isUpdated(_ entity: StoreEntity, _ key: Int64) -> Bool {
        !updated.isEmpty && updated[Row(entity: entity.number, key: key)] != nil
    }

    /// True if the transaction has written the row, so that its counter has grown already.
    func isCounted(_ entity: StoreEntity, _ key: Int64) -> Bool {
        isUpdated(entity, key) || isInserted(entity, key)
    }

    /// The rows of an entity's table that the transaction has written, as the parameter of a statement.
    func counted(in table: String, _ model: StoreModel) -> String {
        let runs = inserted.lazy.flatMap(\.rows)
        let rows = Array(updated.keys) + runs
        return KeyList.parameter(rows.filter { model[number: $0.entity]?.quotedTable == table }.map(\.key))
    }

    mutating func note(lock: Int64, of entity: StoreEntity, _ key: Int64) {
        locks[Row(entity: entity.number, key: key)] = lock
    }

    /// Notes which keys new rows of a table have.
    mutating func allot(_ keys: Range<Int64>, root: Int64) {
        allotted.append((root, keys))
    }

    mutating func insert(_ entity: StoreEntity, _ key: Int64) {
        insertedCount += 1
        Self.append(Row(entity: entity.number, key: key), to: &inserted)
    }

    /// A row that the same transaction inserts has no update beside it.
    mutating func update(_ entity: StoreEntity, _ key: Int64, bits: ColumnBits) {
        guard !isInserted(entity, key) else { return }
        let row = Row(entity: entity.number, key: key)
        if let known = updated.updateValue(bits, forKey: row) {
            updated[row] = known.union(bits)
        } else {
            everUpdated.append(row)
        }
    }

    mutating func update(_ entity: StoreEntity, _ key: Int64, bit: Int?) {
        update(entity, key, bits: ColumnBits(bit))
    }

    mutating func delete(_ entity: StoreEntity, _ key: Int64, tombstones: [StoredTombstone] = []) {
        let row = Row(entity: entity.number, key: key)
        if !updated.isEmpty { updated[row] = nil }
        if !locks.isEmpty { locks[row] = nil }
        deletedCount += 1
        Self.append(row, to: &deleted)
        if !tombstones.isEmpty { self.tombstones[row] = tombstones }
    }

    private static func append(_ row: Row, to runs: inout [Run]) {
        if !runs.isEmpty, runs[runs.count - 1].append(row) { return }
        runs.append(Run(row))
    }
}

/// Positions in `ACHANGE.ZCOLUMNS`.
struct ColumnBits: Hashable {
    /// The first 64.
    private var word: UInt64 = 0
    private var others: Set<Int> = []

    init() {}

    init(_ bit: Int?) {
        if let bit { insert(bit) }
    }

    mutating func insert(_ bit: Int) {
        if bit < UInt64.bitWidth { word |= 1 << UInt64(bit) } else { others.insert(bit) }
    }

    func union(_ other: ColumnBits) -> ColumnBits {
        var result = self
        result.word |= other.word
        if !other.others.isEmpty { result.others.formUnion(other.others) }
        return result
    }

    var positions: [Int] { (0..<UInt64.bitWidth).filter { word & (1 << UInt64($0)) != 0 } + others.sorted() }
}
