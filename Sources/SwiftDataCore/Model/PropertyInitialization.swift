// The functions that the init accessors and initialisers written by `@Model` call.
//
// A slot given here counts from the class's own first property; `FirstValues` adds those that it inherits.

/// Stores an attribute's first value, before the model exists as a whole.
@_transparent
public func _$initialize<M: PersistentModel, Value: _StorableValue>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: __owned Value,
    of type: M.Type
) {
    _$initializeStored(&stored, slot, value._stored, type)
}

/// Stores an optional attribute's first value.
@_transparent
public func _$initialize<M: PersistentModel, Value: _StorableValue>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: __owned Value?,
    of type: M.Type
) {
    // A property that begins with another value has been given it before, which made a state. Without one there is
    // nothing in the slot; an assignment would make a state for each model of a row, which has one already.
    if value == nil, stored._isEmpty { return }
    _$initializeStored(&stored, slot, value._stored, type)
}

/// Stores an attribute's first value in its stored form.
@usableFromInline func _$initializeStored<M: PersistentModel>(
    _ stored: inout _ModelStorage,
    _ slot: Int,
    _ value: __owned StoredValue,
    _ type: M.Type
) {
    if case .null = value, stored._isEmpty { return }
    ModelState._initial(&stored, type).firstValues.setInitial(slot, value)
}

/// Stores a coded attribute's first value.
@_disfavoredOverload
public func _$initialize<M: PersistentModel, Value: Codable>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: Value,
    of type: M.Type
) {
    ModelState._initial(&stored, type).firstValues.setInitialAttribute(slot, value)
}

/// Stores a required relationship's first destination.
public func _$initialize<M: PersistentModel, Value: PersistentModel>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: Value,
    of type: M.Type
) {
    ModelState._initial(&stored, type).firstValues.setInitialToOne(slot, value)
}

/// Stores an optional relationship's first destination.
public func _$initialize<M: PersistentModel, Value: PersistentModel>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: Value?,
    of type: M.Type
) {
    if value == nil, stored._isEmpty { return }
    ModelState._initial(&stored, type).firstValues.setInitialToOne(slot, value)
}

/// Stores a to-many relationship's first destinations.
public func _$initialize<M: PersistentModel, Value: RelationshipCollection>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: Value,
    of type: M.Type
) {
    ModelState._initial(&stored, type).firstValues.setInitialToMany(slot, value)
}

/// A property type that cannot be stored.
@available(
    *,
    unavailable,
    message:
        "A persisted property must be Codable, a model, or an array of models. Mark it @Transient, make its type Codable, or add @Attribute(.transformable(by:))."
)
public func _$initialize<M: PersistentModel, Value>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: Value,
    of type: M.Type
) {}

/// Stores a `.transformable` attribute's first value.
public func _$initializeTransformable<M: PersistentModel, Value>(
    _ stored: inout _ModelStorage,
    slot: Int,
    _ value: Value,
    of type: M.Type
) {
    ModelState._initial(&stored, type).firstValues.setInitialAttribute(slot, value)
}
