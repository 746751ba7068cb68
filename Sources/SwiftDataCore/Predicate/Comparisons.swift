package import Foundation

extension QueryConversion {
    /// Both operands of a comparison; a constant takes the form in which the other side is kept.
    package mutating func operands<LHS: PredicateExpression, RHS: PredicateExpression>(
        _ lhs: LHS,
        _ rhs: RHS
    ) -> (QueryNode, QueryNode) {
        var left = node(lhs)
        var right = node(rhs)
        if let value = constant(rhs) { right = QueryConstants.node(value, for: attribute(of: left)) }
        if let value = constant(lhs) { left = QueryConstants.node(value, for: attribute(of: right)) }
        guard let attribute = attribute(of: left) ?? attribute(of: right) else { return (left, right) }
        return (left.encoded(for: attribute), right.encoded(for: attribute))
    }

    /// True if equality of this type can be decided by the stored forms.
    package func comparesByStoredForm(_ type: Any.Type, _ nodes: QueryNode...) -> Bool {
        if QueryTypes.comparesByStoredForm(type) { return true }
        let attributes = nodes.compactMap { attribute(of: $0) }
        return !attributes.isEmpty && attributes.allSatisfy(\.comparesByStoredForm)
    }

    fileprivate mutating func equality<LHS: PredicateExpression, RHS: PredicateExpression>(
        _ lhs: LHS,
        _ op: QueryComparison.Operator,
        _ rhs: RHS
    ) -> QueryNode where LHS.Output: Equatable, LHS.Output == RHS.Output {
        let (left, right) = operands(lhs, rhs)
        if comparesByStoredForm(LHS.Output.self, left, right) || left.isNil || right.isNil {
            return .comparison(QueryComparison(left, op, right))
        }
        let wanted = op == .equal
        // Swift's own comparison needs the constant as it is, not in the form that the other side is kept in.
        let (first, second) = (
            constant(lhs).map { QueryConstants.node($0) } ?? left,
            constant(rhs).map { QueryConstants.node($0) } ?? right
        )
        return .unsupported(
            QueryUnsupported(
                "== between values of type \(LHS.Output.self)",
                operands: [first, second],
                operation: .init([LHS.Output.self, LHS.Output.self]) { values in
                    guard let left = values[0] as? LHS.Output, let right = values[1] as? LHS.Output else { return nil }
                    return (left == right) == wanted
                }
            )
        )
    }
}

extension Schema.Attribute {
    /// True if two values are equal exactly when their stored forms are. False where a part of them is encoded, since
    /// equal dictionaries may be written in different orders.
    fileprivate var comparesByStoredForm: Bool {
        switch kind {
        case .json, .codable, .transformable: false
        default: (self as? Schema.CompositeAttribute)?.properties.allSatisfy(\.comparesByStoredForm) ?? true
        }
    }
}

extension QueryNode {
    /// The node with the captured values that it may give in the form of an attribute.
    fileprivate func encoded(for attribute: Schema.Attribute) -> QueryNode {
        switch self {
        case .value(let value):
            guard case .object(let box) = value.stored else { return self }
            return .value(QueryValue(QueryConstants.stored(box.value, for: attribute)))
        case .optional(.flatMap(let wrapped, let variable, let transform)):
            return .optional(.flatMap(wrapped, variable: variable, transform: transform.encoded(for: attribute)))
        case .optional(.coalesce(let optional, let fallback)):
            return .optional(
                .coalesce(optional.encoded(for: attribute), fallback: fallback.encoded(for: attribute))
            )
        case .conditional(let node):
            return .conditional(
                QueryConditional(
                    test: node.test,
                    yes: node.yes.encoded(for: attribute),
                    no: node.no.encoded(for: attribute)
                )
            )
        default: return self
        }
    }

    package var isNil: Bool {
        if case .value(let value) = self, case .null = value.stored { true } else { false }
    }
}

extension PredicateExpressions.Equal: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode { conversion.equality(lhs, .equal, rhs) }
}

extension PredicateExpressions.NotEqual: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode { conversion.equality(lhs, .notEqual, rhs) }
}

extension PredicateExpressions.Comparison: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let (left, right) = conversion.operands(lhs, rhs)
        if QueryTypes.hasNaturalOrder(LHS.Output.self) {
            return .comparison(QueryComparison(left, op.queryOperator, right))
        }
        let op = op
        return .unsupported(
            QueryUnsupported(
                "< between values of type \(LHS.Output.self)",
                operands: [left, right],
                operation: .init([LHS.Output.self, LHS.Output.self]) { values in
                    guard let left = values[0] as? LHS.Output, let right = values[1] as? LHS.Output else { return nil }
                    return switch op {
                    case .lessThan: left < right
                    case .lessThanOrEqual: left <= right
                    case .greaterThan: left > right
                    case .greaterThanOrEqual: left >= right
                    @unknown default: nil
                    }
                }
            )
        )
    }
}

extension PredicateExpressions.ComparisonOperator {
    fileprivate var queryOperator: QueryComparison.Operator {
        switch self {
        case .lessThan: .less
        case .lessThanOrEqual: .lessOrEqual
        case .greaterThan: .greater
        case .greaterThanOrEqual: .greaterOrEqual
        @unknown default: .less
        }
    }
}
