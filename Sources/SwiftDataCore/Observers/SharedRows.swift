/// The rows of a save as other contexts can use them, of classes that these observe.
///
/// Changes: nothing. Asks: the states that were saved, and the answers of their stores.
struct SharedRows {
    let outcome: SaveOutcome
    /// The names of the classes that other contexts observe.
    let wanted: Set<String>

    func rows(of parts: [PlannedSave.Part]) -> [PersistentIdentifier: DefaultSnapshot] {
        var rows: [PersistentIdentifier: DefaultSnapshot] = [:]
        // Only the store knows the values that it has joined or made itself.
        for part in parts where part.store.facts.contains(.keepsSavedValues) {
            for state in part.inserted + part.updated where state.layout.isAny(of: wanted) {
                let identifier = state.identifier
                guard !outcome.joined.contains(identifier), outcome.reregistered[identifier] == nil,
                    let values = state.rowMaking.sharedValues()
                else { continue }
                var row = DefaultSnapshot(persistentIdentifier: identifier, layout: state.layout, values: values)
                row.lock = state.lock
                rows[identifier] = row
            }
        }
        return rows
    }
}

extension ModelLayout {
    /// True if the class, or one that it inherits from, has one of the names.
    func isAny(of names: Set<String>) -> Bool {
        names.contains(entityName) || superLayout?.isAny(of: names) ?? false
    }
}
