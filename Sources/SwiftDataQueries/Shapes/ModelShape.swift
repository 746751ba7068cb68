public import Foundation
public import SwiftData
import SwiftDataCore

/// The form of a model in JSON: chosen properties under chosen names, with related models in shapes of their own.
///
/// An addition to Apple's API. A shape writes models, and makes, changes and upserts models of the input of a client:
///
/// ```swift
/// let placeShape = ModelShape<Place> {
///     $0.key(\.code)
///     $0.value(\.name)
/// }
/// let tripShape = ModelShape<Trip> {
///     $0.id()
///     $0.value(\.title)
///     $0.value(\.cost, as: "price")
///     $0.one(\.place, placeShape)
/// }
/// let data = try tripShape.json(trips)
/// let trip = try tripShape.create(from: body, in: context)
/// ```
///
/// A shape is a value that is made once and used often. It cannot lead to itself, so that its output is finite.
public struct ModelShape<Model: PersistentModel> {
    let fields: [ShapeField<Model>]
    /// Finds the model with the key of an input; nil for a shape without a key.
    let matching: ShapeMatching<Model>?
    /// True if an input with a key that the shape does not have is refused.
    let refusesUnknownKeys: Bool

    /// Creates a shape.
    /// - Parameters:
    ///   - refusesUnknownKeys: True if an input with a key that the shape does not have is refused.
    ///   - build: Chooses the properties, in the order in which they are written.
    public init(refusesUnknownKeys: Bool = false, _ build: (inout ModelShapeBuilder<Model>) -> Void) {
        var builder = ModelShapeBuilder<Model>()
        build(&builder)
        fields = builder.fields
        matching = builder.matching
        self.refusesUnknownKeys = refusesUnknownKeys
    }

    /// The JSON of models, as an array.
    /// - Parameters:
    ///   - models: The models.
    ///   - encoder: The encoder, whose strategies for dates, data and keys are used.
    /// - Throws: The errors of the encoder, such as that of a number that is none.
    public func json(_ models: [Model], encoder: JSONEncoder = JSONEncoder()) throws -> Data {
        try encoder.encode(ShapedModels(models: models, shape: self))
    }

    /// The JSON of a model, as an object.
    /// - Parameters:
    ///   - model: The model.
    ///   - encoder: The encoder, whose strategies for dates, data and keys are used.
    /// - Throws: The errors of the encoder, such as that of a number that is none.
    public func json(_ model: Model, encoder: JSONEncoder = JSONEncoder()) throws -> Data {
        try encoder.encode(ShapedModel(model: model, shape: self))
    }

    func encode(_ model: Model, _ container: inout KeyedEncodingContainer<ShapeKey>) throws {
        for field in fields { try field.encode(model, &container) }
    }
}

/// The name of a field.
struct ShapeKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(String(intValue)) }
}

/// A model with the shape in which it is written.
struct ShapedModel<Model: PersistentModel>: Encodable {
    let model: Model
    let shape: ModelShape<Model>

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ShapeKey.self)
        try shape.encode(model, &container)
    }
}

/// Models with the shape in which they are written.
struct ShapedModels<Model: PersistentModel>: Encodable {
    let models: [Model]
    let shape: ModelShape<Model>

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for model in models {
            var nested = container.nestedContainer(keyedBy: ShapeKey.self)
            try shape.encode(model, &nested)
        }
    }
}
