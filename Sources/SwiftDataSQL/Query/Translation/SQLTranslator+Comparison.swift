import SwiftDataCore

extension SQLTranslator {
    mutating func comparison(_ node: QueryComparison, exact: Bool) throws -> SQLCondition {
        if node.lhs.isConstant, node.rhs.isConstant { return try folded(.comparison(node)) }
        let left = try term(node.lhs)
        let right = try term(node.rhs)
        switch node.op {
        case .equal: return try equality(left, right, negated: false, exact: exact)
        case .notEqual: return try equality(left, right, negated: true, exact: exact)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            let (lhs, rhs) = try matched(left, right)
            return try order(lhs, node.op, rhs)
        }
    }

    /// A condition without variables.
    private func folded(_ node: QueryNode) throws -> SQLCondition {
        guard let value = QueryEvaluator(node).constantValue else { return SQLCondition("NULL", mayFail: true) }
        return SQLCondition(value ? "1" : "0")
    }

    mutating func equality(_ left: SQLTerm, _ right: SQLTerm, negated: Bool, exact: Bool) throws -> SQLCondition {
        switch (left, right) {
        case (.choice(let choice), let other) where left.table == nil,
            (let other, .choice(let choice)) where right.table == nil:
            return try distributed(choice) { try $0.equality($1, other, negated: negated, exact: exact) }
        case (.composite(let composite), .null), (.null, .composite(let composite)):
            // What is required is not nil, although every member of it may be.
            if composite.null == .never { return SQLCondition(negated ? "1" : "0") }
            let isNil = try composite.leaves.map { "\($0.fragment) IS NULL" }.joined(" AND ")
            return SQLCondition(negated ? "NOT (\(isNil))" : "(\(isNil))")
        case (.composite(let composite), .scalar(let scalar)), (.scalar(let scalar), .composite(let composite)):
            return try equality(composite, scalar.constant, negated: negated)
        case (.composite(let lhs), .composite(let rhs)): return try equality(lhs, rhs, negated: negated)
        case (.null, .null): return SQLCondition(negated ? "0" : "1")
        case (.null, let other), (let other, .null): return try nilTest(other, negated: negated)
        default:
            let (lhs, rhs) = try matched(left, right)
            return equality(lhs, rhs, negated: negated, exact: exact)
        }
    }

    private mutating func nilTest(_ term: SQLTerm, negated: Bool) throws -> SQLCondition {
        let value = try key(term)
        switch value.null {
        case .never: return SQLCondition(negated ? "1" : "0")
        case .nilValue: return SQLCondition("\(value.fragment.atom) \(negated ? "IS NOT NULL" : "IS NULL")")
        case .failure:
            // What is nil has failed already.
            return SQLCondition(
                "CASE WHEN \(value.fragment) IS NOT NULL THEN \(negated ? "1" : "0") END",
                mayFail: true
            )
        }
    }

    func equality(_ lhs: SQLScalar, _ rhs: SQLScalar, negated: Bool, exact: Bool) -> SQLCondition {
        if !negated, !exact, let test = truth(lhs, rhs) { return test }
        let verdict = SQLCondition(negated ? "1" : "0")
        let failing = [lhs, rhs].filter { $0.null == .failure }.map { "\($0.fragment.atom) IS NOT NULL" as SQLFragment }
        if lhs.isNaN || rhs.isNaN || lhs.isUnmatched || rhs.isUnmatched {
            // False does for failing where the condition need not be exact.
            return exact || negated
                ? verdict.behind(failing, exact: exact) : SQLCondition("0", mayFail: !failing.isEmpty)
        }
        if let test = textEquality(lhs, rhs, negated: negated, exact: exact) { return test }
        let (left, right) = collated(lhs, rhs)
        let isFloating = lhs.kind.isFloating && lhs.constant == nil && rhs.constant == nil
        let nilable = lhs.null == .nilValue || rhs.null == .nilValue
        let mayFail = lhs.null == .failure || rhs.null == .failure
        guard nilable else {
            let equal: SQLFragment =
                isFloating ? "(\(left) = \(right) AND \(dialect.isNumber(left)))" : "\(left) = \(right)"
            if !negated { return SQLCondition(equal, mayFail: mayFail) }
            return SQLCondition(isFloating ? "NOT \(equal)" : "\(left) <> \(right)", mayFail: mayFail)
        }
        if !negated, !exact, !mayFail, lhs.null == .never || rhs.null == .never {
            // NULL is as good as false here, and an index serves = in more places than IS.
            return SQLCondition(
                isFloating ? "(\(left) = \(right) AND \(dialect.isNumber(left)))" : "\(left) = \(right)"
            )
        }
        var test = negated ? dialect.different(left, right) : dialect.same(left, right)
        if isFloating {
            let bothNaN: SQLFragment = "COALESCE(\(lhs.fragment) > 9e999 AND \(rhs.fragment) > 9e999, 0)"
            test = negated ? "(\(test) OR \(bothNaN))" : "(\(test) AND NOT \(bothNaN))"
        }
        return SQLCondition(test).behind(failing, exact: true)
    }

    private func order(_ lhs: SQLScalar, _ op: QueryComparison.Operator, _ rhs: SQLScalar) throws -> SQLCondition {
        if lhs.isNaN || rhs.isNaN {
            let failing = [lhs, rhs].filter { $0.null != .never }.map {
                "\($0.fragment.atom) IS NOT NULL" as SQLFragment
            }
            return SQLCondition("0").behind(failing, exact: true)
        }
        let symbol =
            switch op {
            case .less: "<"
            case .lessOrEqual: "<="
            case .greater: ">"
            default: ">="
            }
        let (left, right) =
            lhs.kind.primitive == .decimal
            ? (dialect.decimalKey(lhs.fragment), dialect.decimalKey(rhs.fragment))
            : collated(lhs, rhs)
        let test: SQLFragment = "\(left) \(symbol) \(right)"
        let mayFail = lhs.null != .never || rhs.null != .never
        // NaN sorts after every number: it must not count as greater.
        guard lhs.kind.isFloating else { return SQLCondition(test, mayFail: mayFail) }
        let greater = op == .less || op == .lessOrEqual ? rhs : lhs
        if greater.constant != nil { return SQLCondition(test, mayFail: mayFail) }
        return SQLCondition("(\(test) AND \(dialect.isNumber(greater.fragment)))", mayFail: mayFail)
    }

    mutating func range(_ node: QueryRange) throws -> SQLCondition {
        let element = try term(node.element)
        var conditions: [SQLCondition] = []
        let bounds =
            [(node.lower, QueryComparison.Operator.greaterOrEqual)]
            + [(node.upper, node.includesUpper ? .lessOrEqual : .less)]
        for case (let bound?, let op) in bounds {
            let (lhs, rhs) = try matched(element, try term(bound))
            conditions.append(try order(lhs, op, rhs))
        }
        if let lower = node.lower, let upper = node.upper {
            let inverted = QueryNode.comparison(QueryComparison(lower, .lessOrEqual, upper))
            if lower.isConstant, upper.isConstant {
                guard QueryEvaluator(inverted).constantValue == true else { return SQLCondition("NULL", mayFail: true) }
            } else {
                guards.append(try condition(inverted, exact: false).fragment)
            }
        }
        let test = conditions.map(\.fragment).joined(" AND ")
        return SQLCondition(conditions.count > 1 ? "(\(test))" : test, mayFail: conditions.contains { $0.mayFail })
    }
}
