import Foundation
import SwiftData
import SwiftDataCore

/// One field of a shape.
struct ShapeField<Model: PersistentModel> {
    let key: ShapeKey
    /// The slot of the property; nil for a property that is not stored.
    let slot: Int?
    typealias Encode = (Model, inout KeyedEncodingContainer<ShapeKey>) throws -> Void
    let encode: Encode
    /// Reads the value of an input for an existing model, or for a new one, without a change of any model.
    typealias Read = (KeyedDecodingContainer<ShapeKey>, ShapeReading, Model?) throws -> ShapeChange<Model>
    /// Nil for a field that is only written.
    let read: Read?
}

/// The change of a model that a field of an input makes.
struct ShapeChange<Model: PersistentModel> {
    /// The change of the model itself.
    var assign: (Model) -> Void = { _ in }
    /// The change of its relationships, once it is in a context.
    var relate: ((Model, ModelContext) -> Void)?
}

/// Finds the model that an input is about.
struct ShapeMatching<Model: PersistentModel> {
    let key: ShapeKey
    /// The stored form of the key of an input; nil where it has none.
    let value: (KeyedDecodingContainer<ShapeKey>) -> StoredValue?
    let slot: Int

    /// The model with a value of the key, with the unsaved changes of the context.
    func model(_ value: StoredValue, in context: ModelContext) throws -> Model? {
        let property = QueryNode.property(QueryProperty(base: .root, layout: Model._$modelLayout, slot: slot))
        let condition = QueryNode.comparison(QueryComparison(property, .equal, .value(QueryValue(value))))
        var descriptor = FetchDescriptor(predicate: condition.predicate(of: Model.self))
        descriptor.fetchLimit = 1
        return try context.fetch(descriptor).first
    }
}

/// The state of reading one input: the problems that were found, and the models that it makes.
final class ShapeReading {
    let context: ModelContext
    private(set) var problems: [ModelShapeError.Problem] = []
    /// The models that are to be made, by class and key: an input may name one twice.
    private var plans: [PlanKey: AnyObject] = [:]

    private struct PlanKey: Hashable {
        let type: ObjectIdentifier
        /// The property of the key: shapes may find models of one class by several ones.
        let slot: Int
        let value: String
    }

    init(_ context: ModelContext) { self.context = context }

    func note(
        _ reason: ModelShapeError.Reason,
        _ path: [any CodingKey],
        _ entity: String,
        _ property: String? = nil
    ) {
        problems.append(
            ModelShapeError.Problem(
                path: path.shapePath,
                entityName: entity,
                propertyName: property,
                reason: reason
            )
        )
    }

    /// The plan of a class for a key, made where there is none.
    func plan<Model: PersistentModel>(
        _ value: StoredValue,
        slot: Int,
        _ make: () throws -> ShapePlan<Model>
    ) rethrows -> ShapePlan<Model> {
        guard let text = value.entry?.exactText(value) else { return try make() }
        let key = PlanKey(type: ObjectIdentifier(Model.self), slot: slot, value: text)
        if let known = plans[key] as? ShapePlan<Model> { return known }
        let made = try make()
        plans[key] = made
        return made
    }
}

/// The model that an input leads to: an existing one, or one that is to be created.
final class ShapePlan<Model: PersistentModel> {
    private(set) var model: Model?
    /// True if the model is made by the input.
    let isNew: Bool
    private var changes: [ShapeChange<Model>] = []
    private var values: [StoredValue]?

    /// - Parameters:
    ///   - model: The existing model; nil for a new one.
    ///   - values: The values of a new one before any change.
    init(_ model: Model?, values: [StoredValue]? = nil) {
        self.model = model
        self.values = values
        isNew = model == nil
    }

    func add(_ changes: [ShapeChange<Model>]) { self.changes += changes }

    /// Makes the model and its changes. A second call gives the same model.
    func apply(in context: ModelContext) -> Model {
        let model = self.model ?? made()
        self.model = model
        let changes = changes
        self.changes = []
        for change in changes { change.assign(model) }
        if isNew, model.modelContext == nil { context.insert(model) }
        for change in changes { change.relate?(model, context) }
        return model
    }

    private func made() -> Model {
        let state = ModelState(layout: Model._$modelLayout)
        for (slot, value) in (values ?? []).enumerated() where state.layout.properties[slot].relationship == nil {
            state.put(value, at: slot)
        }
        return Model(backingData: DefaultBackingData<Model>(state))
    }
}

extension [any CodingKey] {
    /// The place of a value in JSON, such as `items[2].name`.
    var shapePath: String {
        reduce("") { path, key in
            if let index = key.intValue { return path + "[\(index)]" }
            return path.isEmpty ? key.stringValue : path + "." + key.stringValue
        }
    }
}
