extension Schema {
    /// An attribute that is made of other attributes: how a `Codable` struct, or an enum without raw values, is
    /// flattened.
    ///
    /// `@unchecked Sendable` without a lock, as ``Schema/Attribute`` is.
    public final class CompositeAttribute: Attribute, @unchecked Sendable {
        /// The attributes that it is made of, in the order of declaration; composites of their own where types nest.
        public final var properties: [Attribute]

        /// Creates a composite attribute by hand. The members are the members of the type.
        public override init(
            name: String,
            originalName: String? = nil,
            options: [Option] = [],
            valueType: any Any.Type,
            defaultValue: Any? = nil,
            hashModifier: String? = nil
        ) {
            properties = []
            super.init(
                name: name,
                originalName: originalName,
                options: options,
                valueType: valueType,
                defaultValue: defaultValue,
                hashModifier: hashModifier
            )
            properties = codec.map { $0.elements.map { .member($0, ofOptional: isOptional) } } ?? []
        }

        /// The payload of one case of an enum, or a composite whose Swift type is not known.
        package init(name: String, properties: [Attribute], kind: AttributeKind = .composite, isOptional: Bool) {
            self.properties = properties
            super.init(name: name, valueType: UnresolvedType.self)
            self.kind = kind
            self.isOptional = isOptional
            valueTypeName = ""
        }

        /// Creates a composite attribute whose Swift type is not known, from the description of a model in a file.
        package init(
            name: String,
            originalName: String,
            options: [Option],
            kind: AttributeKind,
            properties: [Attribute],
            isOptional: Bool,
            hashModifier: String?
        ) {
            self.properties = properties
            super.init(
                name: name,
                originalName: originalName,
                options: options,
                kind: kind,
                valueTypeName: "",
                isOptional: isOptional,
                hashModifier: hashModifier
            )
        }

        /// Reads a composite attribute.
        /// - Throws: `DecodingError` when a field is missing or of a wrong type.
        public required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AttributeKeys.self)
            properties = try container.decode([CodedProperty].self, forKey: .properties).compactMap(\.attribute)
            try super.init(from: decoder)
        }

        /// Writes the composite attribute with its members.
        /// - Throws: The error of the encoder.
        public override final func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: AttributeKeys.self)
            try container.encode(properties.map(CodedProperty.init), forKey: .properties)
        }

        /// Compares everything but the default values.
        public static func == (lhs: Schema.CompositeAttribute, rhs: Schema.CompositeAttribute) -> Bool {
            lhs.isEqual(to: rhs)
        }

        /// The name, the type, the options and the members.
        public override final var debugDescription: String {
            "Composite" + super.debugDescription + " \(properties)"
        }

        package override func isEqual(to other: Attribute) -> Bool {
            guard let other = other as? CompositeAttribute else { return false }
            return super.isEqual(to: other) && properties.elementsEqual(other.properties) { $0.isEqual(to: $1) }
        }

        package override func copy() -> Attribute {
            let copy = CompositeAttribute(name: name, properties: [], isOptional: isOptional)
            copy.adopt(self)
            copy.properties = properties.map { $0.copy() }
            return copy
        }

        package override func resolveCodec() {
            guard valueType != UnresolvedType.self else { return }
            codec = ValueCodec.of(valueType, options: options)
            kind = codec?.kind ?? .composite
        }
    }
}

extension Schema.Attribute {
    /// One member of a composite. Where the composite is optional, so are its members.
    fileprivate static func member(_ element: CodecElement, ofOptional: Bool) -> Schema.Attribute {
        let isOptional = ofOptional || element.isOptional
        switch element.content {
        case .value(let codec):
            let member = make(name: element.name, valueType: codec.valueType)
            if isOptional { member.makeOptional() }
            return member
        case .payload(let elements):
            return Schema.CompositeAttribute(
                name: element.name,
                properties: elements.map { member($0, ofOptional: isOptional) },
                isOptional: isOptional
            )
        }
    }

    private func makeOptional() {
        isOptional = true
        (self as? Schema.CompositeAttribute)?.properties.forEach { $0.makeOptional() }
    }
}
