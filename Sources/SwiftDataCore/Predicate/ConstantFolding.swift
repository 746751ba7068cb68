// Conditions that do not depend on the row are evaluated while a predicate is read, so that the parts that they decide
// need not be translated: `tags.isEmpty || …` with no tags asks nothing of a row.

extension QueryNode {
    /// True if a condition that depends on no row holds, false if not; nil where it depends on a row, or where its
    /// evaluation fails.
    var constantCondition: Bool? {
        guard isClosed() else { return nil }
        var scope = QueryScope(root: nil)
        return try? scope.evaluate(self).bool()
    }

    /// True if the condition is a constant with the value, or a chain that ends with the operand that decides it.
    func isDecided(_ value: Bool) -> Bool {
        switch self {
        case .logic(.and(let operands)) where !value: operands.last?.constantCondition == false
        case .logic(.or(let operands)) where value: operands.last?.constantCondition == true
        default: constantCondition == value
        }
    }

    /// The conjunction of two conditions, without operands that are always true. An operand that is always false ends
    /// it, but the ones before it stay: their evaluation may fail.
    static func folded(and left: QueryNode, _ right: QueryNode) -> QueryNode {
        if let value = left.constantCondition { return value ? right : .false }
        guard let value = right.constantCondition else { return .and([left, right]) }
        return value ? left : .and([left, .false])
    }

    /// The disjunction of two conditions, without operands that are always false.
    static func folded(or left: QueryNode, _ right: QueryNode) -> QueryNode {
        if let value = left.constantCondition { return value ? .true : right }
        guard let value = right.constantCondition else { return .or([left, right]) }
        return value ? .or([left, .true]) : left
    }

    /// True if the node is a captured list without elements.
    var isEmptyList: Bool {
        if case .list(let values) = self { values.isEmpty } else { false }
    }

    /// True if every variable is a parameter of a closure inside the node.
    package func isClosed(_ known: Set<QueryVariable> = []) -> Bool {
        switch self {
        case .value, .list: return true
        case .variable(let variable): return known.contains(variable)
        case .unsupported: return false
        case .collection(.containsWhere(let base, let variable, let test)),
            .collection(.allSatisfy(let base, let variable, let test)),
            .collection(.filter(let base, let variable, let test)),
            .optional(.flatMap(let base, let variable, let test)):
            return base.isClosed(known) && test.isClosed(known.union([variable]))
        default: return children.allSatisfy { $0.isClosed(known) }
        }
    }
}
