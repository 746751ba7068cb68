import Foundation

extension UnitOfWork {
    /// The observers of the context, noted from now on.
    func observerRegistry() -> ObserverRegistry {
        if let observers { return observers }
        let made = ObserverRegistry(self)
        observers = made
        return made
    }

    /// True if other contexts or processes have saved something that the context can take in now.
    var hasWaitingDelivery: Bool { !saveRun.isWriting && inbox.mailbox.isFilled }

    /// Rows of any entities, read together; nil where they cannot be read.
    func rowsForObservers(_ identifiers: [PersistentIdentifier]) -> [PersistentIdentifier: DefaultSnapshot]? {
        var found: [PersistentIdentifier: DefaultSnapshot] = [:]
        for (_, identifiers) in Dictionary(grouping: identifiers, by: { $0.storeIdentifier ?? "" }) {
            guard let first = identifiers.first, let store = core.store(of: first) else { continue }
            do {
                for var row in try store.rows(for: identifiers, salvaging: false, editing).snapshots {
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
    func completeForObservers(_ delivery: inout ContextMailbox.Delivery) {
        guard let observers, !delivery.everything, observers.isUsed else { return }
        let names = observers.entityNames
        var unread: Set<PersistentIdentifier> = []
        for identifier in delivery.inserted + delivery.updated where delivery.rows[identifier] == nil {
            if observers.isObserved(identifier, names) { unread.insert(identifier) }
        }
        guard !unread.isEmpty else { return }
        guard let rows = rowsForObservers(Array(unread)) else {
            observers.touchEverything()
            return
        }
        delivery.rows.merge(rows) { _, new in new }
    }

    /// Tells observers what has been received.
    func tellObservers(of delivery: ContextMailbox.Delivery) {
        guard let observers else { return }
        if delivery.everything { observers.touchEverything() }
        // One that is named elsewhere too has come back: the deletion was followed, or was part of an upsert.
        for identifier in delivery.deleted { observers.receive(identifier, isDeleted: true) }
        for identifier in delivery.inserted { observers.receive(identifier, row: delivery.rows[identifier]) }
        for identifier in delivery.updated { observers.receive(identifier, row: delivery.rows[identifier]) }
        observers.tellUnisolated()
    }

    /// Tells observers what this context has saved.
    func tellObservers(of parts: [PlannedSave.Part], _ outcome: SaveOutcome) {
        guard let observers else { return }
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

    /// The rows of a save as other contexts can use them, of classes that these observe.
    func sharedRows(
        of parts: [PlannedSave.Part],
        _ outcome: SaveOutcome,
        wanted: Set<String>
    ) -> [PersistentIdentifier: DefaultSnapshot] {
        var rows: [PersistentIdentifier: DefaultSnapshot] = [:]
        // Only the store knows the values that it has joined or made itself.
        for part in parts where part.store.facts.contains(.keepsWhatItIsGiven) {
            for state in part.inserted + part.updated where state.layout.isAny(of: wanted) {
                let identifier = state.identifier
                guard !outcome.joined.contains(identifier), outcome.reregistered[identifier] == nil else { continue }
                if let values = state.rowMaking.sharedValues() {
                    var row = DefaultSnapshot(
                        persistentIdentifier: identifier,
                        layout: state.layout,
                        values: values
                    )
                    row.lock = state.lock
                    rows[identifier] = row
                }
            }
        }
        return rows
    }
}

extension ModelLayout {
    var root: ModelLayout { superLayout?.root ?? self }

    /// True if the class, or one that it inherits from, has one of the names.
    func isAny(of names: Set<String>) -> Bool {
        names.contains(entityName) || superLayout?.isAny(of: names) ?? false
    }
}
