extension ModelLayout {
    /// The declared defaults by slot, evaluated each time: a default may be another value each time, such as `UUID()`.
    package func evaluatedDefaults() -> [Any?] {
        var defaults = superLayout?.evaluatedDefaults() ?? []
        defaults += Array(repeating: nil, count: max(slotCount - defaults.count, 0))
        for entry in modelType.schemaMetadata {
            guard let slot = slot(named: entry.name), case .attribute(let attribute) = properties[slot].shape else {
                continue
            }
            defaults[slot] = entry.defaultValue.map { attribute.codec?.coerced($0) ?? $0 }
        }
        return defaults
    }

    /// The values by slot to fall back to where a property has no column: see ``Schema/Attribute/fallbackValue()``.
    package func fallbackValues() -> [StoredValue] {
        properties.map { property in
            guard case .attribute(let attribute) = property.shape, let value = attribute.fallbackValue() else {
                return .null
            }
            return attribute.stored(value)
        }
    }
}
