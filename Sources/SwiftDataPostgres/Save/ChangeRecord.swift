#if PostgreSQL
import Foundation

/// The changes of a save to rows, for the history.
struct ChangeRecord {
    struct Row: Hashable {
        let entity: Int64
        let key: Int64
    }

    /// The kind of a change, as the history has it.
    enum Kind: Int64 {
        case insert = 0
        case update = 1
        case delete = 2
    }

    private(set) var inserted: [Row] = []
    private var isInserted: Set<Row> = []
    /// The slots that changed.
    private var updated: [Row: Set<Int>] = [:]
    /// The updated rows in order, including rows that were deleted afterwards.
    private var updateOrder: [Row] = []
    /// The deleted rows, with the values that outlive them as JSON.
    private(set) var deleted: [(row: Row, tombstone: Data?)] = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    /// The updated rows in the order in which they were first updated.
    var updates: [(row: Row, slots: Set<Int>)] {
        updateOrder.compactMap { row in updated[row].map { (row, $0) } }
    }

    mutating func insert(_ entity: PostgresEntity, _ key: Int64) {
        let row = Row(entity: entity.number, key: key)
        if isInserted.insert(row).inserted { inserted.append(row) }
    }

    /// A row that the same save inserts has no update beside it.
    mutating func update(_ entity: PostgresEntity, _ key: Int64, _ slots: some Sequence<Int>) {
        let row = Row(entity: entity.number, key: key)
        guard !isInserted.contains(row) else { return }
        if updated[row]?.formUnion(slots) == nil {
            updated[row] = Set(slots)
            updateOrder.append(row)
        }
    }

    mutating func delete(_ entity: PostgresEntity, _ key: Int64, tombstone: Data?) {
        let row = Row(entity: entity.number, key: key)
        updated[row] = nil
        deleted.append((row, tombstone))
    }
}
#endif
