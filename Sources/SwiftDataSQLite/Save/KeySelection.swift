import SwiftDataCore
import SwiftDataSQL

/// Some of many keys, as one statement takes them.
struct KeySelection {
    /// The keys in order.
    let keys: ArraySlice<Int64>
    /// True if there is no gap between the keys.
    private let isRange: Bool

    private init(_ keys: ArraySlice<Int64>, isRange: Bool) {
        self.keys = keys
        self.isRange = isRange
    }

    /// Keys without gaps are one selection however many they are; a list of other keys has a limit.
    static func of(_ keys: [Int64]) -> [KeySelection] {
        guard keys.count > 1 else { return keys.isEmpty ? [] : [KeySelection(keys[...], isRange: false)] }
        let sorted = keys.isAscending ? keys : Array(Set(keys)).sorted()
        if sorted.isRange(sorted.indices) { return [KeySelection(sorted[...], isRange: true)] }
        guard sorted.count > KeyList.chunkSize else { return [KeySelection(sorted[...], isRange: false)] }
        var (selections, others): ([KeySelection], [Int64]) = ([], [])
        var start = sorted.startIndex
        while start < sorted.endIndex {
            var end = start + 1
            while end < sorted.endIndex, sorted[end] == sorted[end - 1] + 1 { end += 1 }
            // Never more statements than lists of the greatest length would take.
            if end - start >= KeyList.chunkSize {
                selections.append(KeySelection(sorted[start..<end], isRange: true))
            } else {
                others += sorted[start..<end]
            }
            start = end
        }
        return selections + KeyList.chunks(others).map { KeySelection($0, isRange: false) }
    }

    /// The condition that a column holds one of the keys.
    func condition(_ column: String) -> String {
        isRange ? "\(column) BETWEEN ? AND ?" : KeyList.condition(column)
    }

    func bind(to binder: inout ParameterBinder) {
        guard isRange, let first = keys.first, let last = keys.last else {
            return binder.text(KeyList.parameter(keys))
        }
        binder.integer(first)
        binder.integer(last)
    }
}

extension [Int64] {
    fileprivate var isAscending: Bool { indices.dropFirst().allSatisfy { self[$0 - 1] < self[$0] } }

    fileprivate func isRange(_ indices: Range<Int>) -> Bool {
        guard let first = self[indices].first, let last = self[indices].last else { return false }
        let (distance, overflow) = last.subtractingReportingOverflow(first)
        return !overflow && distance == Int64(indices.count - 1)
    }
}
