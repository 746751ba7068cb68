public import Foundation

/// The state of turning one predicate into a query tree.
package struct QueryConversion {
    /// The node that each variable of the predicate stands for.
    package var bindings: [PredicateExpressions.VariableID: QueryNode] = [:]
    /// The node that the variable of an optional chain stands for, where it is not nil.
    package var optionals: [QueryVariable: QueryNode] = [:]
    /// The layouts met so far, by entity.
    private var layouts: [String: ModelLayout] = [:]
    private var nextVariable = 1

    package init() {}

    package mutating func newVariable(for key: PredicateExpressions.VariableID) -> QueryVariable {
        let variable = QueryVariable(number: nextVariable)
        nextVariable += 1
        bindings[key] = .variable(variable)
        return variable
    }

    /// The layout of a model class, remembered for ``attribute(of:)``.
    package mutating func layout(of type: any PersistentModel.Type) -> ModelLayout {
        let layout = ModelLayout.of(type)
        layouts[layout.entityName] = layout
        return layout
    }

    /// Converts a part of a predicate.
    package mutating func node<Expression: PredicateExpression>(_ expression: Expression) -> QueryNode {
        if let convertible = expression as? any QueryConvertible { return convertible.query(in: &self) }
        return .unsupported(QueryUnsupported("the expression \(Expression.self)"))
    }

    /// The attribute that a node reads, where it is nothing but a property or a member of one.
    package func attribute(of node: QueryNode) -> Schema.Attribute? {
        switch node {
        case .property(let property):
            if let entityName = property.entityName {
                guard let layout = layouts[entityName], let slot = property.slot,
                    case .attribute(let attribute) = layout.properties[slot].shape
                else { return nil }
                return attribute
            }
            guard let composite = attribute(of: property.base) as? Schema.CompositeAttribute else { return nil }
            return composite.properties.first { $0.name == property.name }
        case .optional(.flatMap(_, _, let transform)): return attribute(of: transform)
        case .optional(.coalesce(let optional, let fallback)): return attribute(of: optional) ?? attribute(of: fallback)
        case .optional(.unwrap(let optional)): return attribute(of: optional)
        case .conditional(let node): return attribute(of: node.yes) ?? attribute(of: node.no)
        case .variable(let variable): return optionals[variable].flatMap(attribute(of:))
        default: return nil
        }
    }
}

/// A node of Foundation's predicate language that the query tree has a form for.
package protocol QueryConvertible {
    func query(in conversion: inout QueryConversion) -> QueryNode
}

/// A node whose value does not depend on the row.
package protocol QueryConstantConvertible {
    var constantValue: Any? { get }
}

extension QueryConversion {
    /// The value of an expression that does not depend on the row, or nil when it does. A nil value of the predicate
    /// is an optional inside the `Any`.
    package func constant<Expression: PredicateExpression>(_ expression: Expression) -> Any? {
        (expression as? any QueryConstantConvertible)?.constantValue
    }
}

extension QueryNode {
    /// Reads any predicate of Foundation, however it was made: by a macro, from other predicates, or node by node.
    ///
    /// A part that the tree cannot express becomes an ``unsupported(_:)`` node in its place.
    public init<Model>(_ predicate: Predicate<Model>) {
        var conversion = QueryConversion()
        conversion.bindings[predicate.variable.key] = .root
        self = conversion.node(opening: predicate.expression)
    }
}

extension QueryNode {
    /// Reads an expression of Foundation, as a predicate is read.
    package init<Model, Output>(_ expression: Expression<Model, Output>) {
        var conversion = QueryConversion()
        conversion.bindings[expression.variable.key] = .root
        self = conversion.node(opening: expression.expression)
    }
}

extension QueryConversion {
    /// Converts the root of a predicate or an expression, whose type is not known statically.
    package mutating func node(opening expression: any PredicateExpression) -> QueryNode {
        func open<Expression: PredicateExpression>(_ expression: Expression) -> QueryNode { node(expression) }
        return open(expression)
    }
}
