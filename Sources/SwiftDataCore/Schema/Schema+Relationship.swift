extension Schema {
    /// A property that is a model, an optional model, or a collection of models.
    ///
    /// `@unchecked Sendable` without a lock: as with Apple's, a schema is put together by one task and only read
    /// once it is shared. Do not change a relationship of a schema that a container uses.
    public final class Relationship: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
        /// The name of the property.
        public var name: String
        /// The name in the previous version of the schema; the same as ``name`` when it was not renamed.
        public var originalName: String
        /// The key path of the property. A decoded schema has none.
        public var keypath: AnyKeyPath?
        /// The choices made in `@Relationship`.
        public var options: [Option]
        /// The Swift type of the property.
        ///
        /// Differs from Apple's: in a decoded schema it is a marker type, since models are not known by their names.
        public var valueType: any Any.Type {
            didSet { describeType() }
        }
        /// The name of the entity on the other side.
        public var destination: String
        /// The effect of the deletion of a model on the other side.
        public var deleteRule: DeleteRule
        /// The name of the property on the other side, given or inferred.
        public var inverseName: String?
        /// The key path given as `inverse:`. A decoded schema has none.
        public var inverseKeyPath: AnyKeyPath?
        /// The least number of models; 0 and nil are no limit.
        public var minimumModelCount: Int?
        /// The greatest number of models; 0 and nil are no limit.
        public var maximumModelCount: Int?
        /// Changes the version hash of the entity, so that a change of meaning counts as a new schema.
        public var hashModifier: String?
        /// True if there is at most one model on the other side.
        public private(set) var isToOneRelationship = false
        /// True if the value may be nil.
        public private(set) var isOptional = false

        /// The model class of the other side. A decoded schema has none.
        package private(set) var destinationType: (any PersistentModel.Type)?
        /// The name of the value type, also where a decoded schema does not have the type.
        package private(set) var valueTypeName = ""

        /// The metadata that `@Relationship` leaves for the schema, which fills in the name and the type.
        public init(
            _ options: Option...,
            deleteRule: DeleteRule = .nullify,
            minimumModelCount: Int? = 0,
            maximumModelCount: Int? = 0,
            originalName: String? = nil,
            inverse: AnyKeyPath? = nil,
            hashModifier: String? = nil
        ) {
            name = ""
            self.originalName = originalName ?? ""
            self.options = options.filter { $0.deleteRule == nil }
            let spelledAsOption = options.lazy.compactMap(\.deleteRule).first
            self.deleteRule = deleteRule == .nullify ? spelledAsOption ?? .nullify : deleteRule
            self.minimumModelCount = minimumModelCount
            self.maximumModelCount = maximumModelCount
            self.hashModifier = hashModifier
            inverseKeyPath = inverse
            valueType = UnresolvedType.self
            destination = ""
        }

        /// Creates a relationship of a given type: a model, an optional model, or a collection of models.
        package convenience init(
            name: String,
            valueType: any Any.Type,
            keypath: AnyKeyPath? = nil,
            from metadata: Relationship? = nil
        ) {
            self.init()
            if let metadata { adopt(metadata) }
            self.name = name
            if originalName.isEmpty { originalName = name }
            self.keypath = keypath
            self.valueType = valueType
            describeType()
        }

        /// Creates a relationship whose Swift types are not known.
        package convenience init(
            name: String,
            destination: String,
            isToOne: Bool,
            isOptional: Bool,
            inverseName: String? = nil,
            deleteRule: DeleteRule = .nullify
        ) {
            self.init(deleteRule: deleteRule)
            self.name = name
            originalName = name
            self.destination = destination
            isToOneRelationship = isToOne
            self.isOptional = isOptional
            self.inverseName = inverseName
        }

        /// Reads a relationship. It has no key paths, and its value type is a marker type.
        /// - Throws: `DecodingError` when a field is missing or of a wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            name = try container.decode(String.self, forKey: .name)
            originalName = try container.decode(String.self, forKey: .originalName)
            options = try container.decode([Option].self, forKey: .options)
            valueType = UnresolvedType.self
            valueTypeName = try container.decode(String.self, forKey: .valueType)
            destination = try container.decode(String.self, forKey: .destination)
            deleteRule = try container.decode(DeleteRule.self, forKey: .deleteRule)
            inverseName = try container.decodeIfPresent(String.self, forKey: .inverseName)
            minimumModelCount = try container.decodeIfPresent(Int.self, forKey: .minimumModelCount)
            maximumModelCount = try container.decodeIfPresent(Int.self, forKey: .maximumModelCount)
            hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
            isToOneRelationship = try container.decode(Bool.self, forKey: .isToOne)
            isOptional = try container.decode(Bool.self, forKey: .isOptional)
        }

        /// Writes the relationship. The inverse and the types are written by their names.
        /// - Throws: The error of the encoder.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(name, forKey: .name)
            try container.encode(originalName, forKey: .originalName)
            try container.encode(options, forKey: .options)
            try container.encode(valueTypeName, forKey: .valueType)
            try container.encode(destination, forKey: .destination)
            try container.encode(deleteRule, forKey: .deleteRule)
            try container.encodeIfPresent(inverseName, forKey: .inverseName)
            try container.encodeIfPresent(minimumModelCount, forKey: .minimumModelCount)
            try container.encodeIfPresent(maximumModelCount, forKey: .maximumModelCount)
            try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
            try container.encode(isToOneRelationship, forKey: .isToOne)
            try container.encode(isOptional, forKey: .isOptional)
        }

        private enum Keys: String, CodingKey {
            case name, originalName, options, valueType, destination, deleteRule, inverseName, minimumModelCount
            case maximumModelCount, hashModifier, isToOne, isOptional
        }

        /// True if no two models may have the same destination.
        public var isUnique: Bool { options.contains(.unique) }
        /// False, as this is no plain stored value.
        public var isAttribute: Bool { false }
        /// True, as this refers to other models.
        public var isRelationship: Bool { true }
        /// False, as this is written to a store.
        public var isTransient: Bool { false }

        private func adopt(_ other: Relationship) {
            originalName = other.originalName
            options = other.options
            deleteRule = other.deleteRule
            inverseName = other.inverseName
            inverseKeyPath = other.inverseKeyPath
            minimumModelCount = other.minimumModelCount
            maximumModelCount = other.maximumModelCount
            hashModifier = other.hashModifier
        }

        /// The same relationship as an object of its own.
        package func copy() -> Relationship {
            let copy = Relationship()
            copy.adopt(self)
            copy.name = name
            copy.keypath = keypath
            copy.valueType = valueType
            copy.valueTypeName = valueTypeName
            copy.destination = destination
            copy.isToOneRelationship = isToOneRelationship
            copy.isOptional = isOptional
            return copy
        }

        /// Computes the other side from the value type.
        private func describeType() {
            guard let target = RelationshipTarget(valueType) else { return }
            destinationType = target.destination
            destination = Schema.entityName(of: target.destination)
            isToOneRelationship = target.isToOne
            isOptional = target.isOptional
            valueTypeName = TypeName.of(valueType)
        }
    }
}

extension Schema.Relationship: Hashable {
    /// Compares everything that an encoded schema keeps.
    public static func == (lhs: Schema.Relationship, rhs: Schema.Relationship) -> Bool {
        lhs.name == rhs.name && lhs.originalName == rhs.originalName && Set(lhs.options) == Set(rhs.options)
            && lhs.valueTypeName == rhs.valueTypeName && lhs.destination == rhs.destination
            && lhs.deleteRule == rhs.deleteRule && lhs.inverseName == rhs.inverseName
            && (lhs.minimumModelCount ?? 0) == (rhs.minimumModelCount ?? 0)
            && (lhs.maximumModelCount ?? 0) == (rhs.maximumModelCount ?? 0)
            && lhs.hashModifier == rhs.hashModifier && lhs.isToOneRelationship == rhs.isToOneRelationship
            && lhs.isOptional == rhs.isOptional
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Schema.Relationship {
    /// The name, the destination, the delete rule and the inverse.
    public var debugDescription: String {
        let inverse = inverseName.map { ", inverse: \($0)" } ?? ""
        let arrow = isToOneRelationship ? "->" : "->>"
        return "Relationship \(name) \(arrow) \(destination) (deleteRule: \(deleteRule.rawValue)\(inverse))"
    }
}
