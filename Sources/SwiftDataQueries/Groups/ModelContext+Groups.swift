public import Foundation
public import SwiftData
import SwiftDataCore

extension ModelContext {
    /// Puts the models of a class into groups that share the value of a property, and computes values for each group.
    ///
    /// An addition to Apple's API. The key may be reached through to-one relationships, or be one.
    ///
    /// ```swift
    /// for (destination, count, total) in try context.groups(
    ///     Trip.self, by: \.destination, .count, .sum(\.cost), having: .count > 2,
    ///     sortBy: .aggregate(.sum(\.cost), order: .reverse), limit: 10) { … }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The class. Models of its subclasses count too.
    ///   - predicate: The condition on the models; nil for all.
    ///   - includePendingChanges: True if unsaved changes of this context count.
    ///   - key: The property that models of one group share.
    ///   - aggregates: The requested values of each group.
    ///   - condition: The condition on the groups; nil for all.
    ///   - orders: The order of the groups. Groups that it leaves equal come in the order of their keys, nil first.
    ///   - limit: The number of groups at most; nil for all.
    /// - Returns: For each group its key, followed by the values in the order of the aggregates.
    /// - Throws: ``ModelQueryError`` where an aggregate has no result, and the errors of `fetch(_:)`.
    @_disfavoredOverload
    public func groups<Model: PersistentModel, Key: Hashable, each Result>(
        _ type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includePendingChanges: Bool = true,
        by key: KeyPath<Model, Key>,
        _ aggregates: repeat Aggregate<Model, each Result>,
        having condition: GroupCondition<Model>? = nil,
        sortBy orders: GroupOrder<Model>...,
        limit: Int? = nil
    ) throws -> [(Key, repeat each Result)] {
        let grouping = Grouping(context: self, type, predicate, includePendingChanges, condition, orders, limit)
        return try grouping.rows(by: GroupKey.property(key), aggregating: repeat each aggregates).map {
            ($0.keys, repeat each $0.results)
        }
    }

    /// The same with a key of any kind, such as a part of a date.
    ///
    /// - Throws: ``ModelQueryError`` where an aggregate has no result, and the errors of `fetch(_:)`.
    public func groups<Model: PersistentModel, Key, each Result>(
        _ type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includePendingChanges: Bool = true,
        by key: GroupKey<Model, Key>,
        _ aggregates: repeat Aggregate<Model, each Result>,
        having condition: GroupCondition<Model>? = nil,
        sortBy orders: GroupOrder<Model>...,
        limit: Int? = nil
    ) throws -> [(Key, repeat each Result)] {
        let grouping = Grouping(context: self, type, predicate, includePendingChanges, condition, orders, limit)
        return try grouping.rows(by: key, aggregating: repeat each aggregates).map {
            ($0.keys, repeat each $0.results)
        }
    }

    /// The same with several keys.
    ///
    /// - Throws: ``ModelQueryError`` where an aggregate has no result, and the errors of `fetch(_:)`.
    public func groups<Model: PersistentModel, each Key: Hashable, each Result>(
        _ type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includePendingChanges: Bool = true,
        by keys: repeat KeyPath<Model, each Key>,
        aggregating aggregates: repeat Aggregate<Model, each Result>,
        having condition: GroupCondition<Model>? = nil,
        sortBy orders: GroupOrder<Model>...,
        limit: Int? = nil
    ) throws -> [(repeat each Key, repeat each Result)] {
        let grouping = Grouping(context: self, type, predicate, includePendingChanges, condition, orders, limit)
        return try grouping.rows(by: repeat GroupKey.property(each keys), aggregating: repeat each aggregates).map {
            (repeat each $0.keys, repeat each $0.results)
        }
    }

    /// The same with several keys of any kind, such as parts of a date.
    ///
    /// - Throws: ``ModelQueryError`` where an aggregate has no result, and the errors of `fetch(_:)`.
    public func groups<Model: PersistentModel, each Key, each Result>(
        _ type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includePendingChanges: Bool = true,
        by keys: repeat GroupKey<Model, each Key>,
        aggregating aggregates: repeat Aggregate<Model, each Result>,
        having condition: GroupCondition<Model>? = nil,
        sortBy orders: GroupOrder<Model>...,
        limit: Int? = nil
    ) throws -> [(repeat each Key, repeat each Result)] {
        let grouping = Grouping(context: self, type, predicate, includePendingChanges, condition, orders, limit)
        return try grouping.rows(by: repeat each keys, aggregating: repeat each aggregates).map {
            (repeat each $0.keys, repeat each $0.results)
        }
    }
}
