public import Foundation
public import SwiftData

// See ModelContext+FewAggregates.swift for the reason.

extension ModelContext {
    /// Puts models into groups, and computes one value for each.
    /// See `groups(_:where:includePendingChanges:by:_:having:sortBy:limit:)`.
    ///
    /// - Throws: ``ModelQueryError`` where an aggregate has no result, and the errors of `fetch(_:)`.
    public func groups<Model: PersistentModel, Key: Hashable, Result>(
        _ type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includePendingChanges: Bool = true,
        by key: KeyPath<Model, Key>,
        _ aggregate: Aggregate<Model, Result>,
        having condition: GroupCondition<Model>? = nil,
        sortBy orders: GroupOrder<Model>...,
        limit: Int? = nil
    ) throws -> [(Key, Result)] {
        let grouping = Grouping(context: self, type, predicate, includePendingChanges, condition, orders, limit)
        return try grouping.rows(by: GroupKey.property(key), aggregating: aggregate).map {
            ($0.keys, $0.results)
        }
    }

    /// Puts models into groups, and computes two values for each.
    /// See `groups(_:where:includePendingChanges:by:_:having:sortBy:limit:)`.
    ///
    /// - Throws: ``ModelQueryError`` where an aggregate has no result, and the errors of `fetch(_:)`.
    public func groups<Model: PersistentModel, Key: Hashable, Result1, Result2>(
        _ type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includePendingChanges: Bool = true,
        by key: KeyPath<Model, Key>,
        _ first: Aggregate<Model, Result1>,
        _ second: Aggregate<Model, Result2>,
        having condition: GroupCondition<Model>? = nil,
        sortBy orders: GroupOrder<Model>...,
        limit: Int? = nil
    ) throws -> [(Key, Result1, Result2)] {
        let grouping = Grouping(context: self, type, predicate, includePendingChanges, condition, orders, limit)
        return try grouping.rows(by: GroupKey.property(key), aggregating: first, second).map {
            ($0.keys, $0.results.0, $0.results.1)
        }
    }

    /// Puts models into groups, and computes three values for each.
    /// See `groups(_:where:includePendingChanges:by:_:having:sortBy:limit:)`.
    ///
    /// - Throws: ``ModelQueryError`` where an aggregate has no result, and the errors of `fetch(_:)`.
    public func groups<Model: PersistentModel, Key: Hashable, Result1, Result2, Result3>(
        _ type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includePendingChanges: Bool = true,
        by key: KeyPath<Model, Key>,
        _ first: Aggregate<Model, Result1>,
        _ second: Aggregate<Model, Result2>,
        _ third: Aggregate<Model, Result3>,
        having condition: GroupCondition<Model>? = nil,
        sortBy orders: GroupOrder<Model>...,
        limit: Int? = nil
    ) throws -> [(Key, Result1, Result2, Result3)] {
        let grouping = Grouping(context: self, type, predicate, includePendingChanges, condition, orders, limit)
        return try grouping.rows(by: GroupKey.property(key), aggregating: first, second, third).map {
            ($0.keys, $0.results.0, $0.results.1, $0.results.2)
        }
    }
}
