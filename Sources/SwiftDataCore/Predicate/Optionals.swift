import Foundation

extension PredicateExpressions.OptionalFlatMap: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let optional = conversion.node(wrapped)
        // A captured value that is not nil stands for the variable itself.
        if let value = conversion.constant(wrapped) {
            guard let present = QueryConstants.unwrapped(value) else { return .nil }
            conversion.bindings[variable.key] = QueryConstants.node(present)
            return conversion.node(transform)
        }
        let name = conversion.newVariable(for: variable.key)
        conversion.optionals[name] = optional
        return .optional(.flatMap(optional, variable: name, transform: conversion.node(transform)))
    }
}

extension PredicateExpressions.NilCoalesce: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let optional = conversion.node(lhs)
        var fallback = conversion.node(rhs)
        if let value = conversion.constant(rhs) { fallback = conversion.alternative(value, to: optional) }
        return .optional(.coalesce(optional, fallback: fallback))
    }
}

extension PredicateExpressions.ForcedUnwrap: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let optional = conversion.node(inner)
        return inner is any NestedExpressionNode ? optional : .optional(.unwrap(optional))
    }
}

/// A subscript that asks a nested expression.
private protocol NestedExpressionNode {}

extension PredicateExpressions.CollectionIndexSubscript: NestedExpressionNode
where Wrapped.Output: NestedExpressionQuery {}
