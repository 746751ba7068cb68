public import Foundation
public import SwiftData
import SwiftDataCore

extension ModelShape {
    /// Makes a model of a JSON object, and inserts it.
    ///
    /// A property that the input does not have gets its declared default, or nil. The model is not saved. The class's own
    /// initialisers do not run.
    /// - Parameters:
    ///   - data: The JSON.
    ///   - context: The context of the model.
    ///   - decoder: The decoder, whose strategies for dates, data and keys are used.
    /// - Throws: ``ModelShapeError`` with all problems; nothing has changed then.
    public func create(
        from data: Data,
        in context: ModelContext,
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> Model {
        try read(data, context, decoder) { try [self.new($0.container(), $1)] }[0].model
    }

    /// Changes a model by a JSON object. A property that the input does not have stays as it is.
    /// - Parameters:
    ///   - model: The model.
    ///   - data: The JSON.
    ///   - decoder: The decoder, whose strategies for dates, data and keys are used.
    /// - Throws: ``ModelShapeError`` with all problems; nothing has changed then. ``SwiftData/StoreError`` with code
    ///   `foreignContext` for a model that is in no context.
    public func update(_ model: Model, from data: Data, decoder: JSONDecoder = JSONDecoder()) throws {
        guard let context = model.modelContext else {
            throw StoreError(
                .foreignContext,
                "a model that is in no context cannot be changed by a shape. Insert it first.",
                entity: Model._$modelLayout.entityName
            )
        }
        _ = try read(data, context, decoder) { try [self.change(model, $0.container(), $1)] }
    }

    /// Changes the model with the key of a JSON object, or makes one.
    /// - Parameters:
    ///   - data: The JSON, with a value for the field of ``ModelShapeBuilder/key(_:as:)``.
    ///   - context: The context of the model.
    ///   - decoder: The decoder, whose strategies for dates, data and keys are used.
    /// - Returns: The model, and true if it is new.
    /// - Throws: ``ModelShapeError`` with all problems; nothing has changed then.
    @discardableResult
    public func upsert(
        from data: Data,
        in context: ModelContext,
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> (model: Model, isNew: Bool) {
        try read(data, context, decoder) { try [self.plan($0.container(), $1, nil)] }[0]
    }

    /// Changes the models with the keys of JSON objects in an array, or makes them.
    /// - Parameters:
    ///   - data: The JSON.
    ///   - context: The context of the models.
    ///   - decoder: The decoder, whose strategies for dates, data and keys are used.
    /// - Returns: The models in the order of the input, each with true if it is new.
    /// - Throws: ``ModelShapeError`` with all problems; nothing has changed then.
    @discardableResult
    public func upsertAll(
        from data: Data,
        in context: ModelContext,
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> [(model: Model, isNew: Bool)] {
        try read(data, context, decoder) { input, reading in
            var list = try input.list()
            var plans: [ShapePlan<Model>] = []
            while !list.isAtEnd {
                plans.append(try self.plan(list.nestedContainer(keyedBy: ShapeKey.self), reading, nil))
            }
            return plans
        }
    }

    /// Reads an input, and makes its changes where it has no problems.
    private func read(
        _ data: Data,
        _ context: ModelContext,
        _ decoder: JSONDecoder,
        _ plans: (ShapeInput, ShapeReading) throws -> [ShapePlan<Model>]
    ) throws -> [(model: Model, isNew: Bool)] {
        let reading = ShapeReading(context)
        let entity = Model._$modelLayout.entityName
        var found: [ShapePlan<Model>] = []
        do {
            found = try plans(try decoder.decode(ShapeInput.self, from: data), reading)
        } catch let error as DecodingError {
            switch error {
            case .dataCorrupted(let context) where context.codingPath.isEmpty: reading.note(.malformed, [], entity)
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                reading.note(.wrongType, context.codingPath, entity)
            @unknown default: reading.note(.wrongType, [], entity)
            }
        }
        guard reading.problems.isEmpty else { throw ModelShapeError(problems: reading.problems) }
        return found.map { ($0.apply(in: context), $0.isNew) }
    }

    /// The plan for an object: for the model with its key, for a given one where it has no key, or for a new one.
    func plan(
        _ container: KeyedDecodingContainer<ShapeKey>,
        _ reading: ShapeReading,
        _ current: Model?
    ) throws -> ShapePlan<Model> {
        guard let matching, let value = matching.value(container) else {
            if let current { return try change(current, container, reading) }
            return try new(container, reading)
        }
        let plan: ShapePlan<Model> = try reading.plan(value, slot: matching.slot) {
            if let model = try matching.model(value, in: reading.context) { return ShapePlan(model) }
            return blank(container, reading)
        }
        // Of a second object with the key, only the fields that it has count.
        plan.add(try changes(container, reading, plan.model))
        return plan
    }

    private func change(
        _ model: Model,
        _ container: KeyedDecodingContainer<ShapeKey>,
        _ reading: ShapeReading
    ) throws -> ShapePlan<Model> {
        let plan = ShapePlan(model)
        plan.add(try changes(container, reading, model))
        return plan
    }

    private func new(
        _ container: KeyedDecodingContainer<ShapeKey>,
        _ reading: ShapeReading
    ) throws -> ShapePlan<Model> {
        let plan = blank(container, reading)
        plan.add(try changes(container, reading, nil))
        return plan
    }

    /// The plan of a new model with its defaults. Properties without a value are noted.
    private func blank(_ container: KeyedDecodingContainer<ShapeKey>, _ reading: ShapeReading) -> ShapePlan<Model> {
        let layout = Model._$modelLayout
        let defaults = layout.evaluatedDefaults()
        var values = layout.emptyValues
        // The first save sets these.
        let dates = Set(layout.hooks.createdSlots + layout.hooks.updatedSlots)
        for property in layout.properties {
            guard case .attribute(let attribute) = property.shape else { continue }
            if let value = defaults[property.slot] {
                values[property.slot] = attribute.stored(value)
            } else if !property.isOptional, dates.contains(property.slot) {
                values[property.slot] = .date(Date())
            } else if !property.isOptional, !property.isEphemeral {
                let field = fields.first { $0.slot == property.slot && $0.read != nil }
                if let field, container.contains(field.key) { continue }
                reading.note(
                    .missing,
                    container.codingPath + [field?.key ?? ShapeKey(property.name)],
                    layout.entityName,
                    property.name
                )
            }
        }
        return ShapePlan(nil, values: values)
    }

    private func changes(
        _ container: KeyedDecodingContainer<ShapeKey>,
        _ reading: ShapeReading,
        _ current: Model?
    ) throws -> [ShapeChange<Model>] {
        if refusesUnknownKeys {
            for key in container.allKeys where !fields.contains(where: { $0.key.stringValue == key.stringValue }) {
                reading.note(.unknownKey, container.codingPath + [key], Model._$modelLayout.entityName)
            }
        }
        return try fields.compactMap { field in
            guard let read = field.read, container.contains(field.key) else { return nil }
            return try read(container, reading, current)
        }
    }
}

/// The decoder of an input, which a shape reads.
private struct ShapeInput: Decodable {
    private let decoder: any Decoder

    init(from decoder: any Decoder) throws { self.decoder = decoder }

    func container() throws -> KeyedDecodingContainer<ShapeKey> { try decoder.container(keyedBy: ShapeKey.self) }
    func list() throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }
}
