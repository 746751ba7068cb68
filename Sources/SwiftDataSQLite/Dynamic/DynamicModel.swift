package import SwiftDataCore

/// Stands for the class of models whose store is read without classes. No object of it is ever made by a context.
package final class DynamicModel: PersistentModel {
    package typealias Root = DynamicModel

    /// A layout without properties: the properties of an entity are in the store's own layouts.
    package static var _$modelLayout: ModelLayout { ModelLayout.of(DynamicModel.self) }
    package static var schemaMetadata: [Schema.PropertyMetadata] { [] }

    package let _$modelState: ModelState

    package init(backingData: any BackingData<DynamicModel>) {
        _$modelState = ModelState(layout: Self._$modelLayout)
    }

    package var persistentBackingData: any BackingData<DynamicModel> {
        get { DefaultBackingData<DynamicModel>(_$modelState) }
        set {}
    }

    /// The key path of a slot.
    subscript(slot slot: Int) -> Any? { nil }
}

extension PropertyLayout {
    /// The property of a slot that is known by its name alone.
    convenience init(_ property: any SchemaProperty, slot: Int) {
        let shape: Shape
        switch property {
        case let relationship as Schema.Relationship where relationship.isToOneRelationship:
            shape = .toOne(relationship, destination: DynamicModel.self)
        case let relationship as Schema.Relationship:
            shape = .toMany(relationship, destination: DynamicModel.self)
        default:
            shape = .attribute(property as? Schema.Attribute ?? Schema.Attribute())
        }
        let attribute = property as? Schema.Attribute
        self.init(
            name: property.name,
            slot: slot,
            keyPath: \DynamicModel[slot: slot],
            valueType: property.valueType,
            isOptional: attribute?.isOptional ?? (property as? Schema.Relationship)?.isOptional ?? true,
            isEphemeral: property.isTransient,
            shape: shape,
            defaultValue: attribute?.defaultValue
        )
    }
}
