package import SwiftDataCore

/// The part of a schema that a store's layout and its model cache need, as plain values without Swift types.
///
/// The layout is made from this type, and not from `Schema`, so that a model read from a file can have a layout too.
package struct ModelOutline: Sendable {
    package var entities: [EntityOutline]
    /// A text such as "1.0.0".
    package var versionIdentifier: String
    /// The elements of the file's model that the outline does not represent.
    package var omissions: [ModelOmission] = []
    /// The choices of the file that has the model; nil for a file that does not exist yet.
    package var form: StoredForm?
    /// The numbers of the entities in a store that has given them; empty for numbers from 1. See ``EntityNumbers``.
    package var numbers: [String: Int64] = [:]

    package init(entities: [EntityOutline], versionIdentifier: String = "1.0.0") {
        self.entities = entities
        self.versionIdentifier = versionIdentifier
    }
}

/// One entity of a ``ModelOutline``.
package struct EntityOutline: Sendable {
    package var name: String
    /// The name of the entity in a file, which names its table. It differs if Core Data's entity does not have the name
    /// of its class.
    package var storedName: String
    /// The entity's name in the previous version of the schema.
    package var originalName: String
    package var superName: String?
    /// The properties, inherited ones first. A property's position is its slot.
    package var properties: [PropertyOutline]
    /// The constraints that this entity declares. Constraints of its ancestors apply to it as well.
    package var uniquenessConstraints: [[String]]
    package var indices: [IndexOutline]
    /// The name of the class in a model that Core Data archived, if the model has one.
    package var className: String?
    package var isAbstract = false
    /// Indices without names of a model from before 2017: indices of an attribute's flag, and compound indices.
    package var olderIndices: [[String]] = []
    /// The relationships, declared by the entity itself, that Core Data keeps in memory only. They have neither column
    /// nor table and are not in ``properties``.
    package var transientRelationships: [RelationshipOutline] = []

    /// All indices, by the names that Core Data has for them in files since 2017.
    package var storedIndices: [IndexOutline] {
        let known = Set(indices.map(\.paths))
        return indices
            + olderIndices.filter { !known.contains($0) && isIndexed($0) }
            .map { IndexOutline(name: $0.joined(separator: "_"), paths: $0) }
    }

    /// True if Core Data makes a separate index: a to-one relationship always has one, and a property without a column
    /// has none.
    private func isIndexed(_ paths: [String]) -> Bool {
        paths.allSatisfy { path in
            properties.contains { property in
                switch property {
                case .attribute(let attribute): attribute.name == path && !attribute.isTransient
                case .relationship(let relationship):
                    relationship.name == path && relationship.isToOne && paths.count > 1
                }
            }
        }
    }

    package init(
        _ name: String,
        super superName: String? = nil,
        properties: [PropertyOutline],
        uniquenessConstraints: [[String]] = [],
        indices: [IndexOutline] = []
    ) {
        self.name = name
        storedName = name
        originalName = name
        self.superName = superName
        self.properties = properties
        self.uniquenessConstraints = uniquenessConstraints
        self.indices = indices
    }
}

/// One property of an ``EntityOutline``.
package enum PropertyOutline: Sendable {
    case attribute(AttributeOutline)
    case relationship(RelationshipOutline)

    package var name: String {
        switch self {
        case .attribute(let attribute): attribute.name
        case .relationship(let relationship): relationship.name
        }
    }
}

/// An attribute, or one element of a composite.
package struct AttributeOutline: Sendable {
    package var name: String
    package var originalName: String
    package var kind: AttributeKind
    package var isOptional: Bool
    package var isTransient = false
    package var allowsExternalStorage = false
    package var preservesValueOnDeletion = false
    package var allowsCloudEncryption = false
    package var isSpotlightIndexed = false
    package var hashModifier: String?
    /// True if Core Data computes the value in the store.
    package var isDerived = false
    /// The declared default in the form of the codec, if there is one.
    package var defaultValue: StoredValue?
    /// The Swift type, as the model cache names it for a value that a transformer encodes.
    package var valueTypeName: String?
    /// The elements of a composite or an enumeration, in declared order.
    package var elements: [AttributeOutline]
    /// The outline of the elements of an array or a set of plain values; nil for other attributes.
    package var array: ArrayOutline?

    package init(
        _ name: String,
        _ kind: AttributeKind,
        isOptional: Bool = false,
        elements: [AttributeOutline] = []
    ) {
        self.name = name
        originalName = name
        self.kind = kind
        self.isOptional = isOptional
        self.elements = elements
    }
}

/// An array or a set of plain values that is stored as JSON.
package struct ArrayOutline: Sendable {
    package var elementKind: AttributeKind
    package var hasOptionalElements = false
    /// True for an array, false for a set.
    package var isOrdered = true
    /// True if the elements may be of any kind, each compared as text: a file does not record every type.
    package var isUntyped = false

    package init(of elementKind: AttributeKind) {
        self.elementKind = elementKind
    }
}

/// A relationship of an ``EntityOutline``.
package struct RelationshipOutline: Sendable {
    package var name: String
    package var originalName: String
    package var destination: String
    package var inverseName: String?
    /// True if the file's own model decides the inverse, since neither side names the other.
    package var isInverseInferred = false
    package var isToOne: Bool
    package var isOptional: Bool
    package var deleteRule: Schema.Relationship.DeleteRule
    package var minimumCount = 0
    /// The maximum count; 0 for no limit.
    package var maximumCount: Int
    /// True if Core Data keeps the order of the members.
    package var isOrdered = false
    package var hashModifier: String?

    package init(
        _ name: String,
        to destination: String,
        inverse inverseName: String? = nil,
        isToOne: Bool,
        isOptional: Bool = false,
        deleteRule: Schema.Relationship.DeleteRule = .nullify
    ) {
        self.name = name
        originalName = name
        self.destination = destination
        self.inverseName = inverseName
        self.isToOne = isToOne
        self.isOptional = isOptional
        self.deleteRule = deleteRule
        maximumCount = isToOne ? 1 : 0
    }
}

/// A fetch index.
package struct IndexOutline: Sendable, Hashable {
    package var name: String
    /// Property names; a member of a composite is named with dots.
    package var paths: [String]
    /// True if `#Index` asked for an R-tree. The layout of Core Data's R-trees is not known, so the index is a sorted
    /// one.
    package var isSpatial: Bool

    package init(name: String, paths: [String], isSpatial: Bool = false) {
        self.name = name
        self.paths = paths
        self.isSpatial = isSpatial
    }

    /// The index that `#Index([\.a, \.b])` declares.
    package init(paths: [String]) {
        self.init(name: "SwiftDataIndexOnBinary" + paths.map { $0.replacing(".", with: "") }.joined(), paths: paths)
    }
}
