public import Foundation
public import SwiftData

// The compiler does not find the root of a key path with an optional chain where the aggregates are a parameter pack. So the
// numbers of aggregates that programs ask for most have functions of their own.

extension ModelContext {
    /// Computes one value from all models of a class that match a predicate.
    /// See `aggregate(_:where:includePendingChanges:_:)`.
    ///
    /// - Throws: ``ModelQueryError`` where an aggregate has no result, and the errors of `fetch(_:)`.
    public func aggregate<Model: PersistentModel, Result>(
        _ type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includePendingChanges: Bool = true,
        _ aggregate: Aggregate<Model, Result>
    ) throws -> Result {
        try aggregated(type, predicate, includePendingChanges, aggregate)
    }

    /// Computes two values from all models of a class that match a predicate.
    /// See `aggregate(_:where:includePendingChanges:_:)`.
    ///
    /// - Throws: ``ModelQueryError`` where an aggregate has no result, and the errors of `fetch(_:)`.
    public func aggregate<Model: PersistentModel, Result1, Result2>(
        _ type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includePendingChanges: Bool = true,
        _ first: Aggregate<Model, Result1>,
        _ second: Aggregate<Model, Result2>
    ) throws -> (Result1, Result2) {
        try aggregated(type, predicate, includePendingChanges, first, second)
    }

    /// Computes three values from all models of a class that match a predicate.
    /// See `aggregate(_:where:includePendingChanges:_:)`.
    ///
    /// - Throws: ``ModelQueryError`` where an aggregate has no result, and the errors of `fetch(_:)`.
    public func aggregate<Model: PersistentModel, Result1, Result2, Result3>(
        _ type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includePendingChanges: Bool = true,
        _ first: Aggregate<Model, Result1>,
        _ second: Aggregate<Model, Result2>,
        _ third: Aggregate<Model, Result3>
    ) throws -> (Result1, Result2, Result3) {
        try aggregated(type, predicate, includePendingChanges, first, second, third)
    }
}
