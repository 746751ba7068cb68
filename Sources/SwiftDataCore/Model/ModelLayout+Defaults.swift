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
}
