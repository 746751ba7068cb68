import Foundation

/// The order of results: by the sort keys, then by row, with new models last in the order in which they came.
///
/// The default store answers fetches in the same order, so that models can be put in their places without asking it.
struct ResultPlacing {
    let order: QueryOrder
    let unit: UnitOfWork

    /// A model with its sort keys.
    struct Key {
        let state: ModelState
        let values: [Evaluated]
    }

    func key(_ model: any PersistentModel) -> Key {
        Key(state: model._$modelState, values: order.keys.isEmpty ? [] : order.values(of: ModelRow(model)))
    }

    func compare(_ left: Key, _ right: Key) -> ComparisonResult { order.compare(left.values, right.values) }

    /// Whether one comes before the other.
    func precedes(_ left: Key, _ right: Key) -> Bool {
        switch compare(left, right) {
        case .orderedAscending: true
        case .orderedDescending: false
        case .orderedSame: precedesByRow(left.state, right.state)
        }
    }

    /// The order of models with equal keys.
    func precedesByRow(_ left: ModelState, _ right: ModelState) -> Bool {
        guard left !== right else { return false }
        if left.phase == .inserted, right.phase == .inserted,
            let first = unit.inserted.place(of: left),
            let second = unit.inserted.place(of: right)
        {
            return first < second
        }
        return left.identifier.id.key < right.identifier.id.key
    }
}
