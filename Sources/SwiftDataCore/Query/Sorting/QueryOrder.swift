package import Foundation

/// Sorts rows in memory, with the comparisons that stores use.
package struct QueryOrder {
    package let keys: [QuerySort]

    package init(_ keys: [QuerySort]) {
        self.keys = keys
    }

    /// The keys of a row; a key that cannot be evaluated counts as nil.
    package func values(of row: any QueryRow) -> [Evaluated] {
        keys.map { key in
            var scope = QueryScope(root: row)
            return (try? scope.evaluate(key.key)) ?? .null
        }
    }

    /// Compares two rows by their keys.
    package func compare(_ lhs: [Evaluated], _ rhs: [Evaluated]) -> ComparisonResult {
        // By indices: pairs would copy each key and each value.
        for index in keys.indices where index < lhs.count && index < rhs.count {
            let result = keys[index].compare(lhs[index], rhs[index])
            if result == .orderedSame { continue }
            return keys[index].order == .forward ? result : result.reversed
        }
        return .orderedSame
    }

    /// Sorts rows; rows with equal keys stay in their order.
    package func sort<Row>(_ rows: [Row], by row: (Row) -> any QueryRow) -> [Row] {
        if keys.isEmpty { return rows }
        let keyed = rows.enumerated().map { (index: $0.offset, row: $0.element, values: values(of: row($0.element))) }
        return keyed.sorted { left, right in
            let result = compare(left.values, right.values)
            return result == .orderedSame ? left.index < right.index : result == .orderedAscending
        }.map(\.row)
    }
}

extension ComparisonResult {
    fileprivate var reversed: ComparisonResult {
        switch self {
        case .orderedAscending: .orderedDescending
        case .orderedDescending: .orderedAscending
        case .orderedSame: .orderedSame
        }
    }
}

extension QuerySort {
    /// Compares two keys, in forward direction.
    package func compare(_ lhs: Evaluated, _ rhs: Evaluated) -> ComparisonResult {
        if lhs.isNull || rhs.isNull {
            return lhs.isNull ? (rhs.isNull ? .orderedSame : .orderedAscending) : .orderedDescending
        }
        if let customOrder {
            guard let left = try? lhs.swiftValue(as: customOrder.type),
                let right = try? rhs.swiftValue(as: customOrder.type)
            else { return .orderedSame }
            return customOrder.compare(left, right)
        }
        guard let left = try? lhs.comparable(), let right = try? rhs.comparable() else { return .orderedSame }
        return compare(left, right)
    }

    private func compare(_ lhs: StoredValue, _ rhs: StoredValue) -> ComparisonResult {
        switch (lhs, rhs) {
        case (.string(let left), .string(let right)):
            switch comparison {
            case .natural, .lexical, .custom: return TextComparison.lexical(left, right)
            case .localizedStandard: return TextComparison.localizedStandard(left, right)
            case .localized: return TextComparison.localized(left, right)
            }
        case (.double(let left), .double(let right)) where left.isNaN || right.isNaN:
            // NaN is the greatest number, so that the order is one.
            return (left.isNaN ? 1 : 0).comparison(with: right.isNaN ? 1 : 0)
        default:
            if (try? StoredValueComparison.less(lhs, rhs)) ?? false { return .orderedAscending }
            if (try? StoredValueComparison.less(rhs, lhs)) ?? false { return .orderedDescending }
            return .orderedSame
        }
    }
}
