import Foundation
import SwiftDataCore

extension SQLTranslator {
    mutating func comparison(_ node: QueryComparison, exact: Bool) throws -> SQLCondition {
        if node.lhs.isConstant, node.rhs.isConstant { return try folded(.comparison(node)) }
        let node = dialect.part(.dateSinceReferenceDate, "") == nil ? node.inSeconds ?? node : node
        // If a condition is compared with true, only the value true counts.
        let isTested = node.op == .equal && !exact
        let left = try isTested && node.rhs.isTrue ? tested(node.lhs) : term(node.lhs)
        let right = try isTested && node.lhs.isTrue ? tested(node.rhs) : term(node.rhs)
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
        guard let value = QueryEvaluator(node).constantValue else {
            return SQLCondition(dialect.failure, mayFail: true)
        }
        return verdict(value)
    }

    mutating func equality(_ left: SQLTerm, _ right: SQLTerm, negated: Bool, exact: Bool) throws -> SQLCondition {
        switch (left, right) {
        case (.choice(let choice), let other) where left.table == nil,
            (let other, .choice(let choice)) where right.table == nil:
            return try distributed(choice) { try $0.equality($1, other, negated: negated, exact: exact) }
        case (.composite(let composite), .null), (.null, .composite(let composite)):
            // A required composite is not nil, although every member of it may be.
            if composite.null == .never { return verdict(negated) }
            let isNil = try composite.leaves.map { "\($0.fragment) IS NULL" }.joined(" AND ")
            return SQLCondition(negated ? "NOT (\(isNil))" : "(\(isNil))")
        case (.composite(let composite), .scalar(let scalar)), (.scalar(let scalar), .composite(let composite)):
            return try equality(composite, scalar.constant, negated: negated)
        case (.scalar(let lhs), .scalar(let rhs)) where lhs.isOpaque && rhs.isOpaque:
            guard let first = lhs.constant, let second = rhs.constant else { throw Untranslatable("an encoded value") }
            return verdict(StoredValueComparison.equal(first, second) != negated)
        case (.composite(let lhs), .composite(let rhs)): return try equality(lhs, rhs, negated: negated)
        case (.null, .null): return verdict(!negated)
        case (.null, let other), (let other, .null): return try nilTest(other, negated: negated)
        default:
            let (lhs, rhs) = try matched(left, right)
            return try equality(lhs, rhs, negated: negated, exact: exact)
        }
    }

    private mutating func nilTest(_ term: SQLTerm, negated: Bool) throws -> SQLCondition {
        if case .choice(let choice) = term, term.isCollection {
            return try distributed(choice) { try $0.nilTest($1, negated: negated) }
        }
        if case .list = term { return verdict(negated) }
        if case .rows(let rows) = term {
            let presence = SQLScalar(rows.presence ?? "1", .integer(.int64), rows.null)
            return try nilTest(.scalar(presence), negated: negated)
        }
        let value = try key(term)
        switch value.null {
        case .never: return verdict(negated)
        case .nilValue: return SQLCondition("\(value.fragment.atom) \(negated ? "IS NOT NULL" : "IS NULL")")
        case .failure:
            // A nil value has failed already.
            return SQLCondition(
                "CASE WHEN \(value.fragment) IS NOT NULL THEN \(literal(negated)) END",
                mayFail: true
            )
        }
    }

    mutating func equality(
        _ lhs: SQLScalar,
        _ rhs: SQLScalar,
        negated: Bool,
        exact: Bool
    ) throws -> SQLCondition {
        if !negated, !exact, let test = truth(lhs, rhs) { return test }
        let result = verdict(negated)
        let failing = [lhs, rhs].filter { $0.null == .failure }.map { "\($0.fragment.atom) IS NOT NULL" as SQLFragment }
        if lhs.isNaN || rhs.isNaN || lhs.isUnmatched || rhs.isUnmatched {
            // False stands for a failure if the condition need not be exact.
            return exact || negated
                ? result.behind(failing, exact: exact) : SQLCondition(literal(false), mayFail: !failing.isEmpty)
        }
        if let test = try textEquality(lhs, rhs, negated: negated, exact: exact) { return test }
        let (left, right) = try collated(lhs, rhs)
        let isFloating = mayBeNaN(lhs.kind) && lhs.constant == nil && rhs.constant == nil
        let nilable = lhs.null == .nilValue || rhs.null == .nilValue
        let mayFail = lhs.null == .failure || rhs.null == .failure
        guard nilable else {
            let equal: SQLFragment =
                isFloating ? "(\(left) = \(right) AND \(dialect.isNumber(left)))" : "\(left) = \(right)"
            if !negated { return SQLCondition(equal, mayFail: mayFail) }
            return SQLCondition(isFloating ? "NOT \(equal)" : "\(left) <> \(right)", mayFail: mayFail)
        }
        if !negated, !exact, !mayFail, lhs.null == .never || rhs.null == .never {
            // NULL is equivalent to false here, and an index serves = in more places than IS.
            return SQLCondition(
                isFloating ? "(\(left) = \(right) AND \(dialect.isNumber(left)))" : "\(left) = \(right)"
            )
        }
        var test = negated ? dialect.different(left, right) : dialect.same(left, right)
        if isFloating {
            let areNaN = [lhs, rhs].map { dialect.isNaN($0.fragment) }.joined(" AND ")
            let bothNaN: SQLFragment = "COALESCE(\(areNaN), \(literal(false)))"
            test = negated ? "(\(test) OR \(bothNaN))" : "(\(test) AND NOT \(bothNaN))"
        }
        return SQLCondition(test).behind(failing, exact: true)
    }

    private func order(_ lhs: SQLScalar, _ op: QueryComparison.Operator, _ rhs: SQLScalar) throws -> SQLCondition {
        if lhs.isNaN || rhs.isNaN {
            let failing = [lhs, rhs].filter { $0.null != .never }.map {
                "\($0.fragment.atom) IS NOT NULL" as SQLFragment
            }
            return verdict(false).behind(failing, exact: true)
        }
        let mayFail = lhs.null != .never || rhs.null != .never
        if lhs.kind.primitive.entry?.order == .byKey {
            let test: SQLFragment = "\(try decimalKey(lhs.fragment)) \(op.symbol) \(try decimalKey(rhs.fragment))"
            let narrowed = decimalRange(lhs, op, rhs).map { "(\($0) AND \(test))" as SQLFragment } ?? test
            return SQLCondition(narrowed, mayFail: mayFail)
        }
        let (left, right) = try collated(lhs, rhs)
        let test: SQLFragment = "\(left) \(op.symbol) \(right)"
        // NaN sorts after every number but must not count as greater.
        guard mayBeNaN(lhs.kind) else { return SQLCondition(test, mayFail: mayFail) }
        let greater = op == .less || op == .lessOrEqual ? rhs : lhs
        if greater.constant != nil { return SQLCondition(test, mayFail: mayFail) }
        let isNumber = dialect.isNumber(greater.fragment)
        let lesser = op == .less || op == .lessOrEqual ? lhs : rhs
        if lesser.null == .never { return SQLCondition("(\(test) AND \(isNumber))", mayFail: mayFail) }
        // A comparison that fails stays NULL in every further comparison.
        return SQLCondition("(\(test) AND (\(isNumber) OR \(lesser.fragment) IS NULL))", mayFail: mayFail)
    }

    /// A condition that an index over a decimal column can serve, and that holds wherever a comparison with a constant
    /// does.
    private func decimalRange(
        _ lhs: SQLScalar,
        _ op: QueryComparison.Operator,
        _ rhs: SQLScalar
    ) -> SQLFragment? {
        switch (lhs.constant, rhs.constant) {
        case (nil, .decimal(let bound)?) where !lhs.fragment.sql.contains("("):
            dialect.decimalRange(lhs.fragment, isLower: op == .greater || op == .greaterOrEqual, bound)
        case (.decimal(let bound)?, nil) where !rhs.fragment.sql.contains("("):
            dialect.decimalRange(rhs.fragment, isLower: op == .less || op == .lessOrEqual, bound)
        default: nil
        }
    }

    func decimalKey(_ operand: SQLFragment) throws -> SQLFragment {
        try known(dialect.decimalKey(operand), "the order of decimals")
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
                guard QueryEvaluator(inverted).constantValue == true else {
                    return SQLCondition(dialect.failure, mayFail: true)
                }
            } else {
                guards.append(try condition(inverted, exact: false).fragment)
            }
        }
        let test = conditions.map(\.fragment).joined(" AND ")
        return SQLCondition(conditions.count > 1 ? "(\(test))" : test, mayFail: conditions.contains { $0.mayFail })
    }
}

extension QueryComparison {
    /// The comparison of two dates that are made of numbers, or of one of them and a constant, by these numbers, which is how
    /// dates compare. Nil for other operands.
    fileprivate var inSeconds: QueryComparison? {
        guard lhs.isDateOfNumber || rhs.isDateOfNumber, let left = lhs.seconds, let right = rhs.seconds else {
            return nil
        }
        return QueryComparison(left, op, right)
    }
}

extension QueryNode {
    fileprivate var isDateOfNumber: Bool {
        if case .part(let part) = self { part.kind == .dateSinceReferenceDate } else { false }
    }

    /// The number of which a date is made, or that of a constant date.
    fileprivate var seconds: QueryNode? {
        switch self {
        case .part(let part) where part.kind == .dateSinceReferenceDate: return part.operand
        case .value(let value):
            guard case .date(let date) = value.stored else { return nil }
            return .value(QueryValue(.double(date.timeIntervalSinceReferenceDate)))
        default: return nil
        }
    }
}
