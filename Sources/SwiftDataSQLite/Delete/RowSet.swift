import SwiftDataCore
import SwiftDataSQL

/// Rows by entity number and key.
struct RowSet {
    private var lists: [(entity: Int64, keys: [Int64])] = []
    /// The list that was added to last: rows of one entity mostly follow each other.
    private var last = 0

    var isEmpty: Bool { lists.isEmpty }

    mutating func insert(_ entity: Int64, _ key: Int64) {
        if last >= lists.count || lists[last].entity != entity {
            last = lists.firstIndex { $0.entity == entity } ?? lists.count
            if last == lists.count { lists.append((entity, [])) }
        }
        lists[last].keys.append(key)
    }

    /// The rows of one entity after the other, in order, each once.
    var groups: [(entity: Int64, keys: [Int64])] {
        lists.sorted { $0.entity < $1.entity }.map { ($0.entity, $0.keys.sortedOnce()) }
    }
}

/// Keys of one entity that grow in a few large steps, or in many small ones.
struct GrowingKeys {
    /// The keys of the first step, in order.
    private var first: [Int64] = []
    private var others: Set<Int64> = []

    var count: Int { first.count + others.count }
    var sorted: [Int64] { others.isEmpty ? first : (first + others).sorted() }

    func contains(_ key: Int64) -> Bool {
        var (low, high) = (0, first.count)
        while low < high {
            let middle = (low + high) / 2
            if first[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < first.count && first[low] == key || others.contains(key)
    }

    /// Adds keys that are in order, and returns the new ones.
    mutating func add(_ keys: [Int64]) -> [Int64] {
        if first.isEmpty {
            first = keys
            return keys
        }
        let new = keys.filter { !contains($0) }
        others.formUnion(new)
        return new
    }
}

extension [Int64] {
    fileprivate func sortedOnce() -> [Int64] {
        if indices.dropFirst().allSatisfy({ self[$0 - 1] < self[$0] }) { return self }
        var result: [Int64] = []
        result.reserveCapacity(count)
        for key in sorted() where key != result.last { result.append(key) }
        return result
    }
}
