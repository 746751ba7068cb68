package import Foundation

/// The condition of a fetch, on models in memory.
package struct ModelMatcher<T: PersistentModel> {
    let node: QueryNode
    package let followsRelationships: Bool

    package init(_ predicate: Predicate<T>) throws {
        node = QueryNode(predicate)
        try node.checkSearches()
        followsRelationships = node.followsRelationships
    }

    package func callAsFunction(_ model: T) -> Bool {
        var evaluator = QueryEvaluator(node)
        return evaluator.matches(ModelRow(model))
    }
}

/// The order of a fetch, in memory: with the comparisons that stores use.
package struct ModelOrder<T: PersistentModel> {
    let order: QueryOrder
    package let followsRelationships: Bool

    package init(_ descriptors: [SortDescriptor<T>]) throws {
        order = QueryOrder(try descriptors.map { try QuerySort($0) })
        followsRelationships = order.keys.contains { $0.key.followsRelationships }
    }

    var isEmpty: Bool { order.keys.isEmpty }

    /// Sorts models; models with equal keys stay in their order.
    package func sort(_ models: [T]) -> [T] { order.sort(models) { ModelRow($0) } }
}
