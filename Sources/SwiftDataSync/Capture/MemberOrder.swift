import SwiftDataSyncCore

/// Members in the order that a program has given them, with the places that they had before.
struct MemberOrder {
    let ids: [RecordID]
    let keys: [OrderKey?]

    /// True if devices show members in this order already.
    var isShown: Bool {
        zip(zip(ids, keys), zip(ids, keys).dropFirst()).allSatisfy { left, right in
            switch (left.1, right.1) {
            case (let first?, let second?): first == second ? left.0 < right.0 : first < second
            case (_?, nil): true
            case (nil, _?): false
            case (nil, nil): left.0 < right.0
            }
        }
    }

    /// The places of the members that move, by index. The members that need not move keep theirs.
    func newKeys(_ device: DeviceNumber) throws -> [(index: Int, key: OrderKey)] {
        let kept = Self.longestRise(keys)
        var keys = keys
        for index in keys.indices where !kept.contains(index) { keys[index] = nil }
        var found: [(index: Int, key: OrderKey)] = []
        var lower: OrderKey?
        for index in keys.indices {
            if let key = keys[index] {
                lower = key
                continue
            }
            let upper = keys[index...].lazy.compactMap { $0 }.first
            let key = try OrderKey.between(lower, upper, device: device)
            found.append((index, key))
            lower = key
        }
        return found
    }

    /// The indices of a longest list of keys that rise: the members that need not move.
    private static func longestRise(_ keys: [OrderKey?]) -> Set<Int> {
        // Patience sorting: the last index of the best list of each length, and the index before each.
        var (ends, previous): ([Int], [Int: Int]) = ([], [:])
        for (index, key) in keys.enumerated() {
            guard let key else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if let other = keys[ends[middle]], other < key { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var (result, last): (Set<Int>, Int?) = ([], ends.last)
        while let index = last {
            result.insert(index)
            last = previous[index]
        }
        return result
    }
}
