import Foundation

extension QueryScope {
    package mutating func evaluate(_ node: QueryCollection) throws -> Evaluated {
        switch node {
        case .contains(.list(let values), let element):
            let wanted = try evaluate(element).comparable()
            return .bool(values.contains { StoredValueComparison.equal($0.stored, wanted) })
        case .contains(let base, let element):
            let elements = try evaluate(base).elements()
            let wanted = try evaluate(element).comparable()
            return .bool(try elements.contains { StoredValueComparison.equal(try $0.comparable(), wanted) })
        case .containsWhere(let base, let variable, let test):
            return .bool(try firstDecisive(base, variable, test, decides: true))
        case .allSatisfy(let base, let variable, let test):
            return .bool(try firstDecisive(base, variable, test, decides: false))
        case .filter(let base, let variable, let test):
            var kept: [Evaluated] = []
            for element in try evaluate(base).elements() {
                self[variable] = element
                if try evaluate(test).bool() { kept.append(element) }
            }
            return .list(kept)
        case .count(let base): return .int(try count(base))
        case .isEmpty(let base): return .bool(try count(base) == 0)
        case .minimum(let base): return try extreme(base) { try StoredValueComparison.less($0, $1) }
        case .maximum(let base): return try extreme(base) { try StoredValueComparison.less($1, $0) }
        case .element(let base, let index):
            let elements = try evaluate(base).elements()
            guard case .value(.integer(let position), _) = try evaluate(index),
                let position = Int(exactly: position), elements.indices.contains(position)
            else { throw QueryFailure.outOfBounds }
            return elements[position]
        }
    }

    /// Asks the elements until one of them decides or fails. Where their order means nothing, as in a relationship or a
    /// set, one that decides counts more than those that fail.
    private mutating func firstDecisive(
        _ base: QueryNode,
        _ variable: QueryVariable,
        _ test: QueryNode,
        decides: Bool
    ) throws -> Bool {
        let collection = try evaluate(base)
        let isOrdered = collection.isOrdered
        var failure: QueryFailure?
        for element in try collection.elements() {
            self[variable] = element
            do {
                if try evaluate(test).bool() == decides { return decides }
            } catch let reason as QueryFailure where !isOrdered {
                failure = failure ?? reason
            }
        }
        if let failure { throw failure }
        return !decides
    }

    private mutating func count(_ base: QueryNode) throws -> Int {
        let value = try evaluate(base)
        if case .value(.data(let bytes), let attribute) = value, attribute == nil || attribute?.kind == .data {
            return bytes.count
        }
        return try value.elements().count
    }

    private mutating func extreme(
        _ base: QueryNode,
        _ precedes: (StoredValue, StoredValue) throws -> Bool
    ) throws -> Evaluated {
        var found: (element: Evaluated, key: StoredValue)?
        for element in try evaluate(base).elements() {
            let key = try element.comparable()
            if let best = found, try !precedes(key, best.key) { continue }
            found = (element, key)
        }
        return found?.element ?? .null
    }
}

extension Evaluated {
    /// True if the elements of a collection have a defined order.
    fileprivate var isOrdered: Bool {
        switch self {
        case .rows: return false
        case .list(let elements):
            guard case .row? = elements.first else { return true }
            return false
        case .value(_, let attribute):
            guard let attribute else { return true }
            return !(unwrappedType(attribute.valueType) is any SetAlgebra.Type)
        case .null, .row: return true
        }
    }
}
