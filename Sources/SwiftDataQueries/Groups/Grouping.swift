import Foundation
import SwiftData
import SwiftDataCore

/// A question about groups of models, without its keys and aggregates.
struct Grouping<Model: PersistentModel> {
    private let context: ModelContext
    private let predicate: Predicate<Model>?
    private let includesPendingChanges: Bool
    private let condition: GroupCondition<Model>?
    private let orders: [GroupOrder<Model>]
    private let limit: Int?

    init(
        context: ModelContext,
        _ type: Model.Type,
        _ predicate: Predicate<Model>?,
        _ includesPendingChanges: Bool,
        _ condition: GroupCondition<Model>?,
        _ orders: [GroupOrder<Model>],
        _ limit: Int?
    ) {
        self.context = context
        self.predicate = predicate
        self.includesPendingChanges = includesPendingChanges
        self.condition = condition
        self.orders = orders
        self.limit = limit
    }

    func rows<each Key, each Result>(
        by keys: repeat GroupKey<Model, each Key>,
        aggregating aggregates: repeat Aggregate<Model, each Result>
    ) throws -> [(keys: (repeat each Key), results: (repeat each Result))] {
        var all: [AnyAggregate<Model>] = []
        repeat all.append(AnyAggregate(each aggregates))
        let conditionPlace = all.count
        all += condition?.aggregates ?? []
        let placedOrders = orders.map { order in
            defer { if case .aggregate(let aggregate) = order.source { all.append(aggregate) } }
            return (order: order, place: all.count)
        }
        let aggregateList = all
        var columns = AggregateColumns<Model>()
        for aggregate in aggregateList { aggregate.addColumns(&columns) }
        var nodes: [QueryNode?] = []
        repeat nodes.append((each keys).node)
        let request = nodes.contains { $0 == nil } ? nil : columns.request(keys: nodes.compactMap { $0 })

        return try context.unit.aggregating.answer(
            of: Model.self,
            where: predicate,
            includesPendingChanges: includesPendingChanges,
            request
        ) { rows, models in
            guard columns.canMerge(rows, models) else { return nil }
            var table = GroupTable<Model> { aggregateList.map { $0.makeAccumulator() } }
            // By column, since models that are keys are fetched together.
            var stored: [[Any]] = []
            func addColumn<Value>(_ key: GroupKey<Model, Value>) throws -> Bool {
                guard let values = try key.values(rows.map { $0.keys[stored.count] }, context.unit) else {
                    return false
                }
                stored.append(values)
                return true
            }
            for key in repeat each keys { guard try addColumn(key) else { return nil } }
            for (place, row) in rows.enumerated() {
                let (accumulators, isNew) = table.accumulators(of: stored.map { $0[place] })
                // Two keys of the store can be one in Swift, such as two spellings of a text.
                guard isNew || columns.canMergeRows, columns.add(row, to: accumulators) else { return nil }
            }
            for model in models {
                var values: [Any] = []
                repeat values.append((each keys).own(try (each keys).read(model), context.unit))
                let accumulators = table.accumulators(of: values).accumulators
                for accumulator in accumulators { try accumulator.add(model) }
            }
            let having = condition.map { (test: $0, place: conditionPlace) }
            let groups = try table.sorted(having: having, by: placedOrders)
            return try groups.prefix(limit.map { max($0, 0) } ?? groups.count).map { group in
                var (keyPlace, place) = (0, 0)
                func key<Value>(_ key: GroupKey<Model, Value>) throws -> Value {
                    defer { keyPlace += 1 }
                    guard let value = group.keys[keyPlace] as? Value else { throw DataStoreError.unsupportedFeature }
                    return value
                }
                func result<Value>(_ aggregate: Aggregate<Model, Value>) throws -> Value {
                    defer { place += 1 }
                    guard let accumulator = group.accumulators[place] as? Accumulator<Model, Value> else {
                        throw DataStoreError.unsupportedFeature
                    }
                    return try accumulator.result()
                }
                return (keys: (repeat try key(each keys)), results: (repeat try result(each aggregates)))
            }
        }
    }
}
