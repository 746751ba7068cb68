// The tombstone of a row in a form that can be written, for a store that keeps its own history.

extension HistoryTombstone {
    /// The values of a row that outlive it: the values of its attributes with `.preserveValueOnDeletion`; none where
    /// the row is one of another class.
    ///
    /// An addition to Apple's API, for stores that provide their own history.
    public init(_ snapshot: DefaultSnapshot) {
        let layout = Model._$modelLayout
        guard snapshot.layout === layout else {
            self.init([])
            return
        }
        let kept = layout.properties.filter(\.isPreserved)
        self.init(kept.compactMap { Self.value(snapshot.values[$0.slot], of: $0) })
    }

    /// A missing value counts as none.
    private static func value(
        _ stored: StoredValue,
        of property: PropertyLayout
    ) -> (PartialKeyPath<Model>, any Sendable)? {
        switch stored {
        case .null, .unloaded: return nil
        default: break
        }
        guard case .attribute(let attribute) = property.shape, let value = try? attribute.value(from: stored),
            let sendable = dynamicCast(value, to: (any Sendable).self),
            let keyPath = Model._$modelLayout.keyPath(slot: property.slot, in: Model.self)
        else { return nil }
        return (keyPath, sendable)
    }
}

/// An addition to Apple's API: each value under the name of its property, as its type encodes.
extension HistoryTombstone: Codable {
    /// Reads the values that are properties of the class. Other values are left out, and so are values of another type
    /// than the property has now: the model is deleted, and its tombstone must not make the rest of the history
    /// unreadable.
    /// - Throws: `DecodingError` for data that is no tombstone at all.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        var values: [(PartialKeyPath<Model>, any Sendable)] = []
        for property in Model._$modelLayout.properties where container.contains(.modeledProperty(property.name)) {
            guard case .attribute = property.shape,
                let stored = try? property.decode(from: container),
                let value = Self.value(stored, of: property)
            else { continue }
            values.append(value)
        }
        self.init(values)
    }

    /// Writes the values.
    /// - Throws: `EncodingError` for a value that cannot be encoded.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        for property in Model._$modelLayout.properties {
            guard case .attribute(let attribute) = property.shape,
                let keyPath = Model._$modelLayout.keyPath(slot: property.slot, in: Model.self),
                let value = self[keyPath]
            else { continue }
            try property.encode(attribute.stored(value), into: &container)
        }
    }
}

extension PropertyLayout {
    package var isPreserved: Bool {
        guard case .attribute(let attribute) = shape else { return false }
        return attribute.options.contains(.preserveValueOnDeletion)
    }
}
