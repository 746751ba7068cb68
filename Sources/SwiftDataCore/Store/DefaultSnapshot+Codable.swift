import Foundation

extension DefaultSnapshot {
    /// Reads a snapshot. The entity of its identifier determines the class: the class of the schema under
    /// `CodingUserInfoKey.dataStoreSchema`, else in the store that is decoding, else in the open store that the
    /// identifier names.
    ///
    /// A property that is missing gets its default, nil, or no members.
    /// - Throws: `DecodingError` for a wrong value, for a missing one that has none of these, and for an unknown entity.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        let identifier = try container.decode(PersistentIdentifier.self, forKey: .persistentIdentifier)
        guard let layout = SnapshotTypes.layout(of: identifier, userInfo: decoder.userInfo) else {
            throw DecodingError.dataCorruptedError(
                forKey: .persistentIdentifier,
                in: container,
                debugDescription: "The entity \(identifier.entityName) is not in the schema. Add its class to the "
                    + "schema, or put the schema of the file under CodingUserInfoKey.dataStoreSchema."
            )
        }
        var values = layout.emptyValues
        for property in layout.properties where !property.isEphemeral {
            values[property.slot] = try property.decode(from: container)
        }
        self.init(persistentIdentifier: identifier, layout: layout, values: values)
    }

    /// Writes the identifier and every property that has been loaded, under its name and as its Swift type encodes.
    /// - Throws: `EncodingError` for a value that cannot be encoded.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
        for property in layout.properties where !property.isEphemeral {
            try property.encode(withPermanentIdentifiers(values[property.slot]), into: &container)
        }
    }

    /// A value with references to the permanent identifiers, where these are known.
    private func withPermanentIdentifiers(_ value: StoredValue) -> StoredValue {
        switch value {
        case .identifier(let identifier): .identifier(withPermanentIdentifiers(identifier))
        case .identifiers(let members): .identifiers(members.map(withPermanentIdentifiers))
        default: value
        }
    }

    private func withPermanentIdentifiers(_ identifier: PersistentIdentifier) -> PersistentIdentifier {
        identifier.isTemporary ? remapping?[identifier] ?? identifier.resolved : identifier
    }
}

extension PropertyLayout {
    fileprivate var key: DataStoreSnapshotCodingKey { .modeledProperty(name) }

    func decode(
        from container: KeyedDecodingContainer<DataStoreSnapshotCodingKey>
    ) throws -> StoredValue {
        guard container.contains(key) else { return try missing(in: container) }
        if try container.decodeNil(forKey: key) {
            guard isOptional else { throw noValue(in: container) }
            return .null
        }
        switch shape {
        case .toOne:
            return .identifier(try container.decode(PersistentIdentifier.self, forKey: key))
        case .toMany:
            return .identifiers(try container.decode([PersistentIdentifier].self, forKey: key))
        case .attribute(let attribute):
            guard let type = valueType as? any Decodable.Type else {
                return .data(try container.decode(Data.self, forKey: key))
            }
            return attribute.stored(try container.decode(type, forKey: key))
        }
    }

    private func missing(
        in container: KeyedDecodingContainer<DataStoreSnapshotCodingKey>
    ) throws -> StoredValue {
        if case .toMany = shape { return emptyValue }
        if case .attribute(let attribute) = shape, let defaultValue { return attribute.stored(defaultValue) }
        guard isOptional else { throw noValue(in: container) }
        return .null
    }

    private func noValue(in container: KeyedDecodingContainer<DataStoreSnapshotCodingKey>) -> DecodingError {
        .valueNotFound(
            valueType,
            DecodingError.Context(
                codingPath: container.codingPath + [key],
                debugDescription: "\(name) has no value and is not optional."
            )
        )
    }

    func encode(
        _ value: StoredValue,
        into container: inout KeyedEncodingContainer<DataStoreSnapshotCodingKey>
    ) throws {
        switch (shape, value) {
        case (_, .unloaded): return
        case (_, .null): try container.encodeNil(forKey: key)
        case (.toOne, .identifier(let identifier)): try container.encode(identifier, forKey: key)
        case (.toMany, .identifiers(let members)): try container.encode(members, forKey: key)
        case (.attribute(let attribute), _):
            if let encodable = try attribute.value(from: value) as? any Encodable, valueType is any Decodable.Type {
                try container.encode(encodable, forKey: key)
            } else if case .data(let data) = try attribute.encoded(value) {
                try container.encode(data, forKey: key)
            }
        default: return
        }
    }
}
