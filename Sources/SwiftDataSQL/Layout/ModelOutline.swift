package import SwiftDataCore

/// What a store's layout and its model cache need to know of a schema: plain values without Swift types.
///
/// The layout is worked out from this, and not from `Schema`, so that a model read from a file can be laid out too.
package struct ModelOutline: Sendable {
    package var entities: [EntityOutline]
    /// Such as "1.0.0".
    package var versionIdentifier: String
    /// What the file that the model was read from says and the outline does not.
    package var omissions: [ModelOmission] = []
    /// The choices of the file that has the model; nil for a file that is yet to be made.
    package var form: StoredForm?

    package init(entities: [EntityOutline], versionIdentifier: String = "1.0.0") {
        self.entities = entities
        self.versionIdentifier = versionIdentifier
    }
}

/// One entity of a ``ModelOutline``.
package struct EntityOutline: Sendable {
    package var name: String
    /// The name that a file has for the entity, which names its table: another one where Core Data's entity has not the
    /// name of its class.
    package var storedName: String
    /// The entity's name in the previous version of the schema.
    package var originalName: String
    package var superName: String?
    /// The inherited ones first: a property's position is its slot.
    package var properties: [PropertyOutline]
    /// Those declared by this entity; constraints of its ancestors hold for it as well.
    package var uniquenessConstraints: [[String]]
    package var indices: [IndexOutline]
    /// The name of the class in a model that Core Data archived, where it says so.
    package var className: String?
    package var isAbstract = false
    /// Indices that a model of before 2017 declares, without names: by the flag of an attribute, or as compound indices.
    package var olderIndices: [[String]] = []
    /// The relationships, declared by the entity itself, that Core Data keeps in memory only: they have neither column nor
    /// table, and are no ``properties``.
    package var transientRelationships: [RelationshipOutline] = []

    /// All indices, by the names that Core Data has for them in files since 2017.
    package var storedIndices: [IndexOutline] {
        let known = Set(indices.map(\.paths))
        return indices
            + olderIndices.filter { !known.contains($0) && isIndexed($0) }
            .map { IndexOutline(name: $0.joined(separator: "_"), paths: $0) }
    }

    /// Whether Core Data makes an index of its own: a to-one relationship has one anyway, and what has no column has none.
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
    /// Whether Core Data works the value out in the store.
    package var isDerived = false
    /// The declared default in the form of the codec, where it has one.
    package var defaultValue: StoredValue?
    /// The Swift type, as the model cache names it for a value that a transformer keeps.
    package var valueTypeName: String?
    /// The elements of a composite or an enumeration, in declared order.
    package var elements: [AttributeOutline]
    /// What an array or a set of plain values has as its elements; nil for all else.
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

/// An array or a set of plain values that an attribute keeps as JSON.
package struct ArrayOutline: Sendable {
    package var elementKind: AttributeKind
    package var hasOptionalElements = false
    /// Whether it is an array and not a set.
    package var isOrdered = true
    /// Whether the elements may be of any kind, each compared as text: a file does not tell every type.
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
    /// Whether a file's own model decides what the inverse is: neither side names the other.
    package var isInverseInferred = false
    package var isToOne: Bool
    package var isOptional: Bool
    package var deleteRule: Schema.Relationship.DeleteRule
    package var minimumCount = 0
    /// 0 for no limit.
    package var maximumCount: Int
    /// Whether Core Data keeps the order of the members.
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
    /// Whether `#Index` asked for an R-tree. How Core Data lays one out is not known: the index is a sorted one.
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
