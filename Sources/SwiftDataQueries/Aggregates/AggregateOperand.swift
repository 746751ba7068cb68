import Foundation
import SwiftData
import SwiftDataCore

/// The value of each model that an aggregate works on.
struct AggregateOperand<Model: PersistentModel, Value> {
    /// The value as stores read it; nil where only models have it.
    let node: QueryNode?
    /// True if nil is left out.
    let isOptional: Bool
    /// The operand in messages.
    let name: String
    /// The value of a model; nil where it is left out.
    let read: (Model) throws -> Value?

    init(_ property: KeyPath<Model, Value>) {
        node = AggregateKeyPaths.resolve(property, in: Model.self)
        isOptional = Value.self is any OptionalType.Type
        name = AggregateKeyPaths.name(of: node) ?? "a property"
        read = { $0[keyPath: property] }
    }

    init(_ property: KeyPath<Model, Value?>) {
        node = AggregateKeyPaths.resolve(property, in: Model.self)
        isOptional = true
        name = AggregateKeyPaths.name(of: node) ?? "a property"
        read = { $0[keyPath: property] }
    }

    init(_ expression: Expression<Model, Value>) {
        self.init(expression, isOptional: Value.self is any OptionalType.Type)
    }

    init(_ expression: Expression<Model, Value?>) {
        self.init(expression, isOptional: true)
    }

    private init<Output>(_ expression: Expression<Model, Output>, isOptional: Bool) {
        let node = QueryNode(expression)
        self.node = node
        self.isOptional = isOptional
        name = "an expression"
        read = { model in
            guard let value = QueryEvaluator(node).value(for: ModelRow(model)) else {
                throw ModelQueryError.failedExpression(Model.self)
            }
            if value.isNull, isOptional { return nil }
            guard let value = try? value.swiftValue(as: Value.self) as? Value else {
                throw ModelQueryError.failedExpression(Model.self)
            }
            return value
        }
    }

    /// The number type of the values; nil where they are none.
    var number: QueryArithmetic.Number? { QueryTypes.number(Value.self) }

    /// The column for a function of the operand, alone in a list; nil where stores cannot read the operand.
    func column(_ function: AggregateColumn.Function) -> [AggregateColumn]? {
        node.map { [AggregateColumn(function, $0, isOptional: isOptional)] }
    }
}

/// Resolves the key path of an aggregate.
enum AggregateKeyPaths {
    /// The names of the properties that a value is reached through; nil for other values.
    static func name(of node: QueryNode?) -> String? {
        switch node {
        case .property(let property):
            name(of: property.base).map { $0.isEmpty ? property.name : $0 + "." + property.name }
        case .variable: ""
        case .collection(.count(let base)): name(of: base).map { $0 + ".count" }
        case .optional(.flatMap(let wrapped, _, let transform)):
            name(of: wrapped).flatMap { first in name(of: transform).map { first + "." + $0 } }
        case .optional(.unwrap(let wrapped)): name(of: wrapped)
        default: nil
        }
    }

    /// The value from the root of a query; nil where the key path leads to nothing that is stored. A key path may lead to
    /// the number of elements of a collection.
    static func resolve(_ keyPath: AnyKeyPath, in model: any PersistentModel.Type) -> QueryNode? {
        if let found = SortKeyPaths.resolve(keyPath, in: model) { return found }
        let layout = ModelLayout.of(model)
        guard QueryTypes.unwrapped(type(of: keyPath).valueType) == Int.self else { return nil }
        for (slot, property) in layout.properties.enumerated() {
            guard let type = property.valueType as? any CountedCollection.Type,
                type.count(of: property.keyPath) == keyPath
            else { continue }
            return .collection(.count(.property(QueryProperty(base: .root, layout: layout, slot: slot))))
        }
        return nil
    }
}

/// A collection whose number of elements a key path can lead to.
private protocol CountedCollection {
    /// Appends `count` to a key path that leads to the collection.
    static func count(of keyPath: AnyKeyPath) -> AnyKeyPath?
}

extension Array: CountedCollection {
    static func count(of keyPath: AnyKeyPath) -> AnyKeyPath? { keyPath.appending(path: \Self.count) }
}

extension Set: CountedCollection {
    static func count(of keyPath: AnyKeyPath) -> AnyKeyPath? { keyPath.appending(path: \Self.count) }
}
