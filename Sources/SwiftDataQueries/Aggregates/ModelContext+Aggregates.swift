public import Foundation
public import SwiftData
import SwiftDataCore

extension ModelContext {
    /// Computes values from all models of a class that match a predicate, such as their number or the sum of a
    /// property.
    ///
    /// An addition to Apple's API. All values belong to one moment: the default store reads them with one statement.
    ///
    /// ```swift
    /// let (count, first, total) = try context.aggregate(
    ///     Trip.self, where: #Predicate { $0.isDone }, .count, .min(\.startDate), .sum(\.cost))
    /// ```
    ///
    /// With more than three aggregates, the compiler needs the root of a key path with an optional chain:
    /// `.max(\Trip.destination?.name)`.
    ///
    /// - Parameters:
    ///   - type: The class. Models of its subclasses count too.
    ///   - predicate: The condition; nil for all models.
    ///   - includePendingChanges: True if unsaved changes of this context count.
    ///   - aggregates: The requested values.
    /// - Returns: The values, in the order of the aggregates.
    /// - Throws: ``ModelQueryError`` where an aggregate has no result, and the errors of `fetch(_:)`.
    @_disfavoredOverload
    public func aggregate<Model: PersistentModel, each Result>(
        _ type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includePendingChanges: Bool = true,
        _ aggregates: repeat Aggregate<Model, each Result>
    ) throws -> (repeat each Result) {
        try aggregated(type, predicate, includePendingChanges, repeat each aggregates)
    }

    func aggregated<Model: PersistentModel, each Result>(
        _ type: Model.Type,
        _ predicate: Predicate<Model>?,
        _ includesPendingChanges: Bool,
        _ aggregates: repeat Aggregate<Model, each Result>
    ) throws -> (repeat each Result) {
        var columns = AggregateColumns<Model>()
        repeat columns.add(each aggregates)
        return try unit.aggregating.answer(
            of: type,
            where: predicate,
            includesPendingChanges: includesPendingChanges,
            columns.request(keys: [])
        ) { rows, models in
            guard columns.canMerge(rows, models) else { return nil }
            let made = (repeat (each aggregates).makeAccumulator())
            var all: [AnyAccumulator<Model>] = []
            repeat all.append(each made)
            for row in rows { guard columns.add(row, to: all) else { return nil } }
            for model in models { for accumulator in all { try accumulator.add(model) } }
            return (repeat try (each made).result())
        }
    }
}

/// The columns of several aggregates.
struct AggregateColumns<Model: PersistentModel> {
    /// The columns that a store is asked for; nil where an aggregate has none.
    private var columns: [AggregateColumn]? = []
    /// The number of columns of each aggregate.
    private var counts: [Int] = []
    private var areMergeable = true

    mutating func add<Result>(_ aggregate: Aggregate<Model, Result>) {
        counts.append(aggregate.columns?.count ?? 0)
        columns = columns.flatMap { known in aggregate.columns.map { known + $0 } }
        areMergeable = areMergeable && aggregate.isMergeable
    }

    /// The request to a store; nil where the answer needs models.
    func request(keys: [QueryNode]) -> AggregateRequest? {
        columns.map {
            AggregateRequest(entityName: Model._$modelLayout.entityName, condition: nil, keys: keys, columns: $0)
        }
    }

    /// False where rows and models are parts of a result that has no parts.
    func canMerge(_ rows: [AggregateRow], _ models: [Model]) -> Bool {
        areMergeable || rows.isEmpty || models.isEmpty
    }

    /// Adds the answer of a store; false where it does not have the requested shape.
    func add(_ row: AggregateRow, to accumulators: [AnyAccumulator<Model>]) -> Bool {
        var rest = row.columns[...]
        for (accumulator, count) in zip(accumulators, counts) {
            guard rest.count >= count, accumulator.add(stored: rest.prefix(count)) else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// True if two answers of a store can be added up.
    var canMergeRows: Bool { areMergeable }
}
