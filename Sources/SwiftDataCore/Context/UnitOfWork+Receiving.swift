extension UnitOfWork {
    /// Takes in what other contexts of the container have saved: unchanged models become faults again, changed ones
    /// keep their edits, deleted ones are let go.
    package func receive() {
        guard !isWriting else { return }
        let waiting = mailbox.takeAll()
        guard var delivery = waiting ?? (unrefreshed.isEmpty ? nil : ContextMailbox.Delivery()) else { return }
        delivery.updated.append(contentsOf: unrefreshed)
        unrefreshed = []
        generation += 1
        for identifier in delivery.deleted {
            if let state = identityMap[identifier] { vanish(state) }
        }
        forgetReferences(to: delivery.deleted)
        if delivery.everything {
            reload(identityMap.all.filter { $0.phase == .registered })
        } else {
            var seen = Set<PersistentIdentifier>()
            reload(delivery.updated.filter { seen.insert($0).inserted }.compactMap { identityMap[$0] })
        }
        rereadRelationships(with: delivery.joined)
        announceConflicts()
    }

    /// Makes models read their rows again: at once, and together, where they may be observed or have edits, else when
    /// they are read.
    private func reload(_ states: [ModelState]) {
        var waiting: [String: [ModelState]] = [:]
        for state in states {
            if state.changes != nil || state.mayBeObserved {
                waiting[state.identifier.storeIdentifier ?? "", default: []].append(state)
            } else {
                state.unload()
            }
        }
        for states in waiting.values {
            guard let first = states.first, let store = core.store(of: first.identifier) else { continue }
            do {
                let rows = try store.rows(for: states.map(\.identifier), editing)
                for state in states {
                    if let row = rows[state.identifier] { state.reload(from: row) } else { vanish(state) }
                }
            } catch {
                log.error("\(states.count) models could not be refreshed, which is tried again: \(error)")
                unrefreshed.append(contentsOf: states.map(\.identifier))
            }
        }
    }
}

extension ModelState {
    package func isToMany(_ slot: Int) -> Bool {
        if case .toMany = layout.properties[slot].shape { true } else { false }
    }

    /// Becomes a fault. What was read stays for the case that the row turns out to be gone.
    fileprivate func unload() {
        lastKnown = values
        for slot in values.indices where !layout.properties[slot].isEphemeral { values[slot] = .unloaded }
    }

    /// Takes the values of a row that was read again. To-many relationships are read anew too, joined with the edits.
    fileprivate func reload(from row: DefaultSnapshot) {
        refresh(with: row)
        for slot in values.indices where isToMany(slot) {
            if let changes, changes.slots.contains(slot) {
                // An edit of the order alone has nothing that could be joined.
                guard let change = changes.toMany[slot], !change.added.isEmpty || !change.removed.isEmpty else {
                    continue
                }
                changes.original[slot] = .unloaded
            }
            mutateObserved(slot) { values[slot] = .unloaded }
        }
    }
}
