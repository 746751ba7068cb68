extension QueryScope {
    package mutating func evaluate(_ node: QueryComparison) throws -> Evaluated {
        let left = try evaluate(node.lhs)
        let right = try evaluate(node.rhs)
        switch node.op {
        case .equal: return .bool(try equal(left, right))
        case .notEqual: return .bool(try !equal(left, right))
        case .less: return .bool(try less(left, right))
        case .greater: return .bool(try less(right, left))
        case .lessOrEqual: return .bool(try lessOrEqual(left, right))
        case .greaterOrEqual: return .bool(try lessOrEqual(right, left))
        }
    }

    private func equal(_ left: Evaluated, _ right: Evaluated) throws -> Bool {
        if left.isNull || right.isNull { return left.isNull && right.isNull }
        return StoredValueComparison.equal(
            try left.comparable(meeting: right),
            try right.comparable(meeting: left)
        )
    }

    private func less(_ left: Evaluated, _ right: Evaluated) throws -> Bool {
        if left.isNull || right.isNull { throw QueryFailure.unexpectedNil }
        return try StoredValueComparison.less(try left.comparable(), try right.comparable())
    }

    private func lessOrEqual(_ left: Evaluated, _ right: Evaluated) throws -> Bool {
        if left.isNull || right.isNull { throw QueryFailure.unexpectedNil }
        return try StoredValueComparison.lessOrEqual(try left.comparable(), try right.comparable())
    }

    package mutating func evaluate(_ node: QueryRange) throws -> Bool {
        let lower = try node.lower.map { try evaluate($0) }
        let upper = try node.upper.map { try evaluate($0) }
        if let lower, let upper, try !lessOrEqual(lower, upper) { throw QueryFailure.invertedRange }
        let element = try evaluate(node.element)
        if let lower, try !lessOrEqual(lower, element) { return false }
        guard let upper else { return true }
        return node.includesUpper ? try lessOrEqual(element, upper) : try less(element, upper)
    }

    package mutating func evaluate(_ node: QueryLookup) throws -> Evaluated {
        let key = try evaluate(node.key).comparable()
        if let entry = node.entries.first(where: { StoredValueComparison.equal($0.key.stored, key) }) {
            return Evaluated(entry.value.stored)
        }
        return try node.fallback.map { try evaluate($0) } ?? .null
    }
}
