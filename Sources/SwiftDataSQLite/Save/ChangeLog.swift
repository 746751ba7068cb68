import Foundation
import SwiftDataCore
import SwiftDataSQL

/// What a transaction does to rows, for the history.
struct ChangeLog {
    struct Row: Hashable {
        let entity: Int64
        let key: Int64
    }

    enum Kind: Int64 {
        case insert = 0
        case update = 1
        case delete = 2
    }

    private(set) var inserted: [Row] = []
    /// The positions in `ACHANGE.ZCOLUMNS` that changed.
    private(set) var updated: [Row: Set<Int>] = [:]
    /// With rows that were deleted after they had been updated.
    private var everUpdated: [Row] = []
    private(set) var deleted: [(row: Row, tombstones: [StoredTombstone])] = []
    private var insertedSet: Set<Row> = []
    /// The optimistic-lock counters that rows have now, as far as the context cannot know them.
    private(set) var locks: [Row: Int64] = [:]

    /// A value for the history. One in a file beside the store is the file's name until it is written: a transaction
    /// may delete more than fits in memory.
    struct StoredTombstone {
        let column: TombstoneColumn
        let key: ColumnKey
    }

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
    var count: Int { inserted.count + updated.count + deleted.count }
    /// The updated rows in the order in which they were first updated.
    var updateOrder: [Row] {
        everUpdated.count == updated.count ? everUpdated : everUpdated.filter { updated[$0] != nil }
    }

    func isInserted(_ entity: StoreEntity, _ key: Int64) -> Bool {
        insertedSet.contains(Row(entity: entity.number, key: key))
    }

    /// Whether the transaction has updated the row.
    func isUpdated(_ entity: StoreEntity, _ key: Int64) -> Bool {
        updated[Row(entity: entity.number, key: key)] != nil
    }

    /// Whether the transaction has written the row, so that its counter has grown already.
    func isCounted(_ entity: StoreEntity, _ key: Int64) -> Bool {
        isUpdated(entity, key) || isInserted(entity, key)
    }

    /// The rows of an entity's table that the transaction has written, as the parameter of a statement.
    func counted(in table: String, _ model: StoreModel) -> String {
        let rows = Array(updated.keys) + inserted
        return KeyList.parameter(rows.filter { model[number: $0.entity]?.quotedTable == table }.map(\.key))
    }

    mutating func note(lock: Int64, of entity: StoreEntity, _ key: Int64) {
        locks[Row(entity: entity.number, key: key)] = lock
    }

    mutating func insert(_ entity: StoreEntity, _ key: Int64) {
        let row = Row(entity: entity.number, key: key)
        inserted.append(row)
        insertedSet.insert(row)
    }

    /// A row that the same transaction inserts has no update beside it.
    mutating func update(_ entity: StoreEntity, _ key: Int64, bits: some Sequence<Int>) {
        let row = Row(entity: entity.number, key: key)
        guard !insertedSet.contains(row) else { return }
        if updated[row] == nil { everUpdated.append(row) }
        updated[row, default: []].formUnion(bits)
    }

    mutating func delete(_ entity: StoreEntity, _ key: Int64, tombstones: [StoredTombstone] = []) {
        let row = Row(entity: entity.number, key: key)
        updated[row] = nil
        locks[row] = nil
        deleted.append((row, tombstones))
    }
}
