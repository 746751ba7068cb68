import Foundation

/// The order of results: by the sort keys, then by row, with new models last in the order in which they came.
///
/// The default store answers fetches in the same order, so that models can be put in their places without asking it.
struct ResultPlacing {
    let order: QueryOrder
    let unit: UnitOfWork

    /// Returns the position of a model.
    func key(_ model: any PersistentModel, title: String = "") -> ResultKey {
        let values = order.keys.isEmpty ? [] : order.values(of: ModelRow(model)).map(\.comparableForm)
        return ResultKey(state: model._$modelState, values: values, title: title)
    }

    func compare(_ left: ResultKey, _ right: ResultKey) -> ComparisonResult {
        order.keys.isEmpty ? .orderedSame : order.compare(left.values, right.values)
    }

    /// True if the first comes before the second.
    func precedes(_ left: ResultKey, _ right: ResultKey) -> Bool {
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
            let first = unit.pending.inserted.place(of: left),
            let second = unit.pending.inserted.place(of: right)
        {
            return first < second
        }
        return left.identifier.id.key < right.identifier.id.key
    }
}

extension Evaluated {
    /// The value in the form in which it is compared, so that this is computed once.
    fileprivate var comparableForm: Evaluated {
        guard case .value(.object, _?) = self, let value = try? comparable() else { return self }
        return Evaluated(value)
    }
}
