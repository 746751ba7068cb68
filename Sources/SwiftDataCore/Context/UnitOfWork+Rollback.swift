import OrderedCollections

extension UnitOfWork {
    /// Drops every unsaved change: inserted models leave the context, changed and deleted ones are as they were saved.
    package func rollback() {
        for state in changed.values { state.restore() }
        for state in deleted.values {
            state.phase = .registered
            state.restore()
        }
        for state in inserted.values { detach(state) }
        inserted.removeAll()
        changed.removeAll()
        deleted.removeAll()
        kept.removeAll()
        foreignRelation = nil
    }

    /// Makes an inserted model one of no context again, with the unsaved partners it had.
    private func detach(_ state: ModelState) {
        for (slot, models) in state.relationshipPartners() {
            let unsaved = models.filter { inserted[ObjectIdentifier($0._$modelState)] != nil }
            state.held[slot] = unsaved.isEmpty ? nil : unsaved
            let identifiers = unsaved.map { $0._$modelState.identifier }
            switch state.layout.properties[slot].shape {
            case .toOne: state.values[slot] = identifiers.first.map { .identifier($0) } ?? .null
            default: state.values[slot] = .identifiers(identifiers)
            }
        }
        identityMap.forget(state.identifier, state)
        state.phase = .detached
        state.unit = nil
    }
}

extension ModelState {
    /// Goes back to the values of the last save and tells those who observe what changed.
    package func restore() {
        guard let changes else { return }
        self.changes = nil
        for slot in changes.slots where changes.original.indices.contains(slot) {
            mutateObserved(slot) { values[slot] = changes.original[slot] }
        }
    }
}
