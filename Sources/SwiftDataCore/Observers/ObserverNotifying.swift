/// Notifies observers of received changes and of saved changes.
///
/// Changes: the registry of the observers. Asks: the stores, for rows of observed classes that no model has.
struct ObserverNotifying {
    let unit: UnitOfWork

    /// The observers of the context, noted from now on.
    func registry() -> ObserverRegistry {
        if let known = unit.observers { return known }
        let made = ObserverRegistry(unit)
        unit.observers = made
        return made
    }

    /// Rows of any entities, read together; nil where they cannot be read.
    func rows(_ identifiers: [PersistentIdentifier]) -> [PersistentIdentifier: DefaultSnapshot]? {
        var found: [PersistentIdentifier: DefaultSnapshot] = [:]
        for (_, identifiers) in Dictionary(grouping: identifiers, by: { $0.storeIdentifier ?? "" }) {
            guard let first = identifiers.first, let store = unit.core.store(of: first) else { continue }
            do {
                for var row in try store.rows(for: identifiers, salvaging: false, unit.editing).snapshots {
                    try FetchedValues.check(&row, known: nil)
                    found[row.persistentIdentifier] = row
                }
            } catch {
                log.error("\(identifiers.count) changed models could not be looked up: \(error)")
                return nil
            }
        }
        return found
    }

    /// Reads the rows of the observed classes that other writers have saved and not sent along, once for all observers.
    func complete(_ delivery: inout ContextMailbox.Delivery) {
        guard let observers = unit.observers, !delivery.everything, observers.isUsed else { return }
        let names = observers.entityNames
        var unread: Set<PersistentIdentifier> = []
        for identifier in delivery.inserted + delivery.updated where delivery.rows[identifier] == nil {
            if observers.isObserved(identifier, names) { unread.insert(identifier) }
        }
        guard !unread.isEmpty else { return }
        guard let rows = rows(Array(unread)) else {
            observers.touchEverything()
            return
        }
        delivery.rows.merge(rows) { _, new in new }
    }

    /// Notifies observers of received changes.
    func notify(of delivery: ContextMailbox.Delivery) {
        guard let observers = unit.observers else { return }
        if delivery.everything { observers.touchEverything() }
        // One that is named elsewhere too has come back: the deletion was followed, or was part of an upsert.
        for identifier in delivery.deleted { observers.receive(identifier, isDeleted: true) }
        for identifier in delivery.inserted { observers.receive(identifier, row: delivery.rows[identifier]) }
        for identifier in delivery.updated { observers.receive(identifier, row: delivery.rows[identifier]) }
        observers.notifyUnisolated()
    }

    /// Notifies observers of the changes that this context has saved.
    func notify(of parts: [PlannedSave.Part], _ outcome: SaveOutcome) {
        guard let observers = unit.observers else { return }
        // A new model may have turned out to be a row that had other values, and other rows leading to it.
        for identifier in outcome.joined { observers.receive(identifier) }
        for part in parts {
            var last: [String: IdentifierKey] = [:]
            for state in part.inserted {
                // New models stand in the order in which they came; rows, in that of their keys, or in one that only
                // the store knows.
                let root = state.layout.root.entityName
                let isInOrder = last[root].map { $0 < state.identifier.id.key } ?? true
                last[root] = state.identifier.id.key
                observers.save(state, isRenamed: !isInOrder || !part.store.facts.contains(.keepsRowOrder))
            }
            for state in part.updated { observers.save(state, isRenamed: false) }
            for state in part.deleted { observers.saveDeletion(of: state) }
        }
        observers.tidy()
    }
}

extension ModelLayout {
    fileprivate var root: ModelLayout { superLayout?.root ?? self }
}
