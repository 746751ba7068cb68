/// One property of a model class. A subclass's layout shares the objects of its superclass's.
///
/// `@unchecked Sendable` without a lock: everything is set before the layout is published. Attributes and
/// relationships are copies of the layout's own, which nothing changes.
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
    package let isToOne: Bool
    package let isToMany: Bool

    package init(
        name: String,
        slot: Int,
        keyPath: AnyKeyPath,
        valueType: any Any.Type,
        isOptional: Bool,
        isEphemeral: Bool,
        shape: Shape,
        defaultValue: Any?
    ) {
        self.name = name
        self.slot = slot
        self.keyPath = keyPath
        self.valueType = valueType
        self.isOptional = isOptional
        self.isEphemeral = isEphemeral
        self.shape = shape
        self.defaultValue = defaultValue
        if case .toOne = shape { isToOne = true } else { isToOne = false }
        if case .toMany = shape { isToMany = true } else { isToMany = false }
    }

    /// The relationship and its destination, unless this is an attribute.
    package var relationship: (Schema.Relationship, destination: any PersistentModel.Type)? {
        switch shape {
        case .attribute: nil
        case .toOne(let relationship, let destination), .toMany(let relationship, let destination):
            (relationship, destination)
        }
    }

    /// True for a text that a search looks into.
    package var isSearchable: Bool {
        guard case .attribute(let attribute) = shape, !isEphemeral else { return false }
        return attribute.kind == .string && attribute.options.contains(.spotlight)
    }

    /// The value before anything is set.
    package var emptyValue: StoredValue {
        switch shape {
        case .toMany: isOptional ? .null : .identifiers([])
        case .attribute(let attribute) where isEphemeral: defaultValue.map { attribute.stored($0) } ?? .null
        case .toOne, .attribute: .null
        }
    }
}
