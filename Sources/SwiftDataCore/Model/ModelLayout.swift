import Foundation

// INTERIM: the interface that other parts compile against; implemented together with Schema.

/// The properties of a model class by slot: inherited ones first, then its own in the order of their declaration.
public final class ModelLayout: @unchecked Sendable {
    package let modelType: any PersistentModel.Type
    package let entityName: String
    package let superLayout: ModelLayout?
    /// Indexed by slot.
    package let properties: [PropertyLayout]

    package init(
        modelType: any PersistentModel.Type, entityName: String, superLayout: ModelLayout?,
        properties: [PropertyLayout]
    ) {
        self.modelType = modelType
        self.entityName = entityName
        self.superLayout = superLayout
        self.properties = properties
    }

    /// The layout of a model class, made at its first use and kept for the life of the process.
    public static func of(_ type: any PersistentModel.Type) -> ModelLayout { preconditionFailure("interim") }
    /// The number of slots; where a subclass's own slots begin.
    public var slotCount: Int { properties.count }
    package func slot(for keyPath: AnyKeyPath) -> Int? { nil }
    package func slot(named name: String) -> Int? { nil }
    /// The other side of the relationship in a slot: the destination class's layout and slot there.
    package func inverse(of slot: Int) -> (layout: ModelLayout, slot: Int)? { nil }
}

/// One property of a model class.
package final class PropertyLayout: @unchecked Sendable {
    package enum Shape {
        case attribute(Schema.Attribute)
        case toOne(Schema.Relationship, destination: any PersistentModel.Type)
        case toMany(Schema.Relationship, destination: any PersistentModel.Type)
    }
    package let name: String
    package let slot: Int
    package let keyPath: AnyKeyPath
    package let valueType: any Any.Type
    package let isOptional: Bool
    package let isEphemeral: Bool
    package let shape: Shape
    package let defaultValue: Any?

    package init(
        name: String, slot: Int, keyPath: AnyKeyPath, valueType: any Any.Type, isOptional: Bool, isEphemeral: Bool,
        shape: Shape, defaultValue: Any?
    ) {
        self.name = name
        self.slot = slot
        self.keyPath = keyPath
        self.valueType = valueType
        self.isOptional = isOptional
        self.isEphemeral = isEphemeral
        self.shape = shape
        self.defaultValue = defaultValue
    }
}

extension ModelLayout {
    package var emptyValues: [StoredValue] { [] }
    package var unloadedValues: [StoredValue] { [] }
}
