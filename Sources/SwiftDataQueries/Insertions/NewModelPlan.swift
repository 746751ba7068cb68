import Foundation
import SwiftData
import SwiftDataCore

/// The facts about a class that all rows of a batch insertion share.
final class NewModelPlan<Model: PersistentModel> {
    let layout = Model._$modelLayout
    /// The values of a row before any is given: `.unloaded` where one must be.
    let blank: [StoredValue]
    /// The properties in the order in which the first row was given values, with their slots. Rows are mostly given theirs
    /// in one order, and a literal key path is one object.
    private var order: [(property: AnyKeyPath, slot: Int)] = []
    /// True if a property has a declared default.
    private let hasDefaults: Bool
    /// True if a property has a value transformer.
    let hasTransformers: Bool
    private(set) var failure: ModelQueryError?
    /// The date of creation and of the last change of all rows.
    private let now = Date()

    init() {
        blank = layout.properties.map { property in
            switch property.shape {
            case .toMany: property.emptyValue
            case .toOne: property.isOptional ? .null : .unloaded
            case .attribute: property.isOptional && property.defaultValue == nil ? .null : .unloaded
            }
        }
        hasDefaults = layout.properties.contains { $0.defaultValue != nil }
        hasTransformers = layout.properties.contains { property in
            guard case .attribute(let attribute) = property.shape, case .transformable = attribute.kind else {
                return false
            }
            return true
        }
    }

    /// The slot of a property that is given a value, which is the so many-th of its row; nil for a property that is not
    /// stored in the model's own row.
    func slot(_ property: AnyKeyPath, at position: Int) -> Int? {
        if position < order.count, order[position].property === property { return order[position].slot }
        guard let slot = layout.slot(for: property), !layout.properties[slot].isToMany else { return nil }
        if position == order.count { order.append((property, slot)) }
        return slot
    }

    func noteUnknown(_ property: AnyKeyPath) {
        let name = layout.slot(for: property).map { layout.properties[$0].name } ?? "a property"
        failure = failure ?? .unsuitableProperty(Model.self, name)
    }

    /// The row of a new model.
    func snapshot(_ values: consuming [StoredValue]) throws -> DefaultSnapshot {
        var values = values
        var defaults: [Any?]?
        for slot in layout.hooks.createdSlots + layout.hooks.updatedSlots {
            switch values[slot] {
            // A date that a row is given is that of an import.
            case .unloaded, .null: values[slot] = .date(now)
            default: break
            }
        }
        for slot in values.indices {
            guard case .unloaded = values[slot] else { continue }
            // Evaluated for each row, as an initialiser does: it may be a new UUID.
            if hasDefaults, defaults == nil { defaults = layout.evaluatedDefaults() }
            guard case .attribute(let attribute) = layout.properties[slot].shape, let declared = defaults?[slot] else {
                throw ModelQueryError.missingValue(Model.self, layout.properties[slot].name)
            }
            values[slot] = attribute.stored(declared)
        }
        return DefaultSnapshot(
            persistentIdentifier: PersistentIdentifier(space: layout.temporarySpace, key: .temporary(TemporaryKey())),
            layout: layout,
            values: values
        )
    }
}
