import Foundation

/// Finds the conditions of a predicate on transactions.
struct HistoryConversion {
    /// The variable for the transaction.
    let transaction: PredicateExpressions.VariableID

    func condition(opening expression: any PredicateExpression) -> HistoryCondition {
        func open<Part: PredicateExpression>(_ part: Part) -> HistoryCondition { condition(part) }
        return open(expression)
    }

    func condition<Part: PredicateExpression>(_ part: Part) -> HistoryCondition {
        if let known = (part as? any HistoryConditionNode)?.condition(self) { return known }
        return .unknown(readsChanges: readsChanges(part))
    }

    /// The property of the transaction that a part of the predicate reads.
    func field<Part: PredicateExpression>(_ part: Part) -> HistoryField? {
        (part as? any HistoryFieldNode)?.field(self)
    }

    /// The value of a part that does not depend on the transaction.
    func constant<Part: PredicateExpression>(_ part: Part) -> Any? {
        if let wrapped = part as? any WrappedConstant { return wrapped.wrappedConstant }
        return (part as? any QueryConstantConvertible)?.constantValue
    }

    /// True if a part may look at the changes of the transaction. It is true for parts of unknown kinds.
    func readsChanges<Part: PredicateExpression>(_ part: Part) -> Bool {
        if field(part) != nil || constant(part) != nil { return false }
        guard let parts = (part as? any HistoryInnerNode)?.parts else { return true }
        return parts.contains { inner in
            func open<Inner: PredicateExpression>(_ inner: Inner) -> Bool { readsChanges(inner) }
            return open(inner)
        }
    }

    /// A comparison of a property with a constant.
    func comparison<Left: PredicateExpression, Right: PredicateExpression>(
        _ left: Left,
        _ op: HistoryCondition.Operator,
        _ right: Right
    ) -> HistoryCondition? {
        if let field = field(left), let value = constant(right) { return field.condition(op, value) }
        if let field = field(right), let value = constant(left) { return field.condition(op.mirrored, value) }
        return nil
    }
}

/// A property of a transaction that is no change.
package enum HistoryField {
    case number, token, timestamp, store
    case name(HistoryCondition.Name)

    package init?(_ keyPath: AnyKeyPath) {
        switch keyPath {
        case \DefaultHistoryTransaction.transactionIdentifier, \DefaultHistoryTransaction.id: self = .number
        case \DefaultHistoryTransaction.token: self = .token
        case \DefaultHistoryTransaction.timestamp: self = .timestamp
        case \DefaultHistoryTransaction.storeIdentifier: self = .store
        case \DefaultHistoryTransaction.author: self = .name(.author)
        case \DefaultHistoryTransaction.bundleIdentifier: self = .name(.bundle)
        case \DefaultHistoryTransaction.processIdentifier: self = .name(.process)
        default: return nil
        }
    }

    /// Nil for a condition that is left to the predicate itself.
    func condition(_ op: HistoryCondition.Operator, _ value: Any) -> HistoryCondition? {
        switch self {
        case .number: (value as? Int64).map { .number(op, $0) }
        case .token: (value as? DefaultHistoryToken).map { .token(op, $0) }
        case .timestamp: (value as? Date).map { .timestamp(op, $0) }
        case .store: (value as? String).map { .store(op, $0) }
        case .name(let name):
            switch (op, value as? String?) {
            case (.equal, .some(let text)): .name(name, text)
            case (.notEqual, .some(let text)): .not(.name(name, text))
            default: nil
            }
        }
    }
}
