public import Foundation
public import SwiftData
import SwiftDataCore

/// The new values of an update of many models.
///
/// All values are computed from the values before the update, in whatever order they are given. A property that is
/// given two values gets the last one.
public struct ModelUpdate<Model: PersistentModel> {
    /// One new value.
    struct Assignment {
        /// The property, and its new value as stores read it; nil where only models can be given the value.
        let stored: BatchAssignment?
        /// Computes the new value, and returns a closure that assigns it to the model.
        let prepare: (Model) throws -> () -> Void
    }

    private(set) var assignments: [(property: AnyKeyPath, assignment: Assignment)] = []

    init() {}

    /// Gives a property the same value in each model.
    public mutating func set<Value>(_ property: ReferenceWritableKeyPath<Model, Value>, to value: Value) {
        add(property, QueryConstants.primitive(value).map { .value(QueryValue($0)) }) { model in
            let own = try Self.value(value, for: model)
            return { model[keyPath: property] = own }
        }
    }

    /// Gives a property the value of an expression.
    public mutating func set<Value>(
        _ property: ReferenceWritableKeyPath<Model, Value>,
        _ expression: Expression<Model, Value>
    ) {
        let node = QueryNode(expression)
        add(property, node) { model in
            guard let result = QueryEvaluator(node).value(for: ModelRow(model)),
                let value = Self.value(result, as: Value.self)
            else { throw ModelQueryError.failedExpression(Model.self) }
            return { model[keyPath: property] = value }
        }
    }

    /// Adds a number to a property. The update throws ``ModelQueryError`` where the sum is out of range.
    public mutating func add<Number: AggregateNumber & AdditiveArithmetic>(
        _ property: ReferenceWritableKeyPath<Model, Number>,
        _ amount: Number
    ) {
        let current = SortKeyPaths.resolve(property, in: Model.self)
        let (number, constant) = (QueryTypes.number(Number.self), QueryConstants.primitive(amount))
        var node: QueryNode?
        if let number, let constant, let current {
            node = .arithmetic(.binary(.add, number, current, .value(QueryValue(constant))))
        }
        add(property, node) { model in
            guard let number, let constant, let old = QueryConstants.primitive(model[keyPath: property]),
                let sum = try? number.apply(.add, old, constant),
                number != .decimal || !sum.isNaN || old.isNaN || constant.isNaN,
                let value = SwiftValues.primitive(sum, as: Number.self) as? Number
            else {
                throw ModelQueryError.outOfRange(Model.self, AggregateKeyPaths.name(of: current) ?? "a property")
            }
            return { model[keyPath: property] = value }
        }
    }

    /// A value for a model of another context: models in it are found there.
    /// - Throws: ``SwiftData/StoreError`` with code `validation` for a model that has not been saved.
    private static func value<Value>(_ value: Value, for model: Model) throws -> Value {
        func own<Other: PersistentModel>(_ other: Other) throws -> any PersistentModel {
            guard let context = model.modelContext, other.modelContext !== context else { return other }
            let identifier = other.persistentModelID
            guard other.modelContext != nil, !identifier.isTemporary,
                let found = context.model(for: identifier) as? Other
            else {
                throw StoreError(
                    .validation,
                    "the update leads to a model that has not been saved. Save the model first, or update in an isolated "
                        + "transaction of its context.",
                    entity: Model._$modelLayout.entityName
                )
            }
            return found
        }
        if let other = value as? any PersistentModel { return try own(other) as? Value ?? value }
        if let others = value as? [any PersistentModel], !others.isEmpty {
            return try others.map { try own($0) } as? Value ?? value
        }
        return value
    }

    private mutating func add(
        _ property: AnyKeyPath,
        _ value: QueryNode?,
        prepare: @escaping (Model) throws -> () -> Void
    ) {
        let slot = Model._$modelLayout.slot(for: property)
        let stored = slot.flatMap { slot in value.map { BatchAssignment(slot: slot, value: $0) } }
        assignments.removeAll { $0.property == property }
        assignments.append((property, Assignment(stored: stored, prepare: prepare)))
    }

    private static func value<Value>(_ result: Evaluated, as type: Value.Type) -> Value? {
        if result.isNull { return (Value.self as? any OptionalType.Type)?.erasedNil as? Value }
        guard let value = try? result.swiftValue(as: QueryTypes.unwrapped(type)) else { return nil }
        return value as? Value
    }

    /// The new values as a store can compute them; nil where only models can. The dates of the change are among them,
    /// which the save of models sets.
    var stored: [BatchAssignment]? {
        var stored = assignments.compactMap(\.assignment.stored)
        guard stored.count == assignments.count else { return nil }
        for slot in Model._$modelLayout.hooks.updatedSlots where !stored.contains(where: { $0.slot == slot }) {
            stored.append(BatchAssignment(slot: slot, value: .value(QueryValue(.date(Date())))))
        }
        return stored
    }

    /// Computes the new values of a model, and returns a closure that assigns them.
    func prepare(_ model: Model) throws -> () -> Void {
        let changes = try assignments.map { try $0.assignment.prepare(model) }
        return { for change in changes { change() } }
    }
}
