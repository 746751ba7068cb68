import Foundation

/// Which model class the rows of an entity have, for decoding a snapshot that says no more than the entity's name.
///
/// The schema that was opened last decides, so that of two versions of a schema the current one is used.
package enum SnapshotTypes {
    private static let layouts = Locked<[String: ModelLayout]>([:])

    package static func register(_ schema: Schema) {
        let found = schema.entities.compactMap { entity in entity.modelType.map { (entity.name, $0._$modelLayout) } }
        layouts.withLock { $0.merge(found) { _, new in new } }
    }

    package static func layout(of entityName: String) -> ModelLayout? {
        layouts.withLock { $0[entityName] }
    }
}

extension DefaultSnapshot {
    /// Reads a snapshot. The entity of its identifier must be one of a schema that a container or store was opened with.
    /// - Throws: `DecodingError` for a missing or wrong value, and for an unknown entity.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        let identifier = try container.decode(PersistentIdentifier.self, forKey: .persistentIdentifier)
        guard let layout = SnapshotTypes.layout(of: identifier.entityName) else {
            throw DecodingError.dataCorruptedError(
                forKey: .persistentIdentifier,
                in: container,
                debugDescription: "\(identifier.entityName) is not an entity of any schema that was opened."
            )
        }
        var values = layout.emptyValues
        for property in layout.properties {
            let key = DataStoreSnapshotCodingKey.modeledProperty(property.name)
            guard container.contains(key) else { continue }
            values[property.slot] = try property.decode(from: container, key)
        }
        self.init(persistentIdentifier: identifier, layout: layout, values: values)
    }

    /// Writes the identifier and every property that has been loaded, under its name and as its Swift type encodes.
    /// - Throws: `EncodingError` for a value that cannot be encoded.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
        for property in layout.properties where !property.isEphemeral {
            try property.encode(
                values[property.slot],
                into: &container,
                DataStoreSnapshotCodingKey.modeledProperty(property.name)
            )
        }
    }
}

extension PropertyLayout {
    fileprivate func decode(
        from container: KeyedDecodingContainer<DataStoreSnapshotCodingKey>,
        _ key: DataStoreSnapshotCodingKey
    ) throws -> StoredValue {
        if try container.decodeNil(forKey: key) { return .null }
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

    fileprivate func encode(
        _ value: StoredValue,
        into container: inout KeyedEncodingContainer<DataStoreSnapshotCodingKey>,
        _ key: DataStoreSnapshotCodingKey
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
