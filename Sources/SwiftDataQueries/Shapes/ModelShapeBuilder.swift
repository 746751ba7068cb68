public import SwiftData
import SwiftDataCore

/// Chooses the fields of a shape.
public struct ModelShapeBuilder<Model: PersistentModel> {
    private(set) var fields: [ShapeField<Model>] = []
    private(set) var matching: ShapeMatching<Model>?
    private let layout = Model._$modelLayout

    /// Writes the identifier of the model as text. An input with it is not read.
    /// - Parameter name: The name of the field.
    public mutating func id(_ name: String = "id") {
        let key = ShapeKey(name)
        fields.append(
            ShapeField(
                key: key,
                slot: nil,
                encode: { model, container in try container.encode(model.persistentModelID.description, forKey: key) },
                read: nil
            )
        )
    }

    /// Writes and reads a property.
    /// - Parameters:
    ///   - property: The property.
    ///   - name: The name of the field; that of the property where it is nil.
    ///   - isReadOnly: True if an input with it is not read.
    ///   - rule: Returns the problem of a value of an input, in words such as "must not be empty"; nil where there is
    ///     none.
    public mutating func value<Value: Codable>(
        _ property: ReferenceWritableKeyPath<Model, Value>,
        as name: String? = nil,
        isReadOnly: Bool = false,
        check rule: ((Value) -> String?)? = nil
    ) {
        let slot = layout.slot(for: property)
        let known = slot.map { layout.properties[$0].name }
        let key = ShapeKey(name ?? known ?? "\(property)")
        let entity = layout.entityName
        let isOptional = Value.self is any OptionalType.Type
        var read: ShapeField<Model>.Read?
        if !isReadOnly {
            read = { container, reading, _ in
                let path = container.codingPath + [key]
                if !isOptional, try container.decodeNil(forKey: key) {
                    reading.note(.null, path, entity, known)
                    return ShapeChange()
                }
                do {
                    let value = try container.decode(Value.self, forKey: key)
                    if let broken = rule?(value) { reading.note(.rule(broken), path, entity, known) }
                    return ShapeChange(assign: { $0[keyPath: property] = value })
                } catch is DecodingError {
                    reading.note(.wrongType, path, entity, known)
                    return ShapeChange()
                }
            }
        }
        fields.append(
            ShapeField(
                key: key,
                slot: slot,
                encode: ShapeField.encoding(property, key),
                read: read
            )
        )
    }

    /// Writes a value that is computed from the model. An input with it is not read.
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: Returns the value.
    public mutating func computed<Value: Encodable>(_ name: String, _ value: @escaping (Model) -> Value) {
        let key = ShapeKey(name)
        fields.append(
            ShapeField(
                key: key,
                slot: nil,
                encode: { model, container in try container.encode(value(model), forKey: key) },
                read: nil
            )
        )
    }

    /// Writes and reads the property by which `upsert` and nested shapes find the model that an input is about.
    /// - Parameters:
    ///   - property: An attribute that is unique, such as one marked `.unique`.
    ///   - name: The name of the field; that of the property where it is nil.
    public mutating func key<Value: Codable & Hashable>(
        _ property: ReferenceWritableKeyPath<Model, Value>,
        as name: String? = nil
    ) {
        value(property, as: name)
        guard let slot = layout.slot(for: property), let key = fields.last?.key else { return }
        matching = ShapeMatching(
            key: key,
            value: { container in
                (try? container.decodeIfPresent(Value.self, forKey: key)).flatMap { $0 }.flatMap {
                    QueryConstants.primitive($0)
                }
            },
            slot: slot
        )
    }

    /// Writes and reads a to-one relationship as the identifier of the model that it leads to.
    /// - Parameters:
    ///   - relationship: The relationship.
    ///   - name: The name of the field.
    public mutating func reference<Destination: PersistentModel>(
        _ relationship: ReferenceWritableKeyPath<Model, Destination?>,
        as name: String
    ) {
        let key = ShapeKey(name)
        let slot = layout.slot(for: relationship)
        let (entity, property) = (layout.entityName, slot.map { layout.properties[$0].name })
        fields.append(
            ShapeField(
                key: key,
                slot: slot,
                encode: { model, container in
                    try container.encode(model[keyPath: relationship]?.persistentModelID.description, forKey: key)
                },
                read: { container, reading, _ in
                    let path = container.codingPath + [key]
                    do {
                        guard let text = try container.decodeIfPresent(String.self, forKey: key) else {
                            return ShapeChange(relate: { model, _ in model[keyPath: relationship] = nil })
                        }
                        guard let identifier = PersistentIdentifier(text),
                            let found = try Destination.saved(identifier, in: reading.context)
                        else {
                            reading.note(.unknownModel, path, entity, property)
                            return ShapeChange()
                        }
                        return ShapeChange(relate: { model, _ in model[keyPath: relationship] = found })
                    } catch is DecodingError {
                        reading.note(.wrongType, path, entity, property)
                        return ShapeChange()
                    }
                }
            )
        )
    }

    /// Writes and reads the model that a to-one relationship leads to, in a shape of its own.
    ///
    /// An input with the key of the nested shape finds the model by it, or makes one. An input without it changes the model
    /// that the relationship leads to, or makes one.
    /// - Parameters:
    ///   - relationship: The relationship.
    ///   - shape: The shape of the destination.
    ///   - name: The name of the field; that of the relationship where it is nil.
    public mutating func one<Destination: PersistentModel>(
        _ relationship: ReferenceWritableKeyPath<Model, Destination?>,
        _ shape: ModelShape<Destination>,
        as name: String? = nil
    ) {
        let slot = layout.slot(for: relationship)
        let known = slot.map { layout.properties[$0].name }
        let key = ShapeKey(name ?? known ?? "\(relationship)")
        let entity = layout.entityName
        fields.append(
            ShapeField(
                key: key,
                slot: slot,
                encode: { model, container in
                    guard let destination = model[keyPath: relationship] else {
                        return try container.encodeNil(forKey: key)
                    }
                    var nested = container.nestedContainer(keyedBy: ShapeKey.self, forKey: key)
                    try shape.encode(destination, &nested)
                },
                read: { container, reading, current in
                    if try container.decodeNil(forKey: key) {
                        return ShapeChange(relate: { model, _ in model[keyPath: relationship] = nil })
                    }
                    do {
                        let nested = try container.nestedContainer(keyedBy: ShapeKey.self, forKey: key)
                        let plan = try shape.plan(nested, reading, current?[keyPath: relationship])
                        return ShapeChange(relate: { model, context in
                            model[keyPath: relationship] = plan.apply(in: context)
                        })
                    } catch is DecodingError {
                        reading.note(.wrongType, container.codingPath + [key], entity, known)
                        return ShapeChange()
                    }
                }
            )
        )
    }

    /// Writes and reads the members of a to-many relationship, in a shape of their own.
    ///
    /// An input has all members: models that it does not have are no members afterwards. They are not deleted. The key
    /// of the nested shape finds existing members; without one, every member is created.
    /// - Parameters:
    ///   - relationship: The relationship.
    ///   - shape: The shape of the members.
    ///   - name: The name of the field; that of the relationship where it is nil.
    public mutating func many<Destination: PersistentModel>(
        _ relationship: ReferenceWritableKeyPath<Model, [Destination]>,
        _ shape: ModelShape<Destination>,
        as name: String? = nil
    ) {
        let slot = layout.slot(for: relationship)
        let known = slot.map { layout.properties[$0].name }
        let key = ShapeKey(name ?? known ?? "\(relationship)")
        let entity = layout.entityName
        fields.append(
            ShapeField(
                key: key,
                slot: slot,
                encode: { model, container in
                    var list = container.nestedUnkeyedContainer(forKey: key)
                    for member in model[keyPath: relationship] {
                        var nested = list.nestedContainer(keyedBy: ShapeKey.self)
                        try shape.encode(member, &nested)
                    }
                },
                read: { container, reading, _ in
                    let path = container.codingPath + [key]
                    if try container.decodeNil(forKey: key) {
                        reading.note(.null, path, entity, known)
                        return ShapeChange()
                    }
                    do {
                        var list = try container.nestedUnkeyedContainer(forKey: key)
                        var plans: [ShapePlan<Destination>] = []
                        while !list.isAtEnd {
                            plans.append(try shape.plan(list.nestedContainer(keyedBy: ShapeKey.self), reading, nil))
                        }
                        return ShapeChange(relate: { model, context in
                            model[keyPath: relationship] = plans.map { $0.apply(in: context) }
                        })
                    } catch is DecodingError {
                        reading.note(.wrongType, path, entity, known)
                        return ShapeChange()
                    }
                }
            )
        )
    }
}

extension PersistentModel {
    /// The model of an identifier, if it has a row or is in the context.
    fileprivate static func saved(_ identifier: PersistentIdentifier, in context: ModelContext) throws -> Self? {
        if let known = context.registeredModel(for: identifier) as Self? { return known }
        let list = QueryNode.list([QueryValue(.identifier(identifier))])
        let condition = QueryNode.collection(.contains(list, element: .identifier(.root)))
        return try context.fetch(FetchDescriptor(predicate: condition.predicate(of: Self.self))).first
    }
}
