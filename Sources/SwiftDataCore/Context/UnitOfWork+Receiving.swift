extension UnitOfWork {
    /// Takes in what other contexts of the container have saved: unchanged models become faults again, changed ones
    /// keep their edits, deleted ones are let go.
    package func receive() {
        let deliveries = mailbox.takeAll()
        guard !deliveries.isEmpty else { return }
        generation += 1
        for delivery in deliveries {
            if delivery.everything {
                for state in identityMap.all where state.phase == .registered { reload(state) }
                continue
            }
            for identifier in delivery.deleted {
                if let state = identityMap[identifier] { vanish(state) }
            }
            for identifier in delivery.updated {
                if let state = identityMap[identifier] { reload(state) }
            }
        }
    }

    /// Makes a model read its row again.
    private func reload(_ state: ModelState) {
        if state.changes == nil, !state.mayBeObserved {
            state.lastKnown = state.values
            state.values = state.layout.unloadedValues
            return
        }
        guard let store = core.store(of: state.identifier) else { return }
        do {
            guard let row = try store.rows(for: [state.identifier], editing)[state.identifier] else {
                return vanish(state)
            }
            state.refresh(with: row)
            for slot in state.values.indices where state.isToMany(slot) && state.changes?.slots.contains(slot) != true {
                state.mutateObserved(slot) { state.values[slot] = .unloaded }
            }
        } catch {
            log.error("\(state.layout.entityName): a model could not be refreshed: \(error)")
        }
    }
}

extension ModelState {
    package func isToMany(_ slot: Int) -> Bool {
        if case .toMany = layout.properties[slot].shape { true } else { false }
    }
}
