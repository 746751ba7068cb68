/// The rows of a save as other contexts can use them, of classes that these observe.
///
/// Changes: nothing. Asks: the states that were saved, and what their stores answered.
struct SharedRows {
    let outcome: SaveOutcome
    /// The names of the classes that other contexts observe.
    let wanted: Set<String>

    func rows(of parts: [PlannedSave.Part]) -> [PersistentIdentifier: DefaultSnapshot] {
        var rows: [PersistentIdentifier: DefaultSnapshot] = [:]
        // Only the store knows the values that it has joined or made itself.
        for part in parts where part.store.facts.contains(.keepsWhatItIsGiven) {
            for state in part.inserted + part.updated where state.layout.isAny(of: wanted) {
                let identifier = state.identifier
                guard !outcome.joined.contains(identifier), outcome.reregistered[identifier] == nil,
                    let values = values(of: state)
                else { continue }
                var row = DefaultSnapshot(persistentIdentifier: identifier, layout: state.layout, values: values)
                row.lock = state.lock
                rows[identifier] = row
            }
        }
        return rows
    }

    /// The values as a row has them, without to-many relationships; nil where some are not known.
    private func values(of state: ModelState) -> [StoredValue]? {
        var shared = state.values
        for property in state.layout.properties where !property.isEphemeral {
            switch (property.shape, state.values[property.slot]) {
            case (.toMany, _): shared[property.slot] = .unloaded
            case (_, .unloaded): return nil
            case (_, .identifier(let identifier)) where identifier.isTemporary: return nil
            case (_, .object):
                // Decoded values may hold objects, which belong to this context.
                let value = state.values[property.slot]
                guard let encoded = try? state.encoding.encoded(value, slot: property.slot) else { return nil }
                if case .object = encoded { return nil }
                shared[property.slot] = encoded
            default: break
            }
        }
        return shared
    }
}

extension ModelLayout {
    /// True if the class, or one that it inherits from, has one of the names.
    func isAny(of names: Set<String>) -> Bool {
        names.contains(entityName) || superLayout?.isAny(of: names) ?? false
    }
}
