extension DefaultSnapshot {
    /// Copies the state of a model.
    public init(
        from backingData: any BackingData,
        relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
    ) {
        if let state = backingData._$state {
            self.init(
                persistentIdentifier: state.identifier,
                layout: state.layout,
                values: state.values
            )
        } else {
            self = Self.read(backingData)
        }
    }

    /// The same values under another identifier, with references replaced by the map.
    ///
    /// With nil, or an empty map, references to models that are inserted in the same save stay temporary in memory;
    /// they are encoded as the identifiers of the copies of these models.
    public func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
    ) -> DefaultSnapshot {
        var copy = DefaultSnapshot(persistentIdentifier: persistentIdentifier, layout: layout, values: values)
        copy.changedSlots = changedSlots
        copy.toManyChanges = toManyChanges
        copy.lock = lock
        copy.remapping = remapping
        remapping?.note(self.persistentIdentifier, became: persistentIdentifier)
        guard let map = remappedIdentifiers, !map.isEmpty else { return copy }
        for slot in copy.values.indices {
            switch copy.values[slot] {
            case .identifier(let identifier): copy.values[slot] = .identifier(map[identifier] ?? identifier)
            case .identifiers(let members): copy.values[slot] = .identifiers(members.map { map[$0] ?? $0 })
            default: break
            }
        }
        return copy
    }

    /// Reads a backing data of the user's own, attribute by attribute.
    private static func read<Backing: BackingData>(_ backing: Backing) -> DefaultSnapshot {
        let layout = Backing.Model._$modelLayout
        var values = layout.emptyValues
        for property in layout.properties {
            guard case .attribute(let attribute) = property.shape,
                let decodable = property.valueType as? any Decodable.Type
            else { continue }
            func get<Value: Decodable>(_ type: Value.Type) -> StoredValue? {
                guard let key = property.keyPath as? KeyPath<Backing.Model, Value> else { return nil }
                return attribute.stored(backing.getValue(forKey: key))
            }
            if let value = get(decodable) { values[property.slot] = value }
        }
        let identifier = backing.persistentModelID ?? ModelState(layout: layout).identifier
        return DefaultSnapshot(persistentIdentifier: identifier, layout: layout, values: values)
    }
}
