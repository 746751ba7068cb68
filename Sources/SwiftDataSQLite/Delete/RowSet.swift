import SwiftDataCore
import SwiftDataSQL

/// Rows by entity number and key.
struct RowSet {
    private(set) var keys: [Int64: Set<Int64>] = [:]

    var isEmpty: Bool { keys.values.allSatisfy(\.isEmpty) }
    var count: Int { keys.values.reduce(0) { $0 + $1.count } }

    func contains(_ entity: Int64, _ key: Int64) -> Bool { keys[entity]?.contains(key) ?? false }

    /// Whether the row is new to the set.
    @discardableResult
    mutating func insert(_ entity: Int64, _ key: Int64) -> Bool {
        keys[entity, default: []].insert(key).inserted
    }

    /// The rows of one entity after the other, in order.
    var groups: [(entity: Int64, keys: [Int64])] {
        keys.keys.sorted().map { ($0, (keys[$0] ?? []).sorted()) }
    }
}
