public import SwiftData
import SwiftDataCore

/// The values of one new model of a batch insertion.
///
/// A property that is given no value has its declared default, or nil. A property without either must be given a value.
public struct NewModel<Model: PersistentModel> {
    private let plan: NewModelPlan<Model>
    /// The number of values that were given, which is the place of the next property in the plan.
    private var position = 0
    private(set) var values: [StoredValue]

    init(_ plan: NewModelPlan<Model>) {
        self.plan = plan
        values = plan.blank
    }

    /// Gives a property a value.
    @inline(__always)
    public mutating func set<Value: _StorableValue>(_ property: KeyPath<Model, Value>, to value: Value) {
        if plan.hasTransformers { putAny(property, value) } else { put(property, value._stored) }
    }

    /// Gives an optional property a value.
    @inline(__always)
    public mutating func set<Value: _StorableValue>(_ property: KeyPath<Model, Value?>, to value: Value?) {
        if plan.hasTransformers, let value {
            putAny(property, value)
        } else {
            put(property, value?._stored ?? .null)
        }
    }

    /// Gives a property of any type a value.
    public mutating func set<Value>(_ property: KeyPath<Model, Value>, to value: Value) { putAny(property, value) }

    /// Puts a value in the form that the attribute has, which a transformer may make.
    private mutating func putAny<Value>(_ property: AnyKeyPath, _ value: Value) {
        let place = plan.slot(property, at: position)
        if let place, case .attribute(let attribute) = plan.layout.properties[place].shape {
            put(property, attribute.stored(value))
        } else {
            put(property, .unloaded)
        }
    }

    /// Gives a to-one relationship a saved model.
    public mutating func set<Destination: PersistentModel>(
        _ property: KeyPath<Model, Destination?>,
        to value: Destination?
    ) {
        put(property, value.map { .identifier($0.persistentModelID) } ?? .null)
    }

    /// Gives a to-one relationship a saved model.
    public mutating func set<Destination: PersistentModel>(
        _ property: KeyPath<Model, Destination>,
        to value: Destination
    ) {
        put(property, .identifier(value.persistentModelID))
    }

    private mutating func put(_ property: AnyKeyPath, _ value: StoredValue) {
        defer { position += 1 }
        guard let slot = plan.slot(property, at: position) else { return plan.noteUnknown(property) }
        values[slot] = value
    }
}
