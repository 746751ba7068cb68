import Foundation

/// A part of a predicate that is true or false.
protocol HistoryConditionNode {
    /// Nil for a condition that is left to the predicate itself.
    func condition(_ conversion: HistoryConversion) -> HistoryCondition?
}

/// A part of a predicate that may read a property of the transaction.
protocol HistoryFieldNode {
    func field(_ conversion: HistoryConversion) -> HistoryField?
}

/// A part of a predicate that depends on the results of its own parts alone.
protocol HistoryInnerNode {
    var parts: [any PredicateExpression] { get }
}

/// A constant that a cast makes an optional of.
protocol WrappedConstant {
    var wrappedConstant: Any? { get }
}

private protocol VariableNode {
    var key: PredicateExpressions.VariableID { get }
}

extension PredicateExpressions.Variable: VariableNode {}

extension PredicateExpressions.KeyPath: HistoryFieldNode {
    func field(_ conversion: HistoryConversion) -> HistoryField? {
        guard (root as? any VariableNode)?.key == conversion.transaction else { return nil }
        return HistoryField(keyPath)
    }
}

extension PredicateExpressions.ConditionalCast: WrappedConstant {
    var wrappedConstant: Any? { Output.self == Input.Output?.self ? constant(input) : nil }

    private func constant(_ part: some PredicateExpression) -> Any? {
        (part as? any QueryConstantConvertible)?.constantValue
    }
}

extension PredicateExpressions.Value: HistoryConditionNode {
    func condition(_ conversion: HistoryConversion) -> HistoryCondition? { (value as? Bool).map { .constant($0) } }
}

extension PredicateExpressions.Conjunction: HistoryConditionNode {
    func condition(_ conversion: HistoryConversion) -> HistoryCondition? {
        .and(conversion.condition(lhs), conversion.condition(rhs))
    }
}

extension PredicateExpressions.Disjunction: HistoryConditionNode {
    func condition(_ conversion: HistoryConversion) -> HistoryCondition? {
        .or(conversion.condition(lhs), conversion.condition(rhs))
    }
}

extension PredicateExpressions.Negation: HistoryConditionNode {
    func condition(_ conversion: HistoryConversion) -> HistoryCondition? { .not(conversion.condition(wrapped)) }
}

extension PredicateExpressions.Equal: HistoryConditionNode, HistoryInnerNode {
    var parts: [any PredicateExpression] { [lhs, rhs] }
    func condition(_ conversion: HistoryConversion) -> HistoryCondition? { conversion.comparison(lhs, .equal, rhs) }
}

extension PredicateExpressions.NotEqual: HistoryConditionNode, HistoryInnerNode {
    var parts: [any PredicateExpression] { [lhs, rhs] }
    func condition(_ conversion: HistoryConversion) -> HistoryCondition? { conversion.comparison(lhs, .notEqual, rhs) }
}

extension PredicateExpressions.Comparison: HistoryConditionNode, HistoryInnerNode {
    var parts: [any PredicateExpression] { [lhs, rhs] }

    func condition(_ conversion: HistoryConversion) -> HistoryCondition? {
        switch op {
        case .lessThan: conversion.comparison(lhs, .less, rhs)
        case .lessThanOrEqual: conversion.comparison(lhs, .lessOrEqual, rhs)
        case .greaterThan: conversion.comparison(lhs, .greater, rhs)
        case .greaterThanOrEqual: conversion.comparison(lhs, .greaterOrEqual, rhs)
        @unknown default: nil
        }
    }
}

extension PredicateExpressions.NilCoalesce: HistoryInnerNode {
    var parts: [any PredicateExpression] { [lhs, rhs] }
}

extension PredicateExpressions.ForcedUnwrap: HistoryInnerNode {
    var parts: [any PredicateExpression] { [inner] }
}

extension PredicateExpressions.SequenceContains: HistoryInnerNode {
    var parts: [any PredicateExpression] { [sequence, element] }
}

extension PredicateExpressions.SequenceStartsWith: HistoryInnerNode {
    var parts: [any PredicateExpression] { [base, prefix] }
}

extension PredicateExpressions.CollectionContainsCollection: HistoryInnerNode {
    var parts: [any PredicateExpression] { [base, other] }
}

/// `changes.contains { $0.changedPersistentIdentifier == identifier }`.
extension PredicateExpressions.SequenceContainsWhere: HistoryConditionNode {
    func condition(_ conversion: HistoryConversion) -> HistoryCondition? {
        guard let changes = sequence as? any ChangesNode, changes.isChanges(conversion),
            let test = test as? any IdentifierTest, let identifier = test.identifier(of: variable.key)
        else { return nil }
        return .change(identifier)
    }
}

private protocol ChangesNode {
    func isChanges(_ conversion: HistoryConversion) -> Bool
}

extension PredicateExpressions.KeyPath: ChangesNode {
    fileprivate func isChanges(_ conversion: HistoryConversion) -> Bool {
        (root as? any VariableNode)?.key == conversion.transaction && keyPath == \DefaultHistoryTransaction.changes
    }

    fileprivate func isIdentifier(of change: PredicateExpressions.VariableID) -> Bool {
        (root as? any VariableNode)?.key == change && keyPath == \HistoryChange.changedPersistentIdentifier
    }
}

private protocol ChangeIdentifierNode {
    func isIdentifier(of change: PredicateExpressions.VariableID) -> Bool
}

extension PredicateExpressions.KeyPath: ChangeIdentifierNode {}

private protocol IdentifierTest {
    func identifier(of change: PredicateExpressions.VariableID) -> PersistentIdentifier?
}

extension PredicateExpressions.Equal: IdentifierTest {
    fileprivate func identifier(of change: PredicateExpressions.VariableID) -> PersistentIdentifier? {
        identifier(lhs, rhs, change) ?? identifier(rhs, lhs, change)
    }

    private func identifier(
        _ property: some PredicateExpression,
        _ value: some PredicateExpression,
        _ change: PredicateExpressions.VariableID
    ) -> PersistentIdentifier? {
        guard let property = property as? any ChangeIdentifierNode, property.isIdentifier(of: change) else {
            return nil
        }
        return (value as? any QueryConstantConvertible)?.constantValue as? PersistentIdentifier
    }
}
