import Foundation
import SwiftData
import SwiftDataCore

/// The groups of one answer: their keys, and the aggregates of each.
struct GroupTable<Model: PersistentModel> {
    struct Group {
        /// The values of the keys. Their types are not kept: the compiler cannot have packs of types here.
        let keys: [Any]
        /// The aggregates that are returned, then the aggregates of the condition, then the aggregates of the order.
        let accumulators: [AnyAccumulator<Model>]
    }

    private(set) var groups: [Group] = []
    private var places: [[AnyHashable]: Int] = [:]
    private let makeAccumulators: () -> [AnyAccumulator<Model>]

    init(_ makeAccumulators: @escaping () -> [AnyAccumulator<Model>]) { self.makeAccumulators = makeAccumulators }

    /// Returns the accumulators of the group with some keys, and true if the group existed.
    mutating func accumulators(of keys: [Any]) -> (accumulators: [AnyAccumulator<Model>], isNew: Bool) {
        let identity = keys.map { GroupValues.identity(of: $0) }
        if let place = places[identity] { return (groups[place].accumulators, false) }
        places[identity] = groups.count
        groups.append(Group(keys: keys, accumulators: makeAccumulators()))
        return (groups[groups.count - 1].accumulators, true)
    }

    /// The groups for which a condition holds, in order.
    /// - Parameters:
    ///   - condition: The condition, and the place of its first aggregate.
    ///   - orders: The orders, and the places of the orders by aggregates. Groups that they leave equal come in the
    ///     order of their keys.
    func sorted(
        having condition: (test: GroupCondition<Model>, place: Int)?,
        by orders: [(order: GroupOrder<Model>, place: Int)]
    ) throws -> [Group] {
        var kept = groups
        if let condition {
            kept = try kept.filter { try condition.test.holds($0.accumulators[condition.place...]) }
        }
        let keyed = try kept.map { group in
            let values = try orders.map { order in
                switch order.order.source {
                case .aggregate: try group.accumulators[order.place].anyResult()
                case .key(let index): group.keys.indices.contains(index) ? group.keys[index] : nil
                }
            }
            return (group: group, values: values)
        }
        return keyed.sorted { left, right in
            for (index, order) in orders.enumerated() {
                let result = order.order.compare(left.values[index], right.values[index])
                if result != .orderedSame {
                    return order.order.order == .forward ? result == .orderedAscending : result == .orderedDescending
                }
            }
            for (left, right) in zip(left.group.keys, right.group.keys) {
                let result = GroupValues.compare(left, right)
                if result != .orderedSame { return result == .orderedAscending }
            }
            return false
        }.map(\.group)
    }
}
