public import Foundation
public import SwiftData
import SwiftDataCore

/// An order of groups by an aggregate or by a key.
public struct GroupOrder<Model: PersistentModel> {
    enum Source {
        case aggregate(AnyAggregate<Model>)
        case key(Int)
    }

    let source: Source
    let order: SortOrder
    let compare: (Any?, Any?) -> ComparisonResult

    /// Groups by an aggregate.
    /// - Parameters:
    ///   - aggregate: The aggregate, which need not be among the returned aggregates. Nil comes first.
    ///   - order: The direction.
    public static func aggregate<Result: Comparable>(
        _ aggregate: Aggregate<Model, Result>,
        order: SortOrder = .forward
    ) -> Self {
        Self(source: .aggregate(AnyAggregate(aggregate)), order: order, compare: GroupValues.compare)
    }

    /// Groups by an aggregate that may be nil, which comes first.
    public static func aggregate<Result: Comparable>(
        _ aggregate: Aggregate<Model, Result?>,
        order: SortOrder = .forward
    ) -> Self {
        Self(source: .aggregate(AnyAggregate(aggregate)), order: order, compare: GroupValues.compare)
    }

    /// Groups by one of the keys.
    /// - Parameters:
    ///   - index: The place of the key, from 0. An index that no key has makes no order.
    ///   - order: The direction.
    public static func key(_ index: Int, order: SortOrder = .forward) -> Self {
        Self(source: .key(index), order: order, compare: GroupValues.compare)
    }
}

/// The values by which groups are distinguished and sorted.
enum GroupValues {
    /// The form of a key in which equal keys are equal. NaN is equal to itself.
    static func identity(of key: Any) -> AnyHashable {
        guard let value = QueryConstants.unwrapped(key) else { return AnyHashable(Missing.none) }
        if let number = value as? any Equatable, number.isNotANumber { return AnyHashable(Missing.nan) }
        return (value as? AnyHashable) ?? AnyHashable(Missing.none)
    }

    private enum Missing: Hashable { case none, nan }

    /// The order of two values of one type: nil first, NaN last, strings as Swift orders them, models by their
    /// identifiers. Values without an order are equal.
    static func compare(_ lhs: Any?, _ rhs: Any?) -> ComparisonResult {
        let (left, right) = (lhs.flatMap(QueryConstants.unwrapped), rhs.flatMap(QueryConstants.unwrapped))
        guard let left, let right else {
            if left == nil, right == nil { return .orderedSame }
            return left == nil ? .orderedAscending : .orderedDescending
        }
        switch (left, right) {
        case (let left as Bool, let right as Bool): return compareValues(left ? 1 : 0, right ? 1 : 0)
        case (let left as String, let right as String): return TextComparison.lexical(left, right)
        case (let left as any PersistentModel, let right as any PersistentModel):
            return compareValues(left.persistentModelID, right.persistentModelID)
        case (let left as any Comparable, _): return open(left, right)
        default: return .orderedSame
        }
    }

    private static func open<Value: Comparable>(_ left: Value, _ right: Any) -> ComparisonResult {
        guard let right = right as? Value else { return .orderedSame }
        return compareValues(left, right)
    }

    private static func compareValues<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
        switch (left.isNotANumber, right.isNotANumber) {
        case (true, true): .orderedSame
        case (true, false): .orderedDescending
        case (false, true): .orderedAscending
        default: left < right ? .orderedAscending : (right < left ? .orderedDescending : .orderedSame)
        }
    }
}
