public import SwiftData

/// A condition on the aggregates of a group: `having` in SQL.
///
/// ```swift
/// having: .count > 2 && .sum(\.cost) >= 1_000
/// ```
public struct GroupCondition<Model: PersistentModel> {
    let aggregates: [AnyAggregate<Model>]
    /// The answer for the results of the aggregates.
    let holds: (ArraySlice<AnyAccumulator<Model>>) throws -> Bool

    /// Both conditions hold.
    public static func && (lhs: Self, rhs: Self) -> Self {
        lhs.joined(rhs) { left, right in try left() && right() }
    }

    /// One of the conditions holds.
    public static func || (lhs: Self, rhs: Self) -> Self {
        lhs.joined(rhs) { left, right in try left() || right() }
    }

    /// The condition does not hold.
    public static prefix func ! (condition: Self) -> Self {
        Self(aggregates: condition.aggregates) { try !condition.holds($0) }
    }

    private func joined(_ other: Self, _ join: @escaping (() throws -> Bool, () throws -> Bool) throws -> Bool) -> Self
    {
        Self(aggregates: aggregates + other.aggregates) { results in
            try join(
                { try holds(results.prefix(aggregates.count)) },
                { try other.holds(results.dropFirst(aggregates.count)) }
            )
        }
    }

    fileprivate init<Result>(_ aggregate: Aggregate<Model, Result>, _ test: @escaping (Result) -> Bool) {
        aggregates = [AnyAggregate(aggregate)]
        holds = { results in
            guard let accumulator = results.first as? Accumulator<Model, Result> else { return false }
            return test(try accumulator.result())
        }
    }

    private init(
        aggregates: [AnyAggregate<Model>],
        holds: @escaping (ArraySlice<AnyAccumulator<Model>>) throws -> Bool
    ) {
        self.aggregates = aggregates
        self.holds = holds
    }
}

extension Aggregate where Result: Equatable {
    /// The aggregate of a group is equal to a value.
    public static func == (lhs: Self, rhs: Result) -> GroupCondition<Model> { GroupCondition(lhs) { $0 == rhs } }
    /// The aggregate of a group is not equal to a value.
    public static func != (lhs: Self, rhs: Result) -> GroupCondition<Model> { GroupCondition(lhs) { $0 != rhs } }
}

extension Aggregate where Result: Comparable {
    /// The aggregate of a group is less than a value.
    public static func < (lhs: Self, rhs: Result) -> GroupCondition<Model> { GroupCondition(lhs) { $0 < rhs } }
    /// The aggregate of a group is less than a value, or equal to it.
    public static func <= (lhs: Self, rhs: Result) -> GroupCondition<Model> { GroupCondition(lhs) { $0 <= rhs } }
    /// The aggregate of a group is greater than a value.
    public static func > (lhs: Self, rhs: Result) -> GroupCondition<Model> { GroupCondition(lhs) { $0 > rhs } }
    /// The aggregate of a group is greater than a value, or equal to it.
    public static func >= (lhs: Self, rhs: Result) -> GroupCondition<Model> { GroupCondition(lhs) { $0 >= rhs } }
}

/// The conditions on results that may be nil, such as an average. They do not hold for nil.
extension Aggregate {
    /// The aggregate of a group is less than a value.
    public static func < <Value: Comparable>(lhs: Self, rhs: Value) -> GroupCondition<Model> where Result == Value? {
        GroupCondition(lhs) { $0.map { $0 < rhs } ?? false }
    }
    /// The aggregate of a group is less than a value, or equal to it.
    public static func <= <Value: Comparable>(lhs: Self, rhs: Value) -> GroupCondition<Model> where Result == Value? {
        GroupCondition(lhs) { $0.map { $0 <= rhs } ?? false }
    }
    /// The aggregate of a group is greater than a value.
    public static func > <Value: Comparable>(lhs: Self, rhs: Value) -> GroupCondition<Model> where Result == Value? {
        GroupCondition(lhs) { $0.map { $0 > rhs } ?? false }
    }
    /// The aggregate of a group is greater than a value, or equal to it.
    public static func >= <Value: Comparable>(lhs: Self, rhs: Value) -> GroupCondition<Model> where Result == Value? {
        GroupCondition(lhs) { $0.map { $0 >= rhs } ?? false }
    }
}

/// An aggregate without the type of its result.
struct AnyAggregate<Model: PersistentModel> {
    let makeAccumulator: () -> AnyAccumulator<Model>
    let addColumns: (inout AggregateColumns<Model>) -> Void

    init<Result>(_ aggregate: Aggregate<Model, Result>) {
        makeAccumulator = aggregate.makeAccumulator
        addColumns = { $0.add(aggregate) }
    }
}
