import Foundation

// A snapshot of any type shows its content by encoding it: the identifier and the properties, under the names that
// `DataStoreSnapshotCodingKey` makes of them. So contexts get the content of a snapshot from its `Codable` conformance.

extension DataStoreSnapshot {
    /// Gives a backing data the values of the snapshot: its attributes and, where it is one of the framework's own, its
    /// relationships. False where the snapshot is not one of its model.
    public func _applyToBackingData(_ backingData: any BackingData) -> Bool {
        guard let snapshot = try? asDefaultSnapshot() else { return false }
        if let state = backingData._$state {
            guard state.layout === snapshot.layout else { return false }
            state.refreshing.replace(with: snapshot)
            return true
        }
        return snapshot.write(to: backingData)
    }

    /// The snapshot in the form that contexts use.
    /// - Throws: The error of the encoding, and `DecodingError` for a value that is not one of the property's type.
    package func asDefaultSnapshot() throws -> DefaultSnapshot {
        if let snapshot = self as? DefaultSnapshot { return snapshot }
        return try JSONForm.decoder.decode(DefaultSnapshot.self, from: JSONForm.encoder.encode(self))
    }
}

extension DefaultSnapshot {
    /// Writes the attributes to a backing data of the user's own.
    fileprivate func write<Backing: BackingData>(to backing: Backing) -> Bool {
        guard Backing.Model._$modelLayout === layout else { return false }
        var decoded: [(property: PropertyLayout, type: any Encodable.Type, value: Any)] = []
        for property in layout.properties where !isUnloaded(property.slot) {
            guard case .attribute(let attribute) = property.shape,
                let type = property.valueType as? any Encodable.Type
            else { continue }
            // A value of another type than the model's leaves the whole backing data as it is.
            guard let value = try? attribute.value(from: values[property.slot]) else { return false }
            decoded.append((property, type, value))
        }
        var backing = backing
        backing.persistentModelID = persistentIdentifier
        for (property, type, value) in decoded {
            func set<Value: Encodable>(_: Value.Type) {
                guard let key = property.keyPath as? KeyPath<Backing.Model, Value>, let value = value as? Value else {
                    return
                }
                backing.setValue(forKey: key, to: value)
            }
            set(type)
        }
        return true
    }
}
