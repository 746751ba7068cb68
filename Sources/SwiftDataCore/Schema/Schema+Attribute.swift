extension Schema {
    /// A property that is a value and not a reference to other models.
    ///
    /// `@unchecked Sendable` without a lock: as with Apple's, a schema is put together by one task and only read
    /// once it is shared. Do not change an attribute of a schema that a container uses.
    public class Attribute: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
        /// The name of the property.
        public var name: String
        /// The name in the previous version of the schema; the same as ``name`` when it was not renamed.
        public var originalName: String
        /// The choices made in `@Attribute`.
        public var options: [Option] {
            didSet { resolveCodec() }
        }
        /// The Swift type of the property.
        ///
        /// Differs from Apple's: in a decoded schema, a type that is not known by its name is a marker type.
        public var valueType: any Any.Type {
            didSet {
                valueTypeName = TypeName.of(valueType)
                isOptional = valueType is any OptionalType.Type
                resolveCodec()
            }
        }
        /// The value that the declaration gives to the property.
        public var defaultValue: Any?
        /// True if the value may be nil.
        public var isOptional: Bool
        /// Changes the version hash of the entity, so that a change of meaning counts as a new schema.
        public var hashModifier: String?

        /// The storage of the value.
        package internal(set) var kind: AttributeKind
        /// The codec that turns values of ``valueType`` into stored values; nil where the type is unknown or cannot be
        /// stored.
        package internal(set) var codec: ValueCodec?
        /// The name of the value type, also where a decoded schema does not have the type.
        package internal(set) var valueTypeName: String

        /// The metadata that `@Attribute` leaves for the schema, which fills in the name and the type.
        public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
            name = ""
            self.originalName = originalName ?? ""
            self.options = options
            self.hashModifier = hashModifier
            valueType = UnresolvedType.self
            valueTypeName = ""
            isOptional = false
            kind = .json
        }

        /// Creates an attribute by hand.
        public init(
            name: String,
            originalName: String? = nil,
            options: [Option] = [],
            valueType: any Any.Type,
            defaultValue: Any? = nil,
            hashModifier: String? = nil
        ) {
            self.name = name
            self.originalName = originalName ?? name
            self.options = options
            self.valueType = valueType
            self.defaultValue = defaultValue
            self.hashModifier = hashModifier
            valueTypeName = TypeName.of(valueType)
            isOptional = valueType is any OptionalType.Type
            kind = .json
            resolveCodec()
        }

        /// Creates an attribute whose Swift type is not known, from the description of a model in a file.
        package init(
            name: String,
            originalName: String,
            options: [Option],
            kind: AttributeKind,
            valueTypeName: String,
            isOptional: Bool,
            hashModifier: String?
        ) {
            self.name = name
            self.originalName = originalName
            self.options = options
            self.hashModifier = hashModifier
            self.kind = kind
            self.valueTypeName = valueTypeName
            self.isOptional = isOptional
            valueType = UnresolvedType.self
        }

        /// Reads an attribute. A value type that is not known by its name is a marker type afterwards.
        /// - Throws: `DecodingError` when a field is missing or of a wrong type.
        public required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AttributeKeys.self)
            name = try container.decode(String.self, forKey: .name)
            originalName = try container.decode(String.self, forKey: .originalName)
            options = try container.decode([Option].self, forKey: .options)
            hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
            let typeName = try container.decode(String.self, forKey: .valueType)
            valueTypeName = typeName
            valueType = TypeName.resolve(typeName) ?? UnresolvedType.self
            isOptional = try container.decode(Bool.self, forKey: .isOptional)
            kind = try container.decode(AttributeKind.self, forKey: .kind)
            if valueType != UnresolvedType.self {
                resolveCodec()
                defaultValue = try codec?.decodeDefault(in: container)
            }
        }

        /// Writes the attribute. The value type is written by its name, the default value where it is a plain value.
        /// - Throws: The error of the encoder.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AttributeKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(originalName, forKey: .originalName)
            try container.encode(options, forKey: .options)
            try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
            try container.encode(valueTypeName, forKey: .valueType)
            try container.encode(isOptional, forKey: .isOptional)
            try container.encode(kind, forKey: .kind)
            if let value = defaultValue as? any PrimitiveValue, TypeName.resolve(valueTypeName) != nil {
                try container.encode(value, forKey: .defaultValue)
            }
        }

        /// True, as this is a plain stored value.
        public var isAttribute: Bool { true }
        /// False, as this refers to no other models.
        public var isRelationship: Bool { false }
        /// True if the value is never written to a store.
        public var isTransient: Bool { options.contains(.ephemeral) }
        /// True if no two models may have the same value.
        public var isUnique: Bool { options.contains(.unique) }
        /// True if the value is stored through a value transformer.
        public var isTransformable: Bool { options.transformerName != nil }
        /// True if the value is stored by its `Codable` conformance as one opaque value.
        public var isCodable: Bool { options.contains(.codable) }

        /// The name, the type and the options.
        public var debugDescription: String {
            let choices = options.isEmpty ? "" : " \(options)"
            return "Attribute \(name): \(valueTypeName)\(choices)"
        }

        package func isEqual(to other: Attribute) -> Bool {
            name == other.name && originalName == other.originalName && Set(options) == Set(other.options)
                && valueTypeName == other.valueTypeName && isOptional == other.isOptional
                && hashModifier == other.hashModifier && kind == other.kind
        }

        /// The same attribute as an object of its own.
        package func copy() -> Attribute {
            let copy = Attribute()
            copy.adopt(self)
            return copy
        }

        /// Takes over everything from another attribute.
        package func adopt(_ other: Attribute) {
            options = other.options
            valueType = other.valueType
            name = other.name
            originalName = other.originalName
            defaultValue = other.defaultValue
            isOptional = other.isOptional
            hashModifier = other.hashModifier
            valueTypeName = other.valueTypeName
            kind = other.kind
            codec = other.codec
        }

        /// Computes the codec and the kind from the type and the options.
        package func resolveCodec() {
            guard valueType != UnresolvedType.self else { return }
            codec = ValueCodec.of(valueType, options: options)
            if codec?.isFlattened == true { codec = ValueCodec.json(valueType) }
            kind = codec?.kind ?? .json
        }
    }
}

extension Schema.Attribute: Hashable {
    /// Compares everything but the default value, which may be another in each process.
    public static func == (lhs: Schema.Attribute, rhs: Schema.Attribute) -> Bool { lhs.isEqual(to: rhs) }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Schema.Attribute {
    /// An attribute, or a composite one where the type is flattened into several columns.
    package static func make(
        name: String,
        originalName: String? = nil,
        options: [Option] = [],
        valueType: any Any.Type,
        defaultValue: Any? = nil,
        hashModifier: String? = nil
    ) -> Schema.Attribute {
        if ValueCodec.of(valueType, options: options)?.isFlattened ?? false {
            return Schema.CompositeAttribute(
                name: name,
                originalName: originalName,
                options: options,
                valueType: valueType,
                defaultValue: defaultValue,
                hashModifier: hashModifier
            )
        }
        return Schema.Attribute(
            name: name,
            originalName: originalName,
            options: options,
            valueType: valueType,
            defaultValue: defaultValue,
            hashModifier: hashModifier
        )
    }
}

/// The keys of an encoded attribute.
package enum AttributeKeys: String, CodingKey {
    case name, originalName, options, valueType, defaultValue, isOptional, hashModifier, kind, properties
}
